"""Archives that once raised what nobody expects, or would have filled the memory."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import Evaluation, HumanMotion, Recording, RobotMotion, Rollout
from understudy.motion.archive import FREE_BYTES, load_arrays, save_arrays

SAVED = Path(__file__).parents[1] / "motion" / "saved"
NOUNS = {
    "recording": Recording,
    "human_motion": HumanMotion,
    "robot_motion": RobotMotion,
    "rollout": Rollout,
    "evaluation": Evaluation,
}


def npy(header: bytes, data: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    return b"\x93NUMPY" + version + struct.pack("<H", len(header)) + header + data


def described(descr: str, shape: str, data: bytes = b"") -> bytes:
    return npy(f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n".encode(), data)


MEMBERS = {
    "a shape that fills the memory": described("<f8", "(9999999999, 9999999)"),
    "a shape of 5,000 digits": described("<f8", f"({'9' * 900},)"),
    "a shape below zero": described("<f8", "(-1,)"),
    "values of no size": described("<U0", "(1000000000000,)"),
    "values of a size that overflows": described("<U999999999999", "(1,)"),
    "brackets without end": npy(b"(" * 900),
    "brackets in brackets": npy(b"[" * 450 + b"]" * 450),
    "signs without end": npy(
        b"{'descr': '<f8', 'fortran_order': False, 'shape': (" + b"-" * 9500 + b"1,), }"
    ),
    "a truth as a length": described("<f8", "(True,)", bytes(8)),
    "dates in steps of nothing": described("<M8[0s]", "(1,)", bytes(8)),
    "spans in parts of nothing": described("<m8[s/0]", "(1,)", bytes(8)),
    "a line that does not end": npy(b"{'descr': '''"),
    "a header that is no text": npy(b"\xff\xfe\xfd" * 20),
    "a header of bytes that are none": npy(b"{'descr': '<f8', 'fortran_order': False, 'shape': (\x00,), }"),
    "a sum in the shape": npy(b"{'descr': '<f8', 'fortran_order': False, 'shape': (1+1,), }"),
    "a type in a type": npy(b"{'descr': [('a', [('b', '<f8')])], 'fortran_order': False, 'shape': (), }"),
    "objects": described("|O", "(1,)", bytes(8)),
    "a type that is none": described("<f3", "(1,)", bytes(3)),
    "characters that do not exist": described("<U1", "()", b"\xff\xff\xff\xff"),
    "half a character": described("<U1", "()", b"\x00\xd8\x00\x00"),
    "another version": npy(b"", version=b"\x09\x09"),
    "nothing": b"",
}


def archive(member: bytes, name: str = "fps.npy") -> bytes:
    """Return a robot's motion with one member in the place of another."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(SAVED / "robot_motion_2.npz") as old, zipfile.ZipFile(buffer, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, member if info.filename == name else old.read(info))
    return buffer.getvalue()


@pytest.mark.parametrize("name", ["fps.npy", "kind.npy", "format_version.npy", "joints.npy", "status.npy"])
@pytest.mark.parametrize("case", MEMBERS)
def test_a_broken_array_is_one_sentence(tmp_path: Path, case: str, name: str) -> None:
    (tmp_path / "a.npz").write_bytes(archive(MEMBERS[case], name))
    with pytest.raises(InvalidMotionError) as raised:
        RobotMotion.load(tmp_path / "a.npz")
    assert str(raised.value).startswith(str(tmp_path / "a.npz"))
    assert "\n" not in str(raised.value)


def patched(signature: bytes, offset: int, value: bytes) -> Callable[[bytes], bytes]:
    """Return what replaces bytes at an offset of every record that begins with a signature."""

    def patch(content: bytes) -> bytes:
        changed, place = bytearray(content), content.find(signature)
        while place >= 0:
            changed[place + offset : place + offset + len(value)] = value
            place = content.find(signature, place + 1)
        return bytes(changed)

    return patch


