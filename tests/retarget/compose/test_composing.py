"""Motions described by weights and played again: windows, smoothing, near real time, files, other robots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError, OptionError
from understudy.motion import RobotMotion
from understudy.motion.composition import Composition
from understudy.motion.learned_primitives import learn_primitives
from understudy.motion.primitives import Primitives, cosines, sinusoids
from understudy.retarget import METHODS, ComposeOptions, RangeOptions
from understudy.retarget.compose.composer import Composer
from understudy.retarget.compose.composing import (
    compose,
    composed_motion,
    find_library,
    rebuilt,
    thesis_options,
)
from understudy.retarget.option_settings import set_options
from understudy.robots import load_robot
from understudy.robots.source import human_from_motion
from understudy.signals.pi_controller import LOOP_RATE, PiController
from understudy.takes import read_take

FPS = 30.0
LEAST_GAIN = 4.0
"""How many times as large jumps between windows are without smoothing."""


def arm_motion(seconds: float = 17.3, fps: float = FPS) -> RobotMotion:
    """Return NAO at home, its arms moving by waves up to 2 Hz."""
    robot = load_robot("nao")
    q = np.tile(robot.home, (round(seconds * fps), 1))
    times, generator = np.arange(len(q)) / fps, np.random.default_rng(4)
    for index, name in enumerate(robot.joints):
        if "Shoulder" in name or "Elbow" in name:
            rates, phases = generator.uniform(0.3, 6.0, 4), generator.uniform(0.0, 6.0, 4)
            q[:, 7 + index] += 0.15 * np.sin(np.outer(times, rates) + phases).sum(axis=1)
    return RobotMotion("nao", "waves", robot.joints, q, fps, np.zeros(len(q), dtype=np.int64))


def jumps(motion: RobotMotion, hop: int) -> np.ndarray:
    """Return by how much steps into every window are off the steps around them, of all joints the most."""
    joints = np.array(motion.joint_positions)
    bends = np.abs(np.diff(joints, n=2, axis=0)).max(axis=1)
    return np.array([bends[start - 2 : start + 1].max() for start in range(hop, len(joints) - 1, hop)])


def test_a_motion_of_the_library_comes_back_exactly() -> None:
    robot = load_robot("qtrobot")
    times = np.arange(151) / FPS
    weights = np.random.default_rng(2).normal(size=(cosines().count, len(robot.joints)))
    q = cosines().values(times).T @ weights
    motion = RobotMotion("qtrobot", "made", robot.joints, q, FPS, np.zeros(len(q), dtype=np.int64))
    found = compose(motion, ComposeOptions(library="cosines", window=151 / FPS, smoothing="none"))
    np.testing.assert_allclose(found.weights[0], weights, atol=1e-8)
    assert found.residual_share < 1e-18
    np.testing.assert_allclose(composed_motion(found).q, q, atol=1e-9)


def test_what_is_left_out_is_the_error_between_both() -> None:
    motion = arm_motion()
    found = compose(motion, ComposeOptions(smoothing="none"))
    off = np.array(motion.joint_positions) - np.array(composed_motion(found).joint_positions)
    np.testing.assert_allclose(found.residual.sum(axis=0), (off**2).sum(axis=0) / FPS, atol=1e-9)
    assert 0.0 < found.residual_share < 0.01
    assert found.compactness > 5.0


@pytest.mark.parametrize("window", [0.4, 2.0, 5.0, 30.0])
def test_windows_of_any_length(window: float) -> None:
    motion = arm_motion()
    found = compose(motion, ComposeOptions(window=window))
    assert np.isfinite(composed_motion(found).q).all()
    assert found.residual_share < 0.2


def test_smoothing_side_by_side() -> None:
    """Without it windows jump; the controller lags and cuts them, and conditions leave none at all."""
    motion = arm_motion()
    hop = round(5.0 * FPS)
    made = {
        way: composed_motion(
            compose(motion, ComposeOptions(library="cosines", clock="absolute", smoothing=way))
        )
        for way in ("none", "pi", "continuous")
    }
    sizes = {way: jumps(each, hop).max() for way, each in made.items()}
    assert sizes["none"] > LEAST_GAIN * sizes["pi"]
    assert sizes["none"] > LEAST_GAIN * sizes["continuous"]


def test_value_and_slope_go_on_between_windows() -> None:
    motion = arm_motion()
    found = compose(motion, ComposeOptions())
    library, edge = found.primitives, np.array([-1.0, found.hop - 1.0]) / FPS
    for values in (library.values(edge), library.slopes(edge)):
        begins, ends = values[:, 0] @ found.weights[1:3], values[:, 1] @ found.weights[:2]
        np.testing.assert_allclose(begins, ends, atol=1e-8)


def test_overlapped_windows_are_late_by_a_hop_and_see_nothing_ahead() -> None:
    """What a hop plays does not change with what comes after it, and streaming gives the same."""
    motion = arm_motion()
    options = ComposeOptions(window=5.0, hop=0.5)
    whole = compose(motion, options)
    cut = compose(motion.section(0, 150), options)
    np.testing.assert_array_equal(cut.weights, whole.weights[:10])
    composer = Composer(sinusoids(), FPS, whole.window, whole.hop, "window", continuous=True)
    played = [composer.push(frame) for frame in motion.joint_positions]
    hops = [part for part in (*played, composer.finish()) if part is not None]
    assert [index for index, part in enumerate(played) if part is not None][:2] == [14, 29]
    np.testing.assert_array_equal(np.stack([part.weights for part in hops]), whole.weights)
    np.testing.assert_allclose(
        np.concatenate([part.joints for part in hops]), composed_motion(whole).joint_positions, atol=1e-9
    )


def test_the_controller_is_the_thesiss_program_at_its_rate() -> None:
    wish = np.where(np.arange(60)[:, None] < 5, 0.0, 1.0) * np.ones((1, 2))
    regulated, total, last = 0.0, 0.0, 0.0
    expected = []
    for value in wish[:, 0]:
        error = value - regulated
        total = total + last
        regulated += 0.15 * error + 0.00001 * total
        last = error
        expected.append(regulated)
    found = PiController(LOOP_RATE).follow(wish)
    np.testing.assert_allclose(found[:, 0], expected, rtol=1e-12)


def test_the_controller_takes_as_long_at_another_rate() -> None:
    slow, fast = (PiController(fps) for fps in (30.0, 120.0))
    for controller in (slow, fast):
        controller.begin_at(np.zeros(1))
    reached = [slow.follow(np.ones((30, 1)))[-1], fast.follow(np.ones((120, 1)))[-1]]
    assert reached[0] == pytest.approx(reached[1], abs=1e-3)


def test_an_ill_conditioned_library_is_told() -> None:
    said: list[str] = []
    compose(arm_motion(), ComposeOptions(library="cosines", window=1.0), said.append)
    assert len(said) == 1
    assert "ill conditioned" in said[0]
    assert "cos(0.25t)" in said[0]
    said.clear()
    compose(arm_motion(), thesis_options(), said.append)
    assert not said


def test_learned_primitives_leave_out_less_than_as_many_cosines(tmp_path: Path) -> None:
    motion = arm_motion(40.0)
    learned = learn_primitives([motion], 5, 5.0)
    assert (np.diff(learned.explained) >= 0.0).all()
    learned.primitives.save(tmp_path / "library.npz")
    others = [str(tmp_path / "library.npz"), "cosines"]
    shares = [
        compose(motion, ComposeOptions(library=name, smoothing="none")).residual_share for name in others
    ]
    assert shares[0] < 0.5 * shares[1]
    assert find_library(others[0]).names[0] == "learned 1"


def test_composition_comes_back_from_its_file(tmp_path: Path) -> None:
    found = compose(arm_motion(), thesis_options())
    found.save(tmp_path / "weights.npz")
    again = Composition.load(tmp_path / "weights.npz")
    again.save(tmp_path / "again.npz")
    assert (tmp_path / "weights.npz").read_bytes() == (tmp_path / "again.npz").read_bytes()
    np.testing.assert_array_equal(composed_motion(found).q, composed_motion(again).q)
    assert Composition.is_saved_in(tmp_path / "weights.npz")
    assert not RobotMotion.is_saved_in(tmp_path / "weights.npz")


def test_weights_are_a_source_for_any_other_robot(tmp_path: Path) -> None:
    motion = arm_motion(6.0)
    compose(motion, ComposeOptions()).save(tmp_path / "weights.npz")
    human = read_take(tmp_path / "weights.npz").human
    expected = human_from_motion(load_robot("nao"), motion)
    arm = human.direction("forearm_l")[0]
    off = np.arccos(np.clip(np.sum(arm * expected.direction("forearm_l")[0], axis=1), -1.0, 1.0))
    assert np.degrees(np.median(off)) < 5.0


@pytest.mark.parametrize("of", ["geometric", "range"])
def test_the_method_rebuilds_another_ones_result_within_limits(of: str) -> None:
    robot = load_robot("nao")
    human = human_from_motion(robot, arm_motion(6.0))
    followed = METHODS[of].retarget(human, robot)
    motion = METHODS["compose"].retarget(human, robot, ComposeOptions(of=of))
    assert motion.method == "compose"
    told = dict(motion.provenance.steps)["compose"]
    assert 0.0 <= told["residual_share"] < 0.05
    off = np.abs(np.array(motion.joint_positions) - np.array(followed.joint_positions))
    assert np.degrees(np.median(off.max(axis=1))) < 12.0
    assert (motion.joint_positions <= robot.upper + 1e-9).all()
    assert (np.abs(np.diff(motion.joint_positions, axis=0)) <= robot.velocity / FPS + 1e-9).all()


def test_options_of_the_other_method_are_taken() -> None:
    robot = load_robot("nao")
    human = human_from_motion(robot, arm_motion(4.0))
    chosen = set_options(ComposeOptions(), ["of_set=mapping=ends; reading=links", "of=range", "window=2"])
    asked = METHODS["range"].retarget(human, robot, RangeOptions(reading="links", mapping="ends"))
    found = METHODS["compose"].retarget(human, robot, chosen)
    np.testing.assert_array_equal(found.q, rebuilt(asked, robot, chosen).q)
    plain = METHODS["compose"].retarget(human, robot, ComposeOptions(of="range", window=2.0))
    assert np.abs(found.q - plain.q).max() > 0.01


@pytest.mark.parametrize(
    ("setting", "says"),
    [("stance", "NAME=VALUE"), ("stance=much", "stance is 'much'"), ("mapping=ends", "'mapping'")],
)
def test_options_that_the_other_method_does_not_have_are_refused(setting: str, says: str) -> None:
    robot = load_robot("nao")
    human = human_from_motion(robot, arm_motion(1.0))
    with pytest.raises(OptionError, match=says):
        METHODS["compose"].retarget(human, robot, set_options(ComposeOptions(), [f"of_set={setting}"]))


def test_bad_requests_are_one_sentence(tmp_path: Path) -> None:
    motion = arm_motion(6.0)
    with pytest.raises(OptionError, match="unknown library 'cosine'.*cosines"):
        compose(motion, ComposeOptions(library="cosine"))
    with pytest.raises(OptionError, match="no more than the window"):
        compose(motion, ComposeOptions(window=1.0, hop=2.0))
    with pytest.raises(InvalidMotionError, match="as long as a window"):
        learn_primitives([motion], 3, 50.0)
    with pytest.raises(InvalidMotionError, match="different courses"):
        learn_primitives([replace(motion, q=np.tile(motion.q[:1], (len(motion.q), 1)))], 5, 2.0)
    with pytest.raises(InvalidMotionError, match="expected 1 to"):
        Primitives("none", np.zeros(0), np.zeros(0), np.zeros((0, 0)))
    with pytest.raises(InvalidMotionError, match="weights"):
        replace(compose(motion, ComposeOptions()), weights=np.zeros((1, 2, 3)))


def test_rebuilding_keeps_parts_apart() -> None:
    robot = load_robot("nao")
    motion = arm_motion(6.0)
    assert rebuilt(motion, robot, ComposeOptions()).q.shape == motion.q.shape


def test_a_file_that_asks_for_any_memory_is_refused(tmp_path: Path) -> None:
    """Weights of one window may claim to play for any time."""
    found = compose(arm_motion(3.0), ComposeOptions(window=3.0))
    robot = load_robot("qtrobot")
    count, joints = 10**12, robot.joints
    with pytest.raises(InvalidMotionError, match="more than a composition may describe"):
        replace(
            found,
            joints=joints,
            frame_count=count,
            window=count,
            hop=count,
            weights=np.zeros((1, found.primitives.count, len(joints))),
            residual=np.zeros((1, len(joints))),
            energy=np.zeros((1, len(joints))),
            root=np.zeros((count, 0)),
        )
    with pytest.raises(InvalidMotionError, match="gains are 7"):
        replace(found, proportional=7.0)
    with pytest.raises(InvalidMotionError, match="window of"):
        replace(found.primitives, seconds=float("inf"))
