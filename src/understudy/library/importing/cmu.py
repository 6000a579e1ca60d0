"""The CMU Graphics Lab set: ``07_03.bvh`` is the third motion of subject 7, and an index says what it is.

Two forms of the index are read: a text with a line ``Subject #7 (walk)`` for each subject and one of number
and description for each motion, and a table in CSV with the same. Without an index the names alone are taken
where nearly all files have such names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from understudy.batch.storage import Storage
from understudy.library.entries import About, Institution, Project
from understudy.library.importing.layout import Sorted
from understudy.library.importing.words import categories_of

_NAME = re.compile(r"(\d{1,3})_(\d{1,3})(?:_poses|_stageii)?")
_MOTION = re.compile(r"^\s*\"?(\d{1,3})_(\d{1,3})(?:\.\w+)?\"?\s*[\t,; ]\s*\"?(.*?)\"?\s*$")
_SUBJECT = re.compile(r"^\s*Subject\s*#?\s*(\d{1,3})\s*[(:]\s*(.*?)\)?\s*$", re.IGNORECASE)
_INDEX = re.compile(r"index|cmu.*(list|desc)|description", re.IGNORECASE)
_ENDINGS = (".txt", ".csv", ".tsv", ".md")
_LARGEST_INDEX = 4 << 20
_ENOUGH, _SHARE = 3, 0.8
"""So many lines make an index, and so large a share of files named so makes a set."""

_PROJECT = Project(
    "CMU Graphics Lab Motion Capture Database",
    "Carnegie Mellon University",
    "2605 trials of 144 subjects",
    "free for all uses",
)
_INSTITUTION = Institution("Carnegie Mellon University", "http://mocap.cs.cmu.edu")


def recognise_cmu(storage: Storage, names: Sequence[str], sizes: Mapping[str, int]) -> Sorted | None:
    """Return what the CMU set's index and names say; None where it is not that set."""
    motions: dict[tuple[int, int], str] = {}
    subjects: dict[int, str] = {}
    indexes = set()
    for name in names:
        if _may_be_index(name) and sizes[name] <= _LARGEST_INDEX:
            found = read_index(storage.read(name).decode("utf-8", "replace"))
            if len(found[0]) >= _ENOUGH:
                motions |= found[0]
                subjects |= found[1]
                indexes.add(name)
    others = [name for name in names if name not in indexes]
    named = [name for name in others if _NAME.fullmatch(PurePosixPath(name).stem)]
    if not named or (not motions and (len(named) < _ENOUGH or len(named) < _SHARE * len(others))):
        return None

    def about(name: str) -> About:
        return _about(name, motions, subjects)

    return Sorted("CMU", about, {}, frozenset(indexes), (_PROJECT,), (_INSTITUTION,))


def read_index(text: str) -> tuple[dict[tuple[int, int], str], dict[int, str]]:
    """Return (subject, trial) → description, and subject → what it does, of an index."""
    motions: dict[tuple[int, int], str] = {}
    subjects: dict[int, str] = {}
    for line in text.splitlines():
        if found := _SUBJECT.match(line):
            subjects[int(found[1])] = found[2].strip()
        elif found := _MOTION.match(line):
            said = found[3].strip().strip('"')
            motions[int(found[1]), int(found[2])] = "" if said.lower() == "unknown" else said
    return motions, subjects


def _may_be_index(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix.lower() in _ENDINGS and _INDEX.search(path.stem) is not None


def _about(name: str, motions: Mapping[tuple[int, int], str], subjects: Mapping[int, str]) -> About:
    stem = PurePosixPath(name).stem
    found = _NAME.fullmatch(stem)
    if found is None:
        return About(title=stem, project=_PROJECT.name)
    subject, trial = int(found[1]), int(found[2])
    said, doing = motions.get((subject, trial), ""), subjects.get(subject, "")
    number = f"{found[1]}_{found[2]}"
    return About(
        title=f"{number} {said}".strip()[:200],
        description="\n".join(filter(None, (said, f"Subject {subject}: {doing}" if doing else ""))),
        project=_PROJECT.name,
        subject=f"CMU {subject:02d}",
        categories=categories_of(said or doing),
        tags=("cmu",),
    )
