"""Whether a robot can perform a motion: the most pressing demand on ground, motors and joints."""

from __future__ import annotations

import math

import numpy as np
import pytest

from understudy.batch.figures import FIGURES
from understudy.batch.keep import read_keep
from understudy.evaluate.performable import (
    RESIDUAL,
    demands,
    hardest_demand,
    largest_demand,
    told_demand,
    verdict,
)
from understudy.motion import Evaluation, Metric, Provenance

FPS = 50.0


def evaluation(residual: float, torque: float = math.nan, speed: float = 0.5) -> Evaluation:
    frames = np.zeros(4)
    metrics = (
        Metric("feasibility/least_residual", "1", {"p95": residual, "frame": 100.0}, frames),
        Metric("feasibility/least_torque", "1", {"max": torque, "frame": 25.0}, frames),
        Metric("limits/velocity_use", "1", {"max": speed, "frame": 0.0}, frames),
    )
    return Evaluation("g1", "track", FPS, metrics, Provenance(source="a"))


def test_what_is_given_is_performable() -> None:
    found = verdict(evaluation(RESIDUAL, 1.0))
    assert found is not None
    assert (found.value, found.good) == ("yes", True)


def test_what_is_not_given_is_said_the_most_pressing_first() -> None:
    found = verdict(evaluation(0.06, 1.5))
    assert found is not None
    assert found.value == "no: torque 150.0 % at 0.50 s; root residual 6.0 % of 5.0 % at 2.00 s"
    assert found.good is False


def test_speed_alone_is_no_verdict() -> None:
    speed = Metric("limits/velocity_use", "1", {"max": 2.0, "frame": 0.0}, np.zeros(4))
    alone = Evaluation("g1", "track", FPS, (speed,), Provenance(source="a"))
    assert verdict(alone) is None
    assert [each.what for each in demands(alone)] == ["joint velocity"]


def test_batches_keep_what_is_performable() -> None:
    keep = read_keep("performable")
    for torque, expected in ((0.9, True), (1.1, False)):
        figure = FIGURES["demand"].value(evaluation(0.01, torque))
        assert figure == pytest.approx(100.0 * torque)
        assert keep.passes({"demand": figure}) is expected
    assert math.isnan(largest_demand(evaluation(math.nan, speed=math.nan)))


def test_the_hardest_moment_is_that_of_the_most_pressing_demand() -> None:
    found = hardest_demand(evaluation(residual=0.04, torque=1.7))
    assert found is not None
    assert (found.what, found.frame) == ("torque", 25.0)
    assert "torque" in told_demand(found, 50.0)
    assert hardest_demand(evaluation(residual=math.nan, torque=math.nan)) is None
