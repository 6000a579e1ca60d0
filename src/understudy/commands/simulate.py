"""``understudy simulate``: a robot performs a saved motion in physics, with its senses on."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.results import (
    NOT_ALL,
    evaluation_for_machines,
    if_possible,
    make_folder,
    require_video,
    show_evaluation,
    write_show,
)
from understudy.commands.terminal import Terminal
from understudy.errors import CaptureError, OptionError
from understudy.simulate.names import BANDWIDTH, BASES, CONTROLLERS, MODES, SERVOS, STARTS

if TYPE_CHECKING:
    from understudy.motion import Evaluation, HumanMotion, RobotMotion, Rollout
    from understudy.robots import Robot
    from understudy.simulate import SimulationOptions
    from understudy.simulate.objects import SceneObject
    from understudy.simulate.target_pid import TargetOptions

SUFFIX = ".npz"
ROLLOUT_NAME, EVALUATION_NAME = "rollout.npz", "evaluation.json"
TOUCHES_NAME, MAP_NAME, BODY_NAME = "touches.csv", "body_map.png", "touched_body.png"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("motion", help="a motion that `understudy retarget` saved")
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="a file (.npz), or a folder for rollout and figures (MOTION_rollout.npz here)",
    )
    parser.add_argument(
        "--robot",
        metavar="NAME",
        help="the robot, where the motion's own is not found: a name, a card.toml, a URDF or an MJCF",
    )
    parser.add_argument(
        "--video", metavar="OUT.mp4", help="also write a video of source, robot, what it sees, and its joints"
    )
    parser.add_argument(
        "--source", metavar="FILE", help="the motion's capture: shown in the video, and for eyes:gaze=capture"
    )
    how = parser.add_argument_group("how; what is not stated is chosen for robot and motion, and said")
    how.add_argument("--mode", choices=MODES, help="servos in full physics, or joints set and contacts found")
    how.add_argument("--base", choices=BASES, help="standing free, bolted down, or lying on a mattress")
    how.add_argument("--controller", choices=CONTROLLERS, help="the rule that drives the servos")
    how.add_argument(
        "--start",
        choices=STARTS,
        default=STARTS[0],
        help="where joints start: in the motion at rest, at home, anywhere by the seed, or moving as it does",
    )
    how.add_argument(
        "--push",
        type=float,
        default=0.0,
        metavar="M/S",
        help="push the robot every 2.5 s or so, by the seed: how fast that makes its root at once (0)",
    )
    how.add_argument(
        "--timeout",
        type=float,
        metavar="S",
        help="controller targets: longest time for a frame's pose (until the next frame)",
    )
    how.add_argument(
        "--tolerance",
        type=float,
        metavar="DEG",
        help="controller targets: how near every joint has to be to it (0.5)",
    )
    how.add_argument(
        "--bandwidth",
        type=float,
        default=BANDWIDTH,
        metavar="HZ",
        help=f"frequency up to which tuned servos follow ({BANDWIDTH:g})",
    )
    how.add_argument(
        "--servos",
        choices=SERVOS,
        default=SERVOS[0],
        help="as stiff as what each joint moves asks for, or as the robot's card has them",
    )
    around = parser.add_argument_group("senses and scene")
    around.add_argument(
        "--senses",
        default="",
        metavar="LIST",
        help="senses that are on, such as proprioception,imu:rate=200:delay=0.01,eyes:age=3; see below",
    )
    around.add_argument(
        "--objects", metavar="FILE", help="the motion's capture, whose objects move beside the robot"
    )
    around.add_argument("--toys", action="store_true", help="an infant's toys beside the robot")
    around.add_argument("--mobile", action="store_true", help="a mobile over it")
    around.add_argument("--seed", type=int, default=0, metavar="N", help="seed of all noise (0)")
    # The list below the options is laid out already.
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def epilog(words: Sequence[str]) -> str:
    """Return what help lists below the options: the senses with their channels."""
    from understudy.simulate.senses import SENSES

    lines = ["senses, each with :rate=HZ :delay=S :noise=DEVIATION :CHANNEL.noise=DEVIATION:"]
    for sense in SENSES.values():
        channels = ", ".join(f"{name} [{unit}]" for name, unit in sense.units.items())
        also = f" (also {', '.join(sense.aliases)})" if sense.aliases else ""
        lines += [f"  {sense.name:<16}{sense.summary}{also}", f"  {'':<16}channels: {channels}"]
        lines += [f"  {'':<16}:{name}= {what}" for name, what in sense.settings.items()]
    return "\n".join(lines)


def run(options: argparse.Namespace) -> int:
    """Simulate a saved motion; exit code 2 where the simulation diverged, of which the beginning is kept."""
    from understudy.evaluate.touch_events import find_touches
    from understudy.evaluate.touch_table import touch_rows
    from understudy.motion import RobotMotion, Rollout
    from understudy.motion.output import require_other_file
    from understudy.pipeline import play
    from understudy.robots.known_models import robot_of
    from understudy.simulate.senses.drawable import drawable

    terminal = Terminal(options.json)
    if options.video:
        require_video(options.video)
        require_other_file(options.video, options.motion, options.source)
    motion = RobotMotion.load(options.motion)
    human = _human(options, motion, terminal)
    chosen = _options(options, terminal, human)
    robot = robot_of(motion, options.robot, terminal.say)
    output = _output(options)
    missing = {"eyes": reason} if (reason := drawable(chosen.senses)[1]) else {}
    with terminal.progress(f"{motion.robot} in simulation") as progress:
        # Readings of senses may be many, and only those of skin are needed here.
        played = play(motion, robot, chosen, terminal.say, progress, output, with_senses=("skin/",))
    rollout, evaluation = played.rollout, played.evaluation
    files = {"rollout": str(output)}
    if options.video:
        with if_possible(terminal, "video", missing):
            write_show(terminal, Path(options.video), Rollout.load(output), robot, human)
            files["video"] = str(options.video)
    if output.name == ROLLOUT_NAME:
        files["evaluation"] = _write_evaluation(output.parent / EVALUATION_NAME, evaluation)
    if output.name == ROLLOUT_NAME and rollout.skin is not None:
        files["touches"] = _write_touches(output.parent / TOUCHES_NAME, rollout, robot)
        with if_possible(terminal, "body map", missing):
            files["body map"] = _write_map(output.parent / MAP_NAME, rollout, robot)
        with if_possible(terminal, "touched body", missing):
            files["touched body"] = _write_touched_body(output.parent / BODY_NAME, rollout, robot)
    setting = {name: getattr(rollout, name) for name in ("mode", "base", "controller", "ending")}
    found = evaluation_for_machines(evaluation)
    about = {"frames": rollout.frame_count, "setting": setting, "files": files, "missing": missing}
    terminal.give(found | about | {"touches": touch_rows(find_touches(rollout, robot))})
    show_evaluation(terminal, evaluation)
    for kind, path in files.items():
        terminal.say(f"{kind}: {path}")
    return NOT_ALL if rollout.ending or missing else 0


def _human(options: argparse.Namespace, motion: RobotMotion, terminal: Terminal) -> HumanMotion | None:
    """Return the person's motion that a robot's came from, at its pace; None where no capture is named."""
    from understudy.motion.pace import as_performed
    from understudy.takes import read_human

    if options.source is None:
        return None
    return as_performed(read_human(options.source, say=terminal.say), motion)


def _options(options: argparse.Namespace, terminal: Terminal, human: HumanMotion | None) -> SimulationOptions:
    from understudy.motion.facing import facing
    from understudy.simulate import SimulationOptions, parse_senses

    return SimulationOptions(
        mode=options.mode,
        base=options.base,
        controller=options.controller,
        bandwidth=options.bandwidth,
        senses=parse_senses(options.senses),
        toys=options.toys,
        mobile=options.mobile,
        objects=_objects(options.objects, terminal) if options.objects else (),
        seed=options.seed,
        gaze_w=None if human is None or "head" not in human.frames else facing(human),
        start=options.start,
        push=options.push,
        servos=options.servos,
        targets=_targets(options),
    )


def _targets(options: argparse.Namespace) -> TargetOptions:
    from understudy.simulate.target_pid import TargetOptions

    if options.controller != "targets" and (options.timeout, options.tolerance) != (None, None):
        raise OptionError("--timeout and --tolerance are of the controller 'targets', expected it")
    if options.tolerance is None:
        return TargetOptions(timeout=options.timeout)
    return TargetOptions(timeout=options.timeout, tolerance=math.radians(options.tolerance))


def _objects(path: str, terminal: Terminal) -> tuple[SceneObject, ...]:
    """Return the objects of a capture.

    Raises:
        CaptureError: Where it holds none.
    """
    from understudy.simulate.objects import scene_objects
    from understudy.takes import read_take

    take = read_take(path, say=terminal.say)
    if take.recording is None or not take.human.objects:
        raise CaptureError(path, "holds no object whose markers tell its pose, expected at least one")
    return scene_objects(take.recording, take.human.objects)


def _output(options: argparse.Namespace) -> Path:
    """Return the file for the rollout, in a folder that is made where one is named."""
    from understudy.motion.archive import require_writable

    output = Path(options.output or f"{Path(options.motion).stem}_rollout{SUFFIX}")
    if output.suffix.lower() != SUFFIX:
        output = make_folder(output) / ROLLOUT_NAME
    require_writable(output)
    return output


def _write_evaluation(path: Path, evaluation: Evaluation) -> str:
    from understudy.motion.archive import write_bytes

    text = json.dumps(evaluation_for_machines(evaluation), indent=2) + "\n"
    write_bytes(path, text.encode())
    return str(path)


def _write_touches(path: Path, rollout: Rollout, robot: Robot) -> str:
    from understudy.evaluate.touch_events import find_touches
    from understudy.evaluate.touch_table import touch_csv
    from understudy.motion.archive import write_bytes

    write_bytes(path, touch_csv(find_touches(rollout, robot)).encode())
    return str(path)


def _write_map(path: Path, rollout: Rollout, robot: Robot) -> str:
    from understudy.view.touch_pictures import save_touch_map

    return str(save_touch_map(path, rollout, robot))


def _write_touched_body(path: Path, rollout: Rollout, robot: Robot) -> str:
    """Draw the robot at the moment of its strongest touch of itself, or else of anything."""
    from understudy.evaluate.touch_events import strongest_frame
    from understudy.view.touched_figure import save_touched_body

    return str(save_touched_body(path, rollout, robot, strongest_frame(rollout)))
