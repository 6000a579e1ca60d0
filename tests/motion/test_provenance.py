"""A history names its file by hash, never by path, and survives JSON."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from understudy import __version__
from understudy.motion import Provenance
from understudy.motion.ending import Ending

SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_file_is_known_by_name_and_hash() -> None:
    history = Provenance.of_file("/home/somebody/walk.bvh", b"abc")
    assert history == Provenance("walk.bvh", SHA256_OF_ABC, (), __version__)
    assert "/home" not in history.to_json()


def test_stages_add_up_and_come_back_equal() -> None:
    history = Provenance("a").then("clean", cutoff=6.0).then("track", weights=(1, 2), robot="nao")
    assert [stage for stage, _ in history.steps] == ["clean", "track"]
    assert Provenance.from_json(history.to_json()) == history
    assert history.to_json() == Provenance.from_json(history.to_json()).to_json()


def test_then_leaves_the_earlier_history_alone() -> None:
    first = Provenance("a")
    first.then("clean")
    assert first.steps == ()


def test_options_that_no_file_can_hold_are_refused() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        Provenance("a").then("clean", where=object())


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"source": "", "sha256": "", "version": "", "steps": [1]}']
)
def test_what_is_no_history_is_refused(text: str) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Provenance.from_json(text)


@pytest.mark.parametrize(
    "value",
    [
        *("text", 3, 0.1, True, None, math.inf, (1, (2.5, "b")), [], {"a": (1,), "b": {"c": None}}),
        *({1: "a", None: "b"}, np.float64(0.1), Ending.CONVERGED, "half of a character \ud800"),
    ],
)
def test_options_are_what_json_gives_back(value: object) -> None:
    (_, options), *_ = Provenance("a").then("clean", of=value).steps
    expected = json.loads(json.dumps(value))
    assert options["of"] == expected
    assert type(options["of"]) is type(expected)


def test_options_are_not_shared_with_who_gave_them() -> None:
    given = {"weights": [1, 2]}
    history = Provenance("a").then("track", **given)
    given["weights"].append(3)
    assert history.steps[0][1] == {"weights": [1, 2]}
