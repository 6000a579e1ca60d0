"""``understudy demo``: everything, on built-in data."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from understudy.commands.results import if_possible, make_folder, show_evaluation, write_video
from understudy.commands.terminal import Terminal

SCENES = {"walk": ("nao", "hrp4"), "infant_kicking": ("dummy",)}
"""Built-in captures and the robots that perform them."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "-o",
        "--output",
        default="understudy-demo",
        metavar="DIR",
        help="where results go (./understudy-demo)",
    )


def run(options: argparse.Namespace) -> int:
    """Perform every scene; write motions, reports and videos, as far as they can be; show the numbers."""
    from understudy.kinematics.compile_ahead import start_helper

    start_helper()
    terminal = Terminal(options.json)
    folder = make_folder(options.output)
    missing: dict[str, str] = {}
    results = [_perform(terminal, folder, scene, missing) for scene in SCENES]
    terminal.give(results)
    for result in results:
        for path in result["files"]:
            terminal.say(path)
    return 0


def _perform(terminal: Terminal, folder: Path, scene: str, missing: dict[str, str]) -> dict[str, Any]:
    from understudy.data import built_in_motion
    from understudy.illustrated_report import write_illustrated_report
    from understudy.pipeline import perform
    from understudy.robots import load_robot
    from understudy.takes import read_take

    take = read_take(built_in_motion(scene), say=terminal.say)
    human = take.human
    files: list[str] = []
    evaluations: list[dict[str, object]] = []
    performances = []
    for name in SCENES[scene]:
        robot = load_robot(name)
        start = time.perf_counter()
        result = perform(human, robot, recording=take.recording, say=terminal.say)
        terminal.say(f"{scene} on {name}: {human.frame_count} frames in {time.perf_counter() - start:.2f} s")
        result.motion.save(folder / f"{scene}_{name}.npz")
        files.append(str(folder / f"{scene}_{name}.npz"))
        performances.append(result)
        evaluations.append(result.evaluation.to_dict())
        show_evaluation(terminal, result.evaluation)
    video = None
    with if_possible(terminal, f"video of {scene}", missing):
        write_video(terminal, folder / f"{scene}.mp4", human, [(p.robot, p.motion) for p in performances])
        video = folder / f"{scene}.mp4"
        files.append(str(video))
    for result in performances:
        place = make_folder(folder / f"{scene}_{result.robot.name}")
        with if_possible(terminal, f"report of {scene} on {result.robot.name}", missing):
            files.append(str(write_illustrated_report(place, result, video)))
    return {"scene": scene, "files": files, "evaluations": evaluations}