DIRECTORY, END = b"PK\x01\x02", b"PK\x05\x06"
CONTAINERS = {
    "a version that is to come": patched(DIRECTORY, 6, b"\xff\xff"),
    "a packing that is to come": patched(DIRECTORY, 10, b"\x62\x00"),
    "a secret": patched(DIRECTORY, 8, b"\x01\x00"),
    "names that are no text": lambda content: patched(DIRECTORY, 8, b"\x00\x08")(content).replace(
        b"fps.npy", b"\xff\xfe\xfd\xfc.np"
    ),
    "sizes beyond all": patched(DIRECTORY, 24, b"\xff\xff\xff\x7f"),
    "places beyond the end": patched(DIRECTORY, 42, b"\xff\xff\xff\x7f"),
    "a directory elsewhere": patched(END, 16, b"\xff\xff\xff\x7f"),
    "a directory without end": patched(END, 12, b"\xff\xff\xff\xff"),
    "dates that are none": patched(DIRECTORY, 12, b"\xff\xff\xff\xff"),
    "other checksums": patched(DIRECTORY, 16, b"\x00\x00\x00\x00"),
    "a cut": lambda content: content[: len(content) // 2],
    "an empty file": lambda content: b"",
    "an end alone": lambda content: content[-22:],
}


@pytest.mark.parametrize("case", CONTAINERS)
@pytest.mark.parametrize("kind", NOUNS)
def test_a_broken_container_is_a_noun_or_one_sentence(tmp_path: Path, case: str, kind: str) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(CONTAINERS[case]((SAVED / f"{kind}_2.npz").read_bytes()))
    assert isinstance(HumanMotion.is_saved_in(path) or RobotMotion.is_saved_in(path), bool)
    try:
        assert NOUNS[kind].load(path) is not None
    except InvalidMotionError as error:
        assert str(error).startswith(str(path))
        assert "\n" not in str(error)


def test_members_that_nobody_asks_for_are_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    buffer = io.BytesIO((SAVED / "robot_motion_2.npz").read_bytes())
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr("bomb.npy", bytes(2 * FREE_BYTES))
        file.writestr("remark.txt", b"anything")
    path.write_bytes(buffer.getvalue())
    assert RobotMotion.load(path).robot == "nao"


def test_arrays_that_grow_a_thousandfold_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    bomb = described("<f8", f"({FREE_BYTES // 8}, 2)", bytes(2 * FREE_BYTES))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("q.npy", bomb)
    assert path.stat().st_size < FREE_BYTES // 100
    with pytest.raises(InvalidMotionError, match="more than 100 times its size"):
        load_arrays(path, ("q",))


def test_even_arrays_of_ours_come_back(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    still = np.zeros((FREE_BYTES // 16, 3))
    save_arrays(path, {"q": still})
    assert load_arrays(path, ("q",))["q"].shape == still.shape


@pytest.mark.parametrize("value", ["1e999", "[" * 100_000, '{"a": ' * 5000, "\x00", "null", "9" * 6000])
@pytest.mark.parametrize(("kind", "name"), [("recording", "subject"), ("human_motion", "sizes")])
def test_texts_of_strangers_are_a_noun_or_one_sentence(
    tmp_path: Path, kind: str, name: str, value: str
) -> None:
    arrays = load_arrays(SAVED / f"{kind}_2.npz", ())
    save_arrays(tmp_path / "a.npz", {**arrays, name: np.array(value)})
    with pytest.raises(InvalidMotionError) as raised:
        NOUNS[kind].load(tmp_path / "a.npz")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("foreign", [np.array(np.inf), np.array(1e300), np.array(-1), np.zeros((2, 2))])
@pytest.mark.parametrize("name", ["fps", "status", "q", "joints", "provenance", "contacts"])
def test_numbers_of_strangers_are_a_noun_or_one_sentence(
    tmp_path: Path, name: str, foreign: np.ndarray
) -> None:
    arrays = load_arrays(SAVED / "robot_motion_2.npz", ())
    save_arrays(tmp_path / "a.npz", {**arrays, name: foreign})
    with pytest.raises(InvalidMotionError) as raised:
        RobotMotion.load(tmp_path / "a.npz")
    assert "\n" not in str(raised.value)
