"""What Ayusawa and Yoshida (2017) published, to be put beside our own figures.

Its subjects and captures are its own; ours are made up unless captures are given, so figures are of the same
kind but not of the same frames.
"""

from __future__ import annotations

from collections.abc import Mapping

ROBOT = "hrp4"

HEIGHTS: Mapping[str, float] = {"bend": 1.68, "twist_lift": 1.60, "turn_handle": 1.74}
"""Motion → stature [m] of who performed it (IV-B5, Fig. 17)."""

TITLES: Mapping[str, str] = {
    "bend": "bending with dumbbells",
    "twist_lift": "twisting and lifting",
    "turn_handle": "turning a handle overhead",
}

ERRORS: Mapping[str, Mapping[str, float]] = {"turn_handle": {"simultaneous": 22.0, "joints31": 32.0}}
"""Motion → way → mean distance [mm] of reconstructed from captured markers (IV-B5)."""

AT_LIMIT: Mapping[str, Mapping[str, float]] = {
    "bend": {"chest pitch": 100.0 * (9.0 - 3.0) / 11.8, "right hip pitch": 100.0 * (8.0 - 5.0) / 11.8}
}
"""Motion → joint → share of the time [%] for which it is at its limit (IV-B1, Fig. 7)."""

HANDS: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "bend": {"robot": {"z": 77.0}},
    "twist_lift": {"robot": {"y": 195.0, "z": 367.0}, "reconstructed": {"y": 180.0, "z": 260.0}},
}
"""Motion → whose hand → axis → largest distance [mm] from the captured one (IV-B4)."""
