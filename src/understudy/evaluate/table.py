"""The evaluation as rows for a terminal; the command line draws them."""

from __future__ import annotations

from understudy.evaluate import wording
from understudy.evaluate.headlines import Headline, headlines
from understudy.motion import Evaluation, Metric

Row = tuple[str, str, str]

_STATISTICS = ("median", "mean", "std", "p95", "p99", "max")

_VERDICTS = {True: "good", False: "over target", None: "does not apply"}


def summary_rows(evaluation: Evaluation) -> list[Row]:
    """Return rows of quantity, value and verdict: the headlines, each segment and limb, then smoothness."""
    rows = [_headline_row(item) for item in headlines(evaluation)]
    rows += [_angle_row(metric) for metric in evaluation.family("direction")]
    rows += [_angle_row(metric, " turned") for metric in evaluation.family("orientation")]
    rows += [_regret_row(metric, evaluation.fps) for metric in evaluation.family("regret")]
    rows += [
        (_smoothness_label(metric), f"{wording.quantity(metric.summary['rms'], metric.unit)} RMS", "")
        for metric in evaluation.family("smoothness")
        if "rms" in metric.summary
    ]
    return rows


def angle_columns(metric: Metric) -> tuple[str, ...]:
    """Return median, mean, standard deviation, 95th and 99th percentile and maximum of angles in degrees."""
    return tuple(wording.degrees(metric.summary[key]) for key in _STATISTICS)


def _headline_row(item: Headline) -> Row:
    return item.title, item.value, f"{_VERDICTS[item.good]} (target: {item.target})"


def _angle_row(metric: Metric, how: str = "") -> Row:
    median, mean, deviation, high, highest, _ = angle_columns(metric)
    label = wording.segment_label(metric.name.split("/", 1)[1]) + how
    return label, f"{median} median, {mean} ± {deviation}, {high} at 95 %, {highest} at 99 %", ""


def _regret_row(metric: Metric, fps: float) -> Row:
    median, _, _, _, highest, most = angle_columns(metric)
    label = f"{wording.segment_label(metric.name.split('/', 1)[1])}'s regret"
    when = wording.moment(metric.summary["frame"], fps)
    return label, f"{median} median, {highest} at 99 %, {most} at {when}", ""


def _smoothness_label(metric: Metric) -> str:
    return f"Joint {metric.name.split('/', 1)[1]}".replace("_", " of ")
