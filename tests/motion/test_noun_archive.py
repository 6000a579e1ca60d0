"""Archives say what they hold; those of every version stay readable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.archive import load_arrays, save_arrays
from understudy.motion.noun_archive import FORMAT_VERSION, KIND, VERSION

SAVED = Path(__file__).parent / "saved"
"""One small file of each noun and version, written when that version was the newest and never since."""

FIRST_VERSION = {"rollout": 2, "composition": 2, "primitives": 2}
"""Kinds that no command wrote in earlier versions."""

Maker = Callable[..., Any]


def kind_of(noun: object) -> str:
    return {"Recording": "recording", "HumanMotion": "human_motion", "RobotMotion": "robot_motion"}.get(
        type(noun).__name__, type(noun).__name__.lower()
    )


@pytest.mark.parametrize("version", range(1, FORMAT_VERSION + 1))
def test_a_file_of_every_version_is_read(make_noun: Maker, version: int, tmp_path: Path) -> None:
    noun = make_noun()
    if version < FIRST_VERSION.get(kind_of(noun), 1):
        pytest.skip(f"nothing wrote a {kind_of(noun)} before version {FIRST_VERSION[kind_of(noun)]}")
    noun.save(tmp_path / "today.npz")
    type(noun).load(SAVED / f"{kind_of(noun)}_{version}.npz").save(tmp_path / "read.npz")
    assert (tmp_path / "read.npz").read_bytes() == (tmp_path / "today.npz").read_bytes()


def test_what_is_saved_today_is_the_newest_version_that_is_kept(make_noun: Maker, tmp_path: Path) -> None:
    noun = make_noun()
    noun.save(tmp_path / "noun.npz")
    kept = load_arrays(SAVED / f"{kind_of(noun)}_{FORMAT_VERSION}.npz", ())
    saved = load_arrays(tmp_path / "noun.npz", ())
    assert sorted(saved) == sorted(kept)
    for name, array in saved.items():
        assert (array.dtype.kind, array.shape) == (kept[name].dtype.kind, kept[name].shape)
    assert (str(saved[KIND]), int(saved[VERSION])) == (kind_of(noun), FORMAT_VERSION)


def test_an_archive_of_another_kind_is_named(make_noun: Maker, tmp_path: Path) -> None:
    noun = make_noun()
    noun.save(tmp_path / "noun.npz")
    arrays = load_arrays(tmp_path / "noun.npz", ())
    save_arrays(tmp_path / "noun.npz", {**arrays, KIND: np.array("dance")})
    with pytest.raises(
        InvalidMotionError, match=rf"noun\.npz: holds a 'dance', expected a '{kind_of(noun)}'"
    ):
        type(noun).load(tmp_path / "noun.npz")


@pytest.mark.parametrize("version", [FORMAT_VERSION + 1, np.inf, np.nan])
def test_an_archive_of_a_later_version_is_not_guessed_at(
    make_noun: Maker, tmp_path: Path, version: float
) -> None:
    noun = make_noun()
    noun.save(tmp_path / "noun.npz")
    arrays = load_arrays(tmp_path / "noun.npz", ())
    save_arrays(tmp_path / "noun.npz", {**arrays, VERSION: np.array(version)})
    with pytest.raises(InvalidMotionError, match="of a later Understudy; this one reads up to 2"):
        type(noun).load(tmp_path / "noun.npz")


@pytest.mark.parametrize("version", range(1, FORMAT_VERSION + 1))
@pytest.mark.parametrize(("noun", "name"), [(HumanMotion, "human_motion"), (RobotMotion, "robot_motion")])
def test_nouns_are_told_apart(noun: type[HumanMotion] | type[RobotMotion], name: str, version: int) -> None:
    for path in sorted(SAVED.glob(f"*_{version}.npz")):
        assert noun.is_saved_in(path) == (path.stem == f"{name}_{version}")


def test_what_an_archive_says_counts_more_than_the_names_in_it(tmp_path: Path) -> None:
    arrays = load_arrays(SAVED / f"robot_motion_{FORMAT_VERSION}.npz", ())
    save_arrays(tmp_path / "a.npz", {**arrays, KIND: np.array("dance")})
    assert not RobotMotion.is_saved_in(tmp_path / "a.npz")
