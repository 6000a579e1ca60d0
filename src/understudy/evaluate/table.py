"""The evaluation as rows for a terminal; the command line draws them."""

from __future__ import annotations

from understudy.evaluate import wording
from understudy.evaluate.headlines import Headline, headlines
from understudy.motion import Evaluation, Metric

Row = tuple[str, str, str]

_STATISTICS = ("median", "mean", "std", "p95", "p99", "max")

_EFFORTS = {
    "effort/power": ("Motors' power", (("mean", "mean"), ("max", "at most"))),
    "effort/energy": ("Motors' work", (("total", ""),)),
    "contact/force": ("Contact force", (("mean", "mean"), ("max", "at most"))),
}
"""Metrics of a simulation → what they are called, and which statistics are shown with which word."""

_TOUCHES = {"touch/self": "Touches itself", "touch/others": "Touched by others"}
"""Metrics of touch → what they are called."""

_ROOT = "smoothness/root_acceleration"

_VERDICTS = {True: "good", False: "over target", None: "does not apply"}


def summary_rows(evaluation: Evaluation) -> list[Row]:
    """Return rows of quantity, value and verdict: headlines, segments and limbs, smoothness, effort."""
    rows = [_headline_row(item) for item in headlines(evaluation)]
    rows += [_angle_row(metric) for metric in evaluation.family("direction")]
    rows += [_angle_row(metric, " turned") for metric in evaluation.family("orientation")]
    rows += [_regret_row(metric, evaluation.fps) for metric in evaluation.family("regret")]
    rows += [
        (_smoothness_label(metric), _shaken(metric, evaluation.fps), "")
        for metric in evaluation.family("smoothness")
        if "rms" in metric.summary
    ]
    rows += [_effort_row(metric) for metric in evaluation.metrics if metric.name in _EFFORTS]
    rows += [_touch_row(metric) for metric in evaluation.metrics if metric.name in _TOUCHES]
    rows += [_skin_row(metric) for metric in evaluation.metrics if metric.name == "touch/skin"]
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


def _effort_row(metric: Metric) -> Row:
    label, shown = _EFFORTS[metric.name]
    values = [f"{wording.quantity(metric.summary[key], metric.unit)} {word}".strip() for key, word in shown]
    return label, ", ".join(values), ""


def _touch_row(metric: Metric) -> Row:
    summary = metric.summary
    values = (
        f"{wording.count(summary['count'], 'time', 'times')}, {wording.percent(summary['share'])} of frames",
        f"{wording.quantity(summary['median'], metric.unit)} median",
        f"{wording.quantity(summary['force'], 'N')} at most",
    )
    return _TOUCHES[metric.name], ", ".join(values if summary["count"] else values[:1]), ""


def _skin_row(metric: Metric) -> Row:
    touched, taxels = wording.percent(metric.summary["touched"]), metric.summary["taxels"]
    return "Skin ever touched", f"{touched} of {taxels:.0f} taxels by area", ""


def _smoothness_label(metric: Metric) -> str:
    if metric.name == _ROOT:
        return "Root acceleration"
    return f"Joint {metric.name.split('/', 1)[1]}".replace("_", " of ")


def _shaken(metric: Metric, fps: float) -> str:
    """Return how much something changes, of the root also in its worst frames."""
    said = f"{wording.quantity(metric.summary['rms'], metric.unit)} RMS"
    if metric.name != _ROOT:
        return said
    high, most = (wording.quantity(metric.summary[key], metric.unit, 3) for key in ("p99", "max"))
    return f"{said}, {high} at 99 %, {most} at {wording.moment(metric.summary['frame'], fps)}"
