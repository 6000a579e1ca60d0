"""A folder that holds one file for every frame of a capture."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from pathlib import Path

from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.opening import open_file

MAX_FRAME_FILES = 1_000_000
"""Over nine hours at 30 Hz; a folder with more is refused unread."""

_DIGITS = re.compile(r"[0-9]+")
_SNIFFED_BYTES = 1024


def frame_files(folder: Path) -> list[Path]:
    """Return the files of a folder that are its frames, in the order of the numbers in their names.

    Frames are the text files that are named alike but for numbers, and of several such kinds the most
    numerous one: pictures, hidden files and a list of joints beside the frames do not count. Numbers are
    compared as numbers, so that frame 10 comes after frame 9 however they are written.

    Raises:
        CaptureError: Where there is no such file, or too many.
    """
    names, folders = list_folder(folder)
    kinds: dict[str, list[str]] = defaultdict(list)
    for name in names:
        kinds[_DIGITS.sub("#", name)].append(name)
    ranked = sorted(kinds.values(), key=lambda names: (-len(names), min(names)))
    frames = next((names for names in ranked if _is_text(folder / min(names))), None)
    if frames is None:
        inside = f" (its folders are {shown_list(folders)})" if folders else ""
        if names:
            raise CaptureError(
                folder,
                f"is a folder of {len(names)} files and none of them a text{inside}, expected one text a "
                f"frame; give one of them by itself, such as {shown(names[0])}",
            )
        raise CaptureError(folder, f"is a folder without text files{inside}, expected one file a frame")
    return [folder / name for name in sorted(frames, key=_numbers)]


def list_folder(folder: Path) -> tuple[list[str], list[str]]:
    """Return the names of a folder's files that are not hidden, and of its folders, each in order.

    Raises:
        CaptureError: Where there are too many.
    """
    files: list[str] = []
    folders: list[str] = []
    with os.scandir(folder) as entries:
        for count, entry in enumerate(entries):
            if count >= MAX_FRAME_FILES:
                raise CaptureError(folder, f"holds over {MAX_FRAME_FILES} files, at most that many are read")
            if entry.is_dir():
                folders.append(entry.name)
            elif entry.is_file() and not entry.name.startswith("."):
                files.append(entry.name)
    return sorted(files), sorted(folders)


def within(folder: Path, file: Path) -> Path:
    """Return a file that lies in a folder wherever links lead.

    Raises:
        CaptureError: It lies elsewhere.
    """
    inside, found = os.path.realpath(folder), os.path.realpath(file)
    if os.path.commonpath([inside, found]) != inside:
        raise CaptureError(file, f"leads out of the folder {folder.name}, expected a file that lies in it")
    return file


def _numbers(name: str) -> tuple[list[int], str]:
    return [int(digits) for digits in _DIGITS.findall(name)], name


def _is_text(path: Path) -> bool:
    """Tell whether a file begins without the zero bytes that pictures, videos and archives have."""
    with open_file(path) as file:
        start = file.read(_SNIFFED_BYTES)
    return len(start) > 0 and b"\0" not in start
