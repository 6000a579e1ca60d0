"""Metrics are found by name and family, and come out as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import Evaluation, Metric

Maker = Callable[..., Evaluation]


def test_metrics_are_found_by_name_and_family(make_evaluation: Maker) -> None:
    evaluation = make_evaluation()
    assert evaluation["limits/position"].summary["frames"] == 3.0
    assert [metric.name for metric in evaluation.family("direction")] == ["direction/thigh_l"]
    assert evaluation.family("feet") == (), "a family that does not apply here"
    assert "limits/position" in evaluation
    assert "limits/positions" not in evaluation


def test_a_wrong_name_is_an_error_that_names_the_near_one(make_evaluation: Maker) -> None:
    evaluation = make_evaluation()
    with pytest.raises(InvalidMotionError, match="metric 'direction/thig_l' .did you mean 'direction/thigh"):
        evaluation["direction/thig_l"]
    with pytest.raises(
        InvalidMotionError, match="family of metrics 'dir'; valid: base, capture, contact, dir"
    ):
        evaluation.family("dir")


def test_json_holds_every_summary_and_null_where_none_applies(make_evaluation: Maker) -> None:
    data = json.loads(json.dumps(make_evaluation().to_dict(), allow_nan=False))
    assert data["metrics"]["direction/thigh_l"] == {"unit": "rad", "median": 0.01, "p95": None}
    assert data["provenance"]["source"] == "walk.bvh"
    assert (data["robot"], data["method"], data["fps"]) == ("nao", "track", 50.0)


def test_a_metric_given_twice_is_named(make_evaluation: Maker) -> None:
    metric = Metric("a/b", "m", {})
    with pytest.raises(InvalidMotionError, match="metrics holds 'a/b' twice"):
        make_evaluation(metrics=(metric, metric))


def test_metrics_of_different_clips_are_refused(make_evaluation: Maker) -> None:
    metrics = (Metric("a/b", "m", {}, np.zeros(3)), Metric("a/c", "m", {}, np.zeros(4)))
    with pytest.raises(InvalidMotionError, match=r"different frame counts: \[3, 4\]"):
        make_evaluation(metrics=metrics)


def test_values_per_frame_have_one_axis_and_are_frozen() -> None:
    with pytest.raises(InvalidMotionError, match="per_frame of a/b has shape"):
        Metric("a/b", "m", {}, np.zeros((3, 2)))
    assert not Metric("a/b", "m", {}, np.zeros(3)).series.flags.writeable
    with pytest.raises(ValueError, match="a/b is one of the whole clip"):
        _ = Metric("a/b", "m", {}).series


def test_a_frame_rate_is_required(make_evaluation: Maker) -> None:
    with pytest.raises(InvalidMotionError, match="fps is 0.0"):
        make_evaluation(fps=0.0)


def test_what_is_not_there_is_not_found(make_evaluation: Maker) -> None:
    evaluation = make_evaluation()
    assert evaluation.find("limits/position") is evaluation["limits/position"]
    assert evaluation.find("limits/positions") is None
