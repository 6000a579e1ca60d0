"""The state between frames: what a file of it may be, and what is refused, in one sentence."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import mujoco
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kinematics.conftest import ALL_JOINT_TYPES
from tests.kinematics.small_problems import ARM
from understudy.errors import InvalidMotionError
from understudy.kinematics.state import State, new_state
from understudy.kinematics.tree import Tree, compile_tree

TREE = compile_tree(mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES))
OTHER_TREE = compile_tree(mujoco.MjModel.from_xml_string(ARM))
EDITS = st.lists(
    st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=4
)


@pytest.fixture(scope="module")
def state() -> State:
    """Return a state that has been somewhere."""
    generator, state = np.random.default_rng(1), new_state(TREE, first_pause=4)
    for array in state:
        array[:] = (
            generator.integers(1, 9, array.shape)
            if array.dtype == np.int64
            else generator.random(array.shape)
        )
    return state


@pytest.fixture(scope="module")
def content(state: State, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of its file."""
    path = tmp_path_factory.mktemp("state") / "state.npz"
    state.save(path)
    return path.read_bytes()


def _refusal(path: Path, content: bytes, tree: Tree = TREE) -> str:
    """Return the sentence by which a file is refused."""
    path.write_bytes(content)
    with pytest.raises(InvalidMotionError) as refused:
        State.load(path, tree)
    sentence = str(refused.value)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence


def _with(state: State, **arrays: np.ndarray) -> bytes:
    """Return the file of a state in which some arrays are others."""
    buffer = io.BytesIO()
    np.savez(buffer, **{**state._asdict(), **arrays})
    return buffer.getvalue()


def test_a_state_comes_back_as_it_was(state: State, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "state.npz"
    path.write_bytes(content)
    loaded = State.load(path, TREE)
    for name, array in loaded._asdict().items():
        expected = getattr(state, name)
        assert array.tobytes() == expected.tobytes()
        assert (array.dtype, array.flags.writeable, array.flags.c_contiguous) == (expected.dtype, True, True)


def test_a_new_state_has_done_nothing_and_looks_for_a_better_branch_after_the_first_frame() -> None:
    fresh = new_state(TREE, first_pause=4)
    assert fresh.done[0] == 0
    assert fresh.lead.tolist() == [0, 4, 1]
    assert len(fresh.last) == len(TREE.q_zero)


def test_a_copy_shares_nothing(state: State) -> None:
    assert not any(np.shares_memory(one, other) for one, other in zip(state, state.copy(), strict=True))


def test_a_state_of_another_tree_is_refused(content: bytes, tmp_path: Path) -> None:
    sentence = _refusal(tmp_path / "state.npz", content, OTHER_TREE)
    assert f"'last' is float64 ({len(TREE.q_zero)},)" in sentence
    assert f"float64 ({len(OTHER_TREE.q_zero)},) is expected" in sentence


def test_numbers_of_another_kind_are_refused(state: State, tmp_path: Path) -> None:
    content = _with(state, last=state.last.astype(np.float32))
    assert "'last' is float32" in _refusal(tmp_path / "state.npz", content)


def test_numbers_that_are_not_finite_are_refused(state: State, tmp_path: Path) -> None:
    content = _with(state, goal=np.full_like(state.goal, np.nan))
    assert "'goal' holds numbers that are not finite" in _refusal(tmp_path / "state.npz", content)


def test_pickled_objects_are_refused(state: State, tmp_path: Path) -> None:
    _refusal(tmp_path / "state.npz", _with(state, last=np.array([{}], dtype=object)))


def test_an_array_that_is_missing_is_refused(content: bytes, tmp_path: Path) -> None:
    shortened = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(shortened, "w") as rest:
        for name in archive.namelist():
            if name != "goal.npy":
                rest.writestr(name, archive.read(name))
    assert "goal" in _refusal(tmp_path / "state.npz", shortened.getvalue())


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidMotionError, match=r"absent\.npz"):
        State.load(tmp_path / "absent.npz", TREE)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.9, 0.99])
def test_a_file_that_was_cut_short_is_refused(content: bytes, share: float, tmp_path: Path) -> None:
    _refusal(tmp_path / "state.npz", content[: int(share * len(content))])


def test_a_single_array_is_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.zeros(3))
    _refusal(tmp_path / "state.npy", buffer.getvalue())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS)
def test_a_file_with_changed_bytes_is_a_state_or_refused(
    edits: list[tuple[float, int]], content: bytes, tmp_path: Path
) -> None:
    damaged = bytearray(content)
    for share, byte in edits:
        damaged[int(share * len(damaged))] = byte
    path = tmp_path / "state.npz"
    path.write_bytes(damaged)
    try:
        State.load(path, TREE)
    except InvalidMotionError as refused:
        assert "\n" not in str(refused)
