"""What the infant thesis published (Fiala 2023), to be put beside our own figures.

Its input was the BBHMR set: one infant of 8 to 23 weeks on its back, in 12 recordings of 129,914 frames at 25
a second. The recordings here are made up unless real ones are given, so figures are of the same kind but not
of the same frames.
"""

from __future__ import annotations

from collections.abc import Mapping

FRAMES = 129_914
RECORDINGS = 12
FPS = 25.0
YOUNGEST, OLDEST = 8.0, 23.0
"""Frames, recordings, frames a second [1/s] and ages [weeks] of the BBHMR set (3.1)."""

MINI_RGBD_RECORDINGS = 12
MINI_RGBD_FRAMES = 1_000
"""Recordings of the MINI-RGBD set, and frames of each (3.1)."""

Error = tuple[float, float, float]
"""Mean, standard deviation and median [°]."""

ERRORS: Mapping[str, Mapping[str, Error]] = {
    "icub": {
        "right upper arm": (20.73, 11.09, 18.91),
        "left upper arm": (16.21, 9.52, 15.17),
        "right forearm": (13.58, 11.19, 10.86),
        "left forearm": (10.94, 9.60, 8.69),
        "right thigh": (7.54, 8.61, 5.12),
        "left thigh": (17.16, 17.67, 10.60),
        "right calf": (7.39, 8.34, 5.16),
        "left calf": (15.83, 11.21, 11.21),
    },
    "mimo": {
        "right upper arm": (11.97, 4.08, 11.49),
        "left upper arm": (9.08, 4.67, 8.21),
        "right forearm": (11.89, 6.41, 11.09),
        "left forearm": (7.93, 5.56, 6.90),
        "right thigh": (9.85, 7.08, 7.81),
        "left thigh": (10.90, 6.98, 8.77),
        "right calf": (10.18, 6.67, 8.39),
        "left calf": (10.83, 7.04, 8.92),
    },
    "fetus": {
        "right upper arm": (6.44, 3.22, 6.10),
        "left upper arm": (6.62, 3.92, 6.05),
        "right forearm": (11.18, 4.98, 10.83),
        "left forearm": (10.21, 5.33, 9.52),
        "right thigh": (8.76, 6.44, 6.44),
        "left thigh": (9.04, 6.91, 6.91),
        "right calf": (8.66, 6.28, 6.28),
        "left calf": (9.94, 6.44, 6.44),
    },
}
"""Robot → body vector → error, Tables 5.2, 5.3 and 5.5. Joint limits were lifted."""

ERROR_TABLES = {"icub": "5.2", "mimo": "5.3", "fetus": "5.5"}

CROPPED: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "icub": {
        "shoulder_pitch": (6.87, 14.62),
        "shoulder_roll": (0.12, 0.39),
        "shoulder_yaw": (46.38, 31.24),
        "elbow": (42.51, 51.17),
        "hip_pitch": (0.48, 0.78),
        "hip_roll": (3.69, 0.63),
        "hip_yaw": (20.69, 28.29),
        "knee": (5.22, 5.67),
    },
    "fetus": {
        "shoulder_horizontal": (0.39, 0.17),
        "shoulder_elevation": (2.26, 6.59),
        "shoulder_rotation": (13.65, 22.42),
        "elbow": (4.54, 3.10),
        "hip_pitch": (3.5885, 7.03),
        "hip_roll": (0.24, 1.06),
        "hip_yaw": (38.86, 46.48),
        "knee": (0.49, 0.09),
    },
}
"""Robot → angle → share [%] of frames in which limits cropped it, left and right, Tables 5.1 and 5.4. The
thesis calls the turn about a raised upper arm shoulder yaw on the Fetus as well; here it is ``rotation``."""

CROPPED_TABLES = {"icub": "5.1", "fetus": "5.4"}
