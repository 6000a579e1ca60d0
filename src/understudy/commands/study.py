"""``understudy study``: a published study, redone end to end."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.commands.terminal import Terminal
from understudy.errors import OptionError

if TYPE_CHECKING:
    from understudy.study.morphing.findings import Findings as MorphingFindings
    from understudy.study.progress import Usage
    from understudy.study.report import Findings
    from understudy.study.result import StudyResult

_SOME_FAILED = 2
_JOBS = 2
_INFANTS_ONLY = {"full": False, "methods": None, "seed": None, "simulate": None}
"""Options of the infant study alone, and what they are where nobody asked for them."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "study",
        choices=("infant", "morphing"),
        help="which study: infants' motion on baby robots, or human, morphing and robot as one problem",
    )
    parser.add_argument(
        "data", nargs="*", metavar="CAPTURE", help="study these captures, or those in these folders"
    )
    parser.add_argument("-o", "--output", metavar="DIR", help="where results go (./STUDY-study)")
    parser.add_argument(
        "--data", dest="folder", metavar="FOLDER", help="the same as one CAPTURE: a folder of captures"
    )
    parser.add_argument(
        "--robots",
        metavar="NAMES",
        help="robots, separated by commas (infant: dummy,icub,mimo,fetus; morphing: hrp4, one alone)",
    )
    parser.add_argument("--jobs", type=int, default=_JOBS, help=f"processes at once ({_JOBS})")
    parser.add_argument(
        "--full", action="store_true", help="infant: make up as many frames as the thesis had, not a few"
    )
    parser.add_argument(
        "--methods", metavar="NAMES", help="infant: methods, separated by commas (thesis,geometric,track)"
    )
    parser.add_argument("--seed", type=int, help="infant: seed of made-up infants (0)")
    parser.add_argument(
        "--simulate",
        type=float,
        metavar="SECONDS",
        help="infant: how much of each recording is performed in simulation (60; 0: nothing)",
    )


def run(options: argparse.Namespace) -> int:
    """Run a study and show its figures; exit code 2 where a recording had to be left out."""
    given = [*options.data, *([options.folder] if options.folder else [])]
    return (_infant if options.study == "infant" else _morphing)(options, [Path(place) for place in given])


def _infant(options: argparse.Namespace, given: list[Path]) -> int:
    from understudy.study import InfantStudy, run_infant_study

    if len(given) > 1:
        raise OptionError(f"study infant: {len(given)} places of captures, expected one folder or file")
    study = InfantStudy(
        folder=Path(options.output or "infant-study"),
        full=options.full,
        data=given[0] if given else None,
        seed=options.seed or 0,
        jobs=_jobs(options),
    )
    if options.robots is not None:
        study = replace(study, robots=_names(options.robots))
    if options.methods is not None:
        study = replace(study, methods=_names(options.methods))
    if options.simulate is not None:
        study = replace(study, simulated=options.simulate)
    terminal = Terminal(options.json)
    with terminal.progress("infant study") as progress:
        result = run_infant_study(study, terminal.say, progress)
    _show_infant(terminal, result)
    return _SOME_FAILED if result.findings.failures else 0


def _morphing(options: argparse.Namespace, given: list[Path]) -> int:
    from understudy.study.morphing import MorphingStudy, run_morphing_study

    for name, nothing in _INFANTS_ONLY.items():
        if getattr(options, name) != nothing:
            raise OptionError(f"study morphing has no option --{name}, expected none but --robots and --jobs")
    study = MorphingStudy(Path(options.output or "morphing-study"), tuple(given), jobs=_jobs(options))
    if options.robots is not None:
        names = _names(options.robots)
        if len(names) != 1:
            raise OptionError(f"study morphing: robots '{options.robots}', expected one robot")
        study = replace(study, robot=names[0])
    terminal = Terminal(options.json)
    with terminal.progress("morphing study") as progress:
        result = run_morphing_study(study, terminal.say, progress)
    _show_morphing(terminal, result)
    return _SOME_FAILED if result.findings.failures else 0


def _names(text: str) -> tuple[str, ...]:
    """Return names separated by commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def _jobs(options: argparse.Namespace) -> int:
    return max(1, min(options.jobs, os.cpu_count() or 1))


def _show_infant(terminal: Terminal, result: StudyResult[Findings]) -> None:
    from understudy.study.report import all_tables, losses_told

    findings = result.findings
    summary = all_tables(findings)[0]
    terminal.give(_infant_as_json(result))
    headings = [heading for heading in summary.headings]
    over = [text for text, count in summary.groups for _ in range(count)]
    titles = [f"{group}\n{heading}".strip() for group, heading in zip(over, headings, strict=True)]
    terminal.table(titles, summary.rows, title=f"{summary.caption}, {findings.frames:,} frames")
    if told := losses_told(findings):
        terminal.title(told)
    _show_rest(terminal, result)


def _show_morphing(terminal: Terminal, result: StudyResult[MorphingFindings]) -> None:
    from understudy.study.morphing.tables import errors_table, limits_table

    findings = result.findings
    terminal.give(_morphing_as_json(result))
    for table in (errors_table(findings.takes), limits_table(findings.takes)):
        over = [text for text, count in table.groups for _ in range(count)] or [""] * len(table.headings)
        titles = [f"{group}\n{heading}".strip() for group, heading in zip(over, table.headings, strict=True)]
        terminal.table(titles, table.rows, title=table.caption)
    _show_rest(terminal, result)


def _show_rest(terminal: Terminal, result: StudyResult[Any]) -> None:
    """Show what was left out, what it took, and where results are."""
    for failure in result.findings.failures:
        terminal.title(f"left out: {failure}")
    terminal.say(_usage_sentence(result.usage))
    terminal.say(f"report: {result.report}")
    terminal.say(f"tables: {result.tables}")


def _usage_sentence(usage: Usage) -> str:
    cpu = "" if usage.cpu_seconds is None else f", {usage.cpu_seconds:.1f} s of processor time"
    memory = "" if usage.peak_bytes is None else f", at most {usage.peak_bytes / 2**30:.2f} GiB of memory"
    return f"took {usage.seconds:.1f} s{cpu}{memory}"


def _infant_as_json(result: StudyResult[Findings]) -> dict[str, Any]:
    import math

    findings = result.findings
    return {
        "frames": findings.frames,
        "recordings": [vars(recording) for recording in findings.recordings],
        "medians_deg": {
            f"{robot}/{method}/{limits}": {
                vector: None if math.isnan(error.median) else round(math.degrees(error.median), 4)
                for vector, error in errors.items()
            }
            for (robot, method), total in findings.totals.items()
            for limits, errors in total.errors.items()
        },
        **_rest_as_json(result),
    }


def _morphing_as_json(result: StudyResult[MorphingFindings]) -> dict[str, Any]:
    from dataclasses import asdict

    findings = result.findings
    return {
        "robot": findings.robot,
        "captures": {
            take.name: {
                "frames": take.human.frame_count,
                "ways": {
                    way: {
                        "mean_error_m": take.person(way).mean_error,
                        "checks": asdict(take.checks[way]),
                        "lengths_m": dict(take.person(way).lengths),
                        "morphing_m": dict(take.person(way).morphing),
                    }
                    for way in take.motions
                },
            }
            for take in findings.takes
        },
        **_rest_as_json(result),
    }


def _rest_as_json(result: StudyResult[Any]) -> dict[str, Any]:
    return {
        "failures": list(result.findings.failures),
        "usage": vars(result.usage),
        "report": str(result.report),
        "tables": str(result.tables),
    }
