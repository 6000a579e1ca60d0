"""How long a unit of a file is: the user's word, then the body's size, then the file's, then what is usual.

A body cannot tell a metre from 1.05 metres, but a centimetre from a millimetre: what a file says is believed
as long as its person is as tall as people are.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.placing.length_units import ADULT, SHORTEST_PERSON, TALLEST_PERSON, UNITS, infer_unit
from understudy.capture.placing.point_body import BodySize
from understudy.capture.placing.posture import Landmarks, trunk
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar, how_to_state
from understudy.errors import CaptureError
from understudy.spatial.vectors import norms

INFANT = 0.62
"""Height of an infant [m] at four months, where nothing else tells."""

_UNIT_TRUNK = 1e-3
"""How near to 1 the trunk's length is in points that were scaled by it."""

_SAME_HEIGHT = 0.1
"""Heights that differ by no more than this share may be one person's."""

_LEAST, _MOST = 0.35, 2.6
"""Heights [m] beyond which a file's own unit is not believed: wider than people are, as bodies of few
markers are measured roughly."""


def find_unit(
    raw: RawCapture, body: BodySize | None, tracks: Landmarks, stated: Sidecar, remarks: Remarks
) -> float:
    """Return metres per unit of a capture.

    Args:
        raw: What the file says.
        body: The person's size in the file's unit, None where no limb is seen whole.
        tracks: Canonical landmark → (T, 3) in the file's unit, NaN where unknown.
        stated: What the user says.
        remarks: Takes what was decided and why.

    Raises:
        CaptureError: Where nothing tells, or the person is of no person's size in any unit.
    """
    size = 0.0 if body is None else body.stature
    unit = _by_user(raw, size, stated, remarks)
    if unit is None:
        unit = _by_file(raw, body, size, remarks)
    return _by_body(raw, body, tracks, remarks) if unit is None else unit


def _by_user(raw: RawCapture, size: float, stated: Sidecar, remarks: Remarks) -> float | None:
    if stated.unit is not None:
        remarks.note(
            f"Lengths are in units of {stated.unit:.5g} m, as the user states{_tall(size, stated.unit)}."
        )
        tall = size * stated.unit
        if size > 0.0 and not _LEAST <= tall <= _MOST:
            remarks.warn(f"In units of {stated.unit:.5g} m, as stated, the person is {tall:.3g} m tall.")
        elif size > 0.0 and stated.height is not None and abs(tall - stated.height) > _SAME_HEIGHT * tall:
            remarks.warn(
                f"The unit and the height that are stated contradict each other: in units of "
                f"{stated.unit:.5g} m the person is {tall:.2f} m tall, not {stated.height:g} m."
            )
        return stated.unit
    if stated.height is None or raw.is_sized:
        return None
    if size <= 0.0:
        remarks.warn(
            f"The height of {stated.height:g} m that is stated changes no length, as the file shows no leg, "
            "trunk or arm whole."
        )
        return None
    unit = stated.height / size
    remarks.note(f"The person is {stated.height:g} m tall, as the user states; a unit is {unit:.5g} m.")
    if raw.unit is not None and abs(size * raw.unit - stated.height) > _SAME_HEIGHT * stated.height:
        remarks.warn(
            f"By the file's own unit the person is {size * raw.unit:.2f} m tall; all lengths were scaled to "
            f"{stated.height:g} m, as stated."
        )
    return unit


def _by_file(raw: RawCapture, body: BodySize | None, size: float, remarks: Remarks) -> float | None:
    if raw.unit is None:
        return None
    if body is None or raw.is_placed or _LEAST <= size * raw.unit <= _MOST:
        remarks.note(f"Lengths are in units of {raw.unit:.5g} m, by the file{_tall(size, raw.unit)}.")
        return raw.unit
    found = infer_unit(body)
    would = (
        f"In units of {raw.unit:.5g} m, as the file states, the person would be {size * raw.unit:.3g} m tall"
    )
    if found is None:
        remarks.warn(f"{would}; no usual unit makes a person of it. State --unit or --height.")
        return raw.unit
    remarks.warn(
        f"{would}; lengths are taken as {found.name} ({found.metres:.5g} m), {size * found.metres:.2f} m."
    )
    return found.metres


def _by_body(raw: RawCapture, body: BodySize | None, tracks: Landmarks, remarks: Remarks) -> float:
    size = 0.0 if body is None else body.stature
    if body is None or size <= 0.0:
        raise CaptureError(
            raw.source.path,
            "shows neither a leg nor the trunk nor an arm whole, so nothing tells its unit: state --unit",
        )
    if raw.has_no_scale or _is_scaled_by_trunk(tracks):
        height = INFANT if body.is_infant else ADULT
        why = "Lengths have no scale" if raw.has_no_scale else "All lengths were divided by the trunk's"
        remarks.note(
            f"{why}, so the person is taken to be {height:g} m tall; "
            f"{how_to_state('height', raw.source.path)} otherwise."
        )
        return height / size
    found = infer_unit(body, raw.usual_unit)
    if found is None:
        considered = ", ".join(unit.name for unit in UNITS)
        raise CaptureError(
            raw.source.path,
            f"its person is {size:.4g} units tall, expected {SHORTEST_PERSON} to {TALLEST_PERSON} m "
            f"in one of: {considered}",
        )
    remarks.note(
        f"Lengths are taken as {found.name} ({found.metres:.5g} m), in which the person is "
        f"{size * found.metres:.2f} m tall."
    )
    return found.metres


def _tall(size: float, unit: float) -> str:
    return f", in which the person is {size * unit:.2f} m tall" if size > 0.0 else ""


def _is_scaled_by_trunk(tracks: Landmarks) -> bool:
    """Tell whether the distance from mid-hips to mid-shoulders is 1 in every frame that shows it."""
    lengths = norms(trunk(tracks))
    known = lengths[np.isfinite(lengths)]
    return len(known) > 0 and bool((np.abs(known - 1.0) < _UNIT_TRUNK).all())
