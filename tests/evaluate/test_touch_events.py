"""Touches out of contact forces that are known by hand, their statistics and their table."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from tests.motion.skins import ARM_FLOOR, COUNT, FPS, TRUNK_ARM, felt_rollout
from tests.simulate.box_robot import build
from understudy.evaluate import evaluate_rollout, summary_rows
from understudy.evaluate.touch_events import OFF, ON, find_touches
from understudy.evaluate.touch_table import COLUMNS, touch_csv, touch_rows
from understudy.motion import Rollout
from understudy.robots.robot import Robot

STRONG, WEAK = 1.0, 0.5 * (ON + OFF)
PRESS = (-1.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    return build(tmp_path_factory.mktemp("robot"), "fixed", gains="shoulder = { torque = 1.0 }")


def forces(values: dict[int, float], code: int = TRUNK_ARM) -> Rollout:
    return felt_rollout({i: [(code, (force, 0.1))] for i, force in values.items()}, {})


@pytest.mark.parametrize(
    ("values", "spans"),
    [
        ({}, []),
        ({2: STRONG, 3: STRONG, 4: STRONG}, [(2, 5)]),
        # It begins where it is strong and ends where it is hardly there.
        ({1: WEAK, 2: STRONG, 3: WEAK, 4: 0.5 * OFF}, [(2, 4)]),
        ({2: WEAK, 3: WEAK}, []),
        # One reading is a pause of 0.1 s, two are more.
        ({2: STRONG, 4: STRONG}, [(2, 5)]),
        ({2: STRONG, 5: STRONG}, [(2, 3), (5, 6)]),
        ({COUNT - 1: STRONG}, [(COUNT - 1, COUNT)]),
    ],
)
def test_touches_begin_and_end(values: dict[int, float], spans: list[tuple[int, int]], robot: Robot) -> None:
    found = find_touches(forces(values), robot)
    times = [(event.start, event.end) for event in found]
    np.testing.assert_allclose(np.array(times).reshape(-1, 2), np.array(spans).reshape(-1, 2) / FPS)
    assert all((event.first, event.second, event.is_self) == ("trunk", "arm", True) for event in found)


def test_how_hard_and_where_is_told(robot: Robot) -> None:
    (event,) = find_touches(forces({2: 1.0, 3: 3.0}), robot)
    assert (event.max_force, event.mean_force, event.max_shear) == (3.0, 2.0, 0.1)
    np.testing.assert_allclose(event.place_first, [0.1, 0.0, 0.0])
    np.testing.assert_allclose(event.place_second, [0.0, 0.02, -0.2])
    assert event.side_first == "front"


def test_what_is_not_the_robot_is_listed_as_such(robot: Robot) -> None:
    (event,) = find_touches(forces({2: STRONG}, ARM_FLOOR), robot)
    assert (event.first, event.second, event.is_self, event.side_second) == ("arm", "floor", False, "")


def test_statistics_and_rows_of_touches(robot: Robot) -> None:
    touch = {i: [(TRUNK_ARM, (2.0, 0.1))] for i in (1, 2, 6)} | {8: [(ARM_FLOOR, (5.0, 0.0))]}
    rollout = felt_rollout(touch, {1: [(0, PRESS)], 2: [(0, PRESS)]})
    found = evaluate_rollout(rollout, robot)
    own, others, whole = (found[f"touch/{name}"] for name in ("self", "others", "skin"))
    assert (own.summary["count"], own.summary["share"], own.summary["force"]) == (2.0, 0.3, 2.0)
    assert own.summary["max"] == pytest.approx(0.2)
    np.testing.assert_array_equal(own.series, [0, 1, 1, 0, 0, 0, 1, 0, 0, 0])
    assert others.summary["count"] == 1.0
    assert whole.summary["touched"] == 0.25
    assert found["touch/by_part"].summary == {"trunk": pytest.approx(0.2), "arm": 0.0}
    assert found["touch/pair_counts"].summary == {"trunk, arm": 2.0}
    rows = {name: value for name, value, _ in summary_rows(found)}
    assert rows["Touches itself"].startswith("2 times, 30.0 % of frames")
    assert rows["Skin ever touched"] == "25.0 % of 4 taxels by area"


def test_without_skin_there_are_no_touches(robot: Robot) -> None:
    bare = replace(forces({2: STRONG}), skin=None, senses={})
    assert find_touches(bare, robot) == ()
    assert evaluate_rollout(bare, robot).family("touch") == ()


def test_the_table_is_for_spreadsheets_and_json(robot: Robot) -> None:
    events = find_touches(forces({2: STRONG, 3: STRONG}), robot)
    (row,) = csv.DictReader(io.StringIO(touch_csv(events)))
    assert tuple(row) == COLUMNS
    assert (row["first"], row["second"], row["self"]) == ("trunk", "arm", "yes")
    assert (float(row["start_s"]), float(row["duration_s"])) == (0.2, 0.2)
    (plain,) = touch_rows(events)
    assert plain["max_force_n"] == STRONG
    assert touch_csv(()).splitlines() == [",".join(COLUMNS)]
