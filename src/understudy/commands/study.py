"""``understudy study``: a published study, redone end to end."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.commands.terminal import Terminal

if TYPE_CHECKING:
    from understudy.study import StudyResult
    from understudy.study.progress import Usage

_SOME_FAILED = 2
_JOBS = 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("study", choices=("infant",), help="which study: infants' motion on baby robots")
    parser.add_argument(
        "-o", "--output", default="infant-study", metavar="DIR", help="where results go (./infant-study)"
    )
    parser.add_argument(
        "--full", action="store_true", help="make up as many frames as the thesis had, instead of a few"
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="study these captures, each file or folder in it a recording"
    )
    parser.add_argument(
        "--robots", default="dummy,icub,mimo,fetus", metavar="NAMES", help="robots, separated by commas"
    )
    parser.add_argument(
        "--methods", default="thesis,geometric,track", metavar="NAMES", help="methods, separated by commas"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of made-up infants (0)")
    parser.add_argument("--jobs", type=int, default=_JOBS, help=f"processes at once ({_JOBS})")


def run(options: argparse.Namespace) -> int:
    """Run the study and show its medians; exit code 2 where a recording had to be left out."""
    from understudy.study import InfantStudy, run_infant_study

    terminal = Terminal(options.json)
    study = InfantStudy(
        folder=Path(options.output),
        full=options.full,
        data=Path(options.data) if options.data else None,
        robots=_names(options.robots),
        methods=_names(options.methods),
        seed=options.seed,
        jobs=max(1, min(options.jobs, os.cpu_count() or 1)),
    )
    with terminal.progress("infant study") as progress:
        result = run_infant_study(study, terminal.say, progress)
    _show(terminal, result)
    return _SOME_FAILED if result.findings.failures else 0


def _names(text: str) -> tuple[str, ...]:
    """Return names separated by commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def _show(terminal: Terminal, result: StudyResult) -> None:
    from understudy.study.report import all_tables, losses_told

    findings = result.findings
    summary = all_tables(findings)[0]
    terminal.give(_as_json(result))
    headings = [heading for heading in summary.headings]
    over = [text for text, count in summary.groups for _ in range(count)]
    titles = [f"{group}\n{heading}".strip() for group, heading in zip(over, headings, strict=True)]
    terminal.table(titles, summary.rows, title=f"{summary.caption}, {findings.frames:,} frames")
    if told := losses_told(findings):
        terminal.title(told)
    for failure in findings.failures:
        terminal.title(f"left out: {failure}")
    terminal.say(_usage_sentence(result.usage))
    terminal.say(f"report: {result.report}")
    terminal.say(f"tables: {result.tables}")


def _usage_sentence(usage: Usage) -> str:
    cpu = "" if usage.cpu_seconds is None else f", {usage.cpu_seconds:.1f} s of processor time"
    memory = "" if usage.peak_bytes is None else f", at most {usage.peak_bytes / 2**30:.2f} GiB of memory"
    return f"took {usage.seconds:.1f} s{cpu}{memory}"


def _as_json(result: StudyResult) -> dict[str, Any]:
    import math

    findings = result.findings
    return {
        "frames": findings.frames,
        "recordings": [vars(recording) for recording in findings.recordings],
        "failures": list(findings.failures),
        "medians_deg": {
            f"{robot}/{method}/{limits}": {
                vector: None if math.isnan(error.median) else round(math.degrees(error.median), 4)
                for vector, error in errors.items()
            }
            for (robot, method), total in findings.totals.items()
            for limits, errors in total.errors.items()
        },
        "usage": vars(result.usage),
        "report": str(result.report),
        "tables": str(result.tables),
    }
