"""What ties person and robot: derivatives against differences of its cost."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.clip.state import stepped
from understudy.retarget.simultaneous.building import Building
from understudy.retarget.simultaneous.tie import Tie

STEP = 1e-6
FRAMES = slice(10, 18)
"""Some frames of the clip, on end: equations are asked for in parts."""

SHAKE = 0.2
"""How far [rad or m] poses are moved from where all is at rest."""


class Case:
    """A tie away from its least, and a direction to go."""

    def __init__(self, building: Building) -> None:
        """Shake person, robot and parameters of some frames."""
        random = np.random.default_rng(5)
        tie = self.tie = building.tie
        count, inside = FRAMES.stop - FRAMES.start, tie.size
        tree = self.tree = building.problem.tree
        size = len(tree.variable)
        free = tree.variable == np.arange(size)
        home = np.tile(np.array(tie.robot.robot.home), (count, 1))
        self.by_robot = free * random.normal(size=(count, size))
        self.by_person = random.normal(size=(count, inside))
        self.by_shared = random.normal(size=len(tie.expected))
        self.q = stepped(tree, home, SHAKE * free * random.normal(size=(count, size)))
        y = building.fit.poses.q[FRAMES]
        self.y = tie.stepped(y, SHAKE * random.normal(size=(count, inside)))
        self.shared = tie.expected + 0.1 * SHAKE * random.normal(size=len(tie.expected))

    def cost(self, robot: float, person: float, shared: float) -> np.ndarray:
        """Return costs of frames so far along the direction."""
        return self.tie.cost(
            FRAMES,
            stepped(self.tree, self.q, robot * self.by_robot),
            self.tie.stepped(self.y, person * self.by_person),
            self.shared + shared * self.by_shared,
        )


@pytest.fixture
def case(bending: Building) -> Case:
    return Case(bending)


def _slope(case: Case, *share: float) -> np.ndarray:
    ahead, back = (case.cost(*(sign * STEP * each for each in share)) for sign in (1.0, -1.0))
    return (ahead - back) / (2.0 * STEP)


def test_slopes_are_those_of_differences(case: Case) -> None:
    """By the robot, the person, and what all frames share, in each frame."""
    found = case.tie.equations(FRAMES, case.q, case.y, case.shared, True)
    inside = case.tie.size
    by_robot = (found.gradient * case.by_robot).sum(axis=1)
    by_person = (found.slope[:, :inside] * case.by_person).sum(axis=1)
    assert by_robot == pytest.approx(_slope(case, 1.0, 0.0, 0.0), rel=1e-5)
    assert by_person == pytest.approx(_slope(case, 0.0, 1.0, 0.0), rel=1e-5)
    assert found.slope[:, inside:] @ case.by_shared == pytest.approx(_slope(case, 0.0, 0.0, 1.0), rel=1e-5)


def test_the_matrix_is_that_of_squares(case: Case) -> None:
    """All blocks together are JᵀJ: positive, and with nothing that costs beyond its rows."""
    found = case.tie.equations(FRAMES, case.q, case.y, case.shared, True)
    whole = np.block([[found.own, found.across], [found.across.transpose(0, 2, 1), found.inner]])
    assert whole == pytest.approx(whole.transpose(0, 2, 1))
    lowest = np.linalg.eigvalsh(whole)[:, 0]
    assert lowest.min() > -1e-9 * np.abs(whole).max()


def test_a_short_step_gains_what_the_equations_promise(case: Case) -> None:
    """Of person and robot together, damped enough to stay near."""
    found, inside = case.tie.equations(FRAMES, case.q, case.y, case.shared, False), case.tie.size
    whole = np.block([[found.own, found.across], [found.across.transpose(0, 2, 1), found.inner]])
    slope = np.concatenate([found.gradient, found.slope], axis=1)
    damping = 1e2 * np.abs(whole).max() * np.eye(whole.shape[1])
    change = -np.linalg.solve(whole + damping, slope[..., None])[..., 0]
    case.by_robot, case.by_person = change[:, :-inside], change[:, -inside:]
    promised = -(slope * change).sum(axis=1) - 0.5 * np.einsum("ti,tij,tj->t", change, whole, change)
    assert case.cost(0.0, 0.0, 0.0) - case.cost(1.0, 1.0, 0.0) == pytest.approx(promised, rel=0.05)


def test_parameters_that_stay_leave_out_their_rows_alone(case: Case) -> None:
    every, alone = (case.tie.equations(FRAMES, case.q, case.y, case.shared, by) for by in (True, False))
    inside = case.tie.size
    for name, of in (("inner", np.s_[:, :inside, :inside]), ("slope", np.s_[:, :inside])):
        assert getattr(alone, name) == pytest.approx(getattr(every, name)[of], rel=1e-6, abs=1e-9)
    assert alone.across == pytest.approx(every.across[:, :, :inside])


def test_some_frames_cost_what_they_do_in_the_clip(case: Case) -> None:
    tie: Tie = case.tie.part(np.arange(FRAMES.start, FRAMES.stop))
    found = tie.cost(slice(0, len(case.q)), case.q, case.y, case.shared)
    assert found == pytest.approx(case.cost(0.0, 0.0, 0.0))
