"""KIT's sets: the Motion-Language set's files of a number and a type, and folders of subjects with trials.

``00017_mmm.xml``, ``00017_raw.c3d``, ``00017_annotations.json`` and ``00017_meta.json`` are one motion: the
first is what is read, the annotations are its description, and the meta file says whose it is. In the whole-
body database, as AMASS passes it on, ``KIT/3/walking_slow08_poses.npz`` is the eighth time that subject 3
walks slowly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from understudy.batch.storage import Storage
from understudy.errors import UnderstudyError
from understudy.library.entries import About, Institution, Project
from understudy.library.importing.layout import Sorted
from understudy.library.importing.words import categories_of, spaced

_TYPED = re.compile(r"(\d+)_(mmm|raw|annotations|meta|segmentation)")
_TRIAL = re.compile(r"(?P<what>[A-Za-z][A-Za-z_-]*?)_?(?P<trial>\d{1,3})(?:_poses|_stageii)?")
_LARGEST_JSON = 1 << 20
_ENOUGH, _SHARE = 2, 0.8

_INSTITUTION = Institution("Karlsruhe Institute of Technology", "https://motion-database.humanoids.kit.edu")
_LANGUAGE = Project(
    "KIT Motion-Language Dataset", _INSTITUTION.name, "Motions in MMM form with sentences by people"
)
_WHOLE_BODY = Project("KIT Whole-Body Human Motion Database", _INSTITUTION.name, "Projects of MMM recordings")


def recognise_kit(storage: Storage, names: Sequence[str], sizes: Mapping[str, int]) -> Sorted | None:
    """Return what KIT's layouts say; None where it is neither."""
    return _language_set(storage, names, sizes) or _whole_body_set(names)


def _language_set(storage: Storage, names: Sequence[str], sizes: Mapping[str, int]) -> Sorted | None:
    groups: dict[str, dict[str, str]] = {}
    for name in names:
        path = PurePosixPath(name)
        found = _TYPED.fullmatch(path.stem)
        if found is not None:
            groups.setdefault(str(path.with_name(found[1])), {})[found[2]] = name
    motions = {key: parts for key, parts in groups.items() if "mmm" in parts or "raw" in parts}
    if len(motions) < _ENOUGH and not any("annotations" in parts for parts in motions.values()):
        return None
    first = {parts.get("mmm") or parts["raw"]: key for key, parts in motions.items()}
    attached = {
        name: tuple(part for part in motions[key].values() if part != name) for name, key in first.items()
    }

    def about(name: str) -> About:
        if name not in first:
            return About(title=PurePosixPath(name).stem)
        key = first[name]
        said = _sentences(storage, motions[key].get("annotations"), sizes)
        meta = _json(storage, motions[key].get("meta"), sizes)
        number = PurePosixPath(key).name
        title = f"{number} {said[0]}" if said else number
        return About(
            title=title[:200],
            description="\n".join(said),
            project=_LANGUAGE.name,
            categories=categories_of(" ".join(said)),
            tags=("kit", *_institution(meta)),
        )

    passed_over = frozenset(part for parts in attached.values() for part in parts)
    return Sorted("KIT Motion-Language", about, attached, passed_over, (_LANGUAGE,), (_INSTITUTION,))


def _whole_body_set(names: Sequence[str]) -> Sorted | None:
    """Return what folders of a numbered subject below one called KIT say."""
    inside = [name for name in names if _subject(name)]
    if len(inside) < _ENOUGH or len(inside) < _SHARE * len(names):
        return None

    def about(name: str) -> About:
        path = PurePosixPath(name)
        subject, found = _subject(name), _TRIAL.fullmatch(path.stem)
        what = spaced(found["what"]) if found else spaced(path.stem)
        return About(
            title=f"{what} {int(found['trial'])}" if found else what,
            description=what,
            project=_WHOLE_BODY.name,
            subject=f"KIT {subject}" if subject else "",
            categories=categories_of(what),
            tags=("kit",),
        )

    return Sorted("KIT whole-body", about, {}, frozenset(), (_WHOLE_BODY,), (_INSTITUTION,))


def _subject(name: str) -> str:
    """Return the number of the subject in whose folder a file lies, below a folder called KIT."""
    *_, above, folder = ("", "", *PurePosixPath(name).parts[:-1])
    return folder if above.upper() == "KIT" and folder.isdigit() else ""


def _sentences(storage: Storage, name: str | None, sizes: Mapping[str, int]) -> tuple[str, ...]:
    found = _json(storage, name, sizes)
    listed = found if isinstance(found, list) else []
    return tuple(" ".join(each.split()) for each in listed if isinstance(each, str) and each.strip())


def _institution(meta: Any) -> tuple[str, ...]:
    source = meta.get("source") if isinstance(meta, dict) else None
    whose = source.get("institution") if isinstance(source, dict) else None
    known = whose.get("identifier") if isinstance(whose, dict) else None
    return (known,) if isinstance(known, str) and known.strip() and known != "kit" else ()


def _json(storage: Storage, name: str | None, sizes: Mapping[str, int]) -> Any:
    """Return what a file in JSON says, None where it is none: that does not keep its motion out."""
    if name is None or sizes[name] > _LARGEST_JSON:
        return None
    try:
        return json.loads(storage.read(name))
    except (ValueError, UnderstudyError, RecursionError):
        return None
