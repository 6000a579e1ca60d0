"""The evaluation as rows for a terminal; the command line draws them."""

from __future__ import annotations

from understudy.evaluate import wording
from understudy.evaluate.headlines import Headline, headlines
from understudy.motion import Evaluation, Metric

Row = tuple[str, str, str]

_VERDICTS = {True: "good", False: "over target", None: "does not apply"}


def summary_rows(evaluation: Evaluation) -> list[Row]:
    """Return rows of quantity, value and verdict: the headlines, then each segment, then smoothness."""
    rows = [_headline_row(item) for item in headlines(evaluation)]
    rows += [_angle_row(metric) for metric in evaluation.family("direction")]
    rows += [_angle_row(metric, " turned") for metric in evaluation.family("orientation")]
    rows += [
        (_smoothness_label(metric), f"{wording.quantity(metric.summary['rms'], metric.unit)} RMS", "")
        for metric in evaluation.family("smoothness")
        if "rms" in metric.summary
    ]
    return rows


def direction_columns(metric: Metric) -> tuple[str, str, str, str]:
    """Return median, mean, standard deviation and 95th percentile of a direction error in degrees."""
    median, mean, deviation, high = (metric.summary[key] for key in ("median", "mean", "std", "p95"))
    return wording.degrees(median), wording.degrees(mean), wording.degrees(deviation), wording.degrees(high)


def _headline_row(item: Headline) -> Row:
    return item.title, item.value, f"{_VERDICTS[item.good]} (target: {item.target})"


def _angle_row(metric: Metric, how: str = "") -> Row:
    median, mean, deviation, high = direction_columns(metric)
    label = wording.segment_label(metric.name.split("/", 1)[1]) + how
    return label, f"{median} median, {mean} ± {deviation} mean, {high} at 95 %", ""


def _smoothness_label(metric: Metric) -> str:
    return f"Joint {metric.name.split('/', 1)[1]}".replace("_", " of ")
