"""OpenCap's folder of a session: a TRC for every trial, joint angles, and a YAML about the person.

Only lines such as ``height_m: 1.75`` at the margin are read of that, whatever else YAML can say.
"""

from __future__ import annotations

import re
from pathlib import Path

from understudy.capture.folder import within
from understudy.capture.sessions.session import Session, files_in
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.motion import Subject
from understudy.opening import WRITTEN_BY_HAND, read_file
from understudy.plain_text import plain_number

_METADATA = "sessionMetadata.yaml"
_STANDING = re.compile(r"(?:neutral|static|calibration)\w*", re.IGNORECASE)
"""Trials that OpenCap takes of a person who stands still, to scale its model."""

_KEY = re.compile(rb"^(mass_kg|height_m|gender_mf)[ \t]*:[ \t]*([^\r\n#]{0,200})", re.MULTILINE)
_RANGES = {"mass_kg": (1.0, 500.0), "height_m": (0.3, 2.6)}
_SEXES = {"m": "male", "f": "female"}
_UNKNOWN = ("", "null", "~", "None", "nan")


def find_opencap(folder: Path) -> Session | None:
    """Return the one trial of a session, None where the folder is none of OpenCap's.

    Raises:
        CaptureError: Where there are several trials or none, one lies elsewhere, or the YAML has no sense.
    """
    markers, angles = folder / "MarkerData", folder / "OpenSimData" / "Kinematics"
    if not (markers.is_dir() or angles.is_dir()):
        return None
    trials = files_in(markers, ".trc") or _augmented(markers) or files_in(angles, ".mot")
    moving = [trial for trial in trials if not _STANDING.fullmatch(trial.stem)] or trials
    if not moving:
        raise CaptureError(folder, "is OpenCap's session without a trial, expected a .trc in MarkerData")
    if len(moving) > 1:
        listed = shown_list([str(trial.relative_to(folder)) for trial in moving])
        raise CaptureError(
            folder, f"is OpenCap's session of {len(moving)} trials, give one of them: {listed}"
        )
    trial = within(folder, moving[0])
    about = (f"Of OpenCap's session {trial.relative_to(folder)} is read.",)
    return Session(trial, subject_of_session(folder), about)


def _augmented(markers: Path) -> list[Path]:
    """Return the trials of sessions that were processed at home, in a folder named after its last step."""
    after = sorted(markers.glob("PostAugmentation*")) if markers.is_dir() else []
    return files_in(after[-1], ".trc") if after else []


def subject_of_session(folder: Path) -> Subject:
    """Return the person of a session, as far as its YAML tells.

    Raises:
        CaptureError: Where a height or a mass is none.
    """
    path = folder / _METADATA
    if not path.is_file():
        return Subject()
    try:
        content = read_file(within(folder, path), WRITTEN_BY_HAND)
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error
    values: dict[str, float] = {}
    sex = ""
    for match in _KEY.finditer(content):
        key, text = match[1].decode(), match[2].decode("utf-8", errors="backslashreplace").strip(" \t'\"")
        if text in _UNKNOWN:
            continue
        if key == "gender_mf":
            sex = _SEXES.get(text.lower()[:1], "")
            continue
        least, most = _RANGES[key]
        number = plain_number(text, most)
        if number is None or number < least:
            line = content.count(b"\n", 0, match.start()) + 1
            raise CaptureError(
                path, f"has {key} {shown(text)}, expected a number from {least:g} to {most:g}", line
            )
        values[key] = number
    return Subject(height=values.get("height_m"), mass=values.get("mass_kg"), sex=sex)
