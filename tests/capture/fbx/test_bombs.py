"""FBX files that claim more than they hold, or hang from themselves, are refused in a sentence."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.capture.fbx.conftest import with_more
from understudy.capture import read_capture
from understudy.errors import CaptureError
from understudy.export.captures.fbx_records import Id, Name, Record, as_binary

Save = Callable[..., Path]


def refused(path: Path) -> str:
    with pytest.raises(CaptureError) as caught:
        read_capture(path)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


FIRST, ATTRIBUTE = 9000, 60_000
"""Numbers of objects."""


def bones(count: int) -> list[Record]:
    """Return so many bones."""
    found: list[Record] = []
    for each in range(count):
        found.append(Record("Model", (Id(FIRST + each), Name(f"b{each}", "Model"), "LimbNode")))
        kind = (Id(ATTRIBUTE + each), Name("", "NodeAttribute"), "LimbNode")
        found.append(Record("NodeAttribute", kind, (Record("TypeFlags", ("Skeleton",)),)))
    return found


def hung(parents: list[int]) -> list[Record]:
    """Return what hangs bones from each other, and says that they are bones."""
    links = [Record("C", ("OO", Id(FIRST + each), Id(parent))) for each, parent in enumerate(parents)]
    kinds = (Record("C", ("OO", Id(ATTRIBUTE + each), Id(FIRST + each))) for each in range(len(parents)))
    return [*links, *kinds]


@pytest.mark.parametrize("is_binary", [True, False])
def test_a_cycle_of_nodes(records: list[Record], save: Save, is_binary: bool) -> None:
    found = with_more(with_more(records, "Objects", bones(2)), "Connections", hung([FIRST + 1, FIRST]))
    assert "is no FBX that can be read" in refused(save(found, is_binary))


def test_a_chain_of_many_nodes(records: list[Record], save: Save) -> None:
    count = 30_000
    links = hung([FIRST + each - 1 if each else 0 for each in range(count)])
    found = with_more(with_more(records, "Objects", bones(count)), "Connections", links)
    refused(save(found))


def test_a_skeleton_of_many_joints(records: list[Record], save: Save) -> None:
    count = 2500
    links = hung([FIRST if each else 0 for each in range(count)])
    found = with_more(with_more(records, "Objects", bones(count)), "Connections", links)
    assert "holds a skeleton of 2500 joints, at most 2000 are read" in refused(save(found))


def test_a_take_of_a_century(records: list[Record], save: Save) -> None:
    for record in records:
        for inner in record.inner:
            if inner.name == "AnimationStack":
                stop = inner.inner[0].inner[1]
                object.__setattr__(stop, "values", (*stop.values[:4], Id(3 * 10**18)))
    assert "frames of 33 nodes, at most 40000000 in all" in refused(save(records))


def test_no_animation(records: list[Record], save: Save) -> None:
    objects = ("AnimationStack", "AnimationLayer", "AnimationCurve", "AnimationCurveNode")
    still = [
        Record(record.name, record.values, [each for each in record.inner if each.name not in objects])
        for record in records
    ]
    assert "holds no animation of its nodes" in refused(save(still))


def array(claimed: int, packed: bytes, encoding: int) -> bytes:
    """Return a binary file with one array that claims to hold so many numbers."""
    whole = as_binary([Record("Objects", (), (Record("Geometry", (Id(1),)),))])
    name = b"Geometry"
    begin = whole.index(name) - 13
    values = b"d" + struct.pack("<III", claimed, encoding, len(packed)) + packed
    record = struct.pack("<IIIB", begin + 13 + len(name) + len(values), 1, len(values), len(name))
    return whole[:begin] + record + name + values + b"\0" * 200


@pytest.mark.parametrize(
    ("claimed", "packed", "encoding"),
    [
        (0xFFFFFFFF, b"", 0),
        (0x1FFFFFFF, zlib.compress(b"\0" * (64 << 20)), 1),
        (10, zlib.compress(b"x" * 80), 7),
    ],
)
def test_an_array_that_claims_too_much(tmp_path: Path, claimed: int, packed: bytes, encoding: int) -> None:
    path = tmp_path / "bomb.fbx"
    path.write_bytes(array(claimed, packed, encoding))
    refused(path)


def test_braces_without_end(tmp_path: Path) -> None:
    path = tmp_path / "deep.fbx"
    path.write_bytes(b"; FBX 7.4.0 project file\n" + b"A: {\n" * 200_000 + b"}\n" * 200_000)
    refused(path)
    path.write_bytes(b"; FBX 7.4.0 project file\n" + b"A: {\n" * 200_000)
    assert "opens 200000 braces and closes 0" in refused(path)


def test_a_text_array_that_claims_too_much(tmp_path: Path) -> None:
    path = tmp_path / "bomb.fbx"
    path.write_bytes(b"; FBX 7.4.0 project file\nObjects: {\nVertices: *4000000000 {\na: 1,2,3\n}\n}\n")
    refused(path)


@pytest.mark.parametrize("name", ["Lcl Translation", "Lcl Scaling", "PreRotation"])
@pytest.mark.parametrize("value", [1e300, float("inf"), float("nan"), 1e8])
def test_numbers_without_bounds(records: list[Record], save: Save, name: str, value: float) -> None:
    """Products of such numbers overflow down the tree."""
    for record in records:
        for model in record.inner if record.name == "Objects" else ():
            if model.name == "Model":
                rows = model.inner[1].inner
                more = Record("P", (name, name, "", "A", value, value, value))
                object.__setattr__(model.inner[1], "inner", [*rows, more])
    path = save(records)
    try:
        assert np.isfinite(read_capture(path).points).all()
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
