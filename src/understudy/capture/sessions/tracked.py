"""Folders in which programs leave what they tracked in a film: GVHMR's, WHAM's and TRAM's."""

from __future__ import annotations

import re
from pathlib import Path

from understudy.capture.folder import within
from understudy.capture.sessions.session import Session, files_in

_RESULTS = {"GVHMR": "hmr4d_results.pt", "WHAM": "wham_output.pkl"}
_TRACK = re.compile(r"hps_track_([0-9]{1,9})\.npy")


def find_tracked(folder: Path) -> Session | None:
    """Return the results in a folder, None where no such program left any.

    Raises:
        CaptureError: Where they lie elsewhere.
    """
    found = [(program, folder / name) for program, name in _RESULTS.items() if (folder / name).is_file()]
    # TRAM numbers persons by how long they were seen, the longest first.
    tracks = [file for file in files_in(folder / "hps", ".npy") if _TRACK.fullmatch(file.name)]
    found += [("TRAM", file) for file in sorted(tracks, key=_number)[:1]]
    if not found:
        return None
    program, file = found[0]
    more = f", the first of {len(tracks)}" if program == "TRAM" and len(tracks) > 1 else ""
    about = f"Of {program}'s results {within(folder, file).relative_to(folder)} is read{more}."
    return Session(file, notes=(about,))


def _number(file: Path) -> int:
    match = _TRACK.fullmatch(file.name)
    return int(match[1]) if match is not None else 0
