"""Robots' files as strangers have them: ``python benchmarks/stranger_robots.py [robots ...]``.

Every robot that is installed is written as a URDF with mesh files and as an MJCF, and each is broken in every
way of ``synth.robots.strangers``, which also says how results are counted: meshes of 300 MB, in millimetres,
missing; inertias that no body has; elements and names twice; attributes of other versions; templates. What is
right has the landmarks of the unbroken robot and a line about what was mended.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np

from understudy import cache
from understudy.errors import UnderstudyError
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.model_file import read_model
from understudy.robots.onboarding.onboard import Onboarding, onboard
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.urdf_writer import write_urdf
from understudy.synth.robots.marking import attachments, stature
from understudy.synth.robots.rewriting import Rewriting, rewrite
from understudy.synth.robots.strangers import Fault, faults
from understudy.view.robot_picture import save_robot_picture

SHARE_RIGHT = 0.98
"""What has to be reached."""

NEAR = 0.01
"""Distance [m], and share of the robot's height, within which a landmark is that of the unbroken robot."""

_MESHES = "robot_meshes"

say = sys.stdout.write


def main() -> int:
    """Print what was wrong and the sums; exit with 1 where the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", help="names; all that are installed by default")
    parser.add_argument("--skip", nargs="*", default=[], help="faults that are left out, by name")
    parser.add_argument("--pictures", type=Path, help="folder for a picture of each variant")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    right = count = failed = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory(prefix="understudy-strangers-") as folder:
        os.environ[cache.VARIABLE] = str(Path(folder, "cache"))
        for robot in _robots(options.robots):
            for path in _written(robot, Path(folder, robot.name)):
                for fault, problem, spent in _tried(path, options.skip, options.pictures):
                    count += 1
                    right += not problem
                    failed += "Traceback" in problem
                    slowest = max(slowest, spent)
                    if problem:
                        say(f"{robot.name}, {path.suffix[1:]}, {fault.name}: {problem}\n")
                        sys.stdout.flush()
            shutil.rmtree(Path(folder, robot.name), ignore_errors=True)
    share = right / max(count, 1)
    say(f"\n{right} of {count} variants right = {share:.1%}, {failed} tracebacks, slowest {slowest:.1f} s\n")
    return 0 if share >= SHARE_RIGHT and not failed else 1


def _written(robot: Robot, folder: Path) -> Iterator[Path]:
    """Yield the unbroken files of a robot, each in a folder of its own with its meshes."""
    model = read_model(replace(robot.card, eyes={}, excluded=())).model
    try:
        yield write_urdf(robot, folder / "urdf" / "robot.urdf")
    except UnderstudyError as error:
        say(f"{robot.name} has no URDF: {error}\n")
    path = folder / "mjcf" / "robot.xml"
    path.parent.mkdir(parents=True)
    spec = rewrite(model, Rewriting(free=robot.has_free_base)).spec
    spec.compile()
    path.write_text(spec.to_xml(), encoding="utf-8")
    yield path


def _tried(path: Path, skip: list[str], pictures: Path | None) -> Iterator[tuple[Fault, str, float]]:
    """Yield each fault of a file with what is wrong, nothing where all is right, and how long it took [s]."""
    try:
        whole = onboard(path)
    except UnderstudyError as error:
        say(f"{path.parent.parent.name}, {path.suffix[1:]}: left out, since unbroken: {error}\n")
        return
    for fault in faults(path, (path.parent / _MESHES).is_dir()):
        if fault.name in skip:
            continue
        folder = path.parent.with_name("broken")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(path.parent, folder)
        broken = folder / path.name
        tree = ElementTree.parse(broken)
        fault.make(tree.getroot(), folder / _MESHES)
        tree.write(broken, encoding="utf-8")
        start = time.perf_counter()
        try:
            result = onboard(broken)
            problem = _difference(whole, result, fault)
            if pictures is not None:
                pictures.mkdir(parents=True, exist_ok=True)
                name = f"{path.parent.parent.name}_{fault.name}".replace(" ", "_")
                save_robot_picture(pictures / f"{name}.png", Robot.from_card(result.card))
        except UnderstudyError as error:
            problem = f"refused: {error}"
        except Exception:
            problem = traceback.format_exc(limit=-3)
        yield fault, problem, time.perf_counter() - start


def _difference(whole: Onboarding, broken: Onboarding, fault: Fault) -> str:
    """Return what is not as in the unbroken robot, nothing where all of it is."""
    model = read_model(whole.card).model
    data = home_data(model, np.array(model.qpos0))
    truth, found = attachments(whole), attachments(broken)
    robot = Robot.from_card(whole.card)
    most = NEAR * max(1.0, stature(robot, home_data(robot.model, robot.home)))
    names = [name for name in truth if whole.card.landmarks[name].joints or not fault.without_shapes]
    wrong = [name for name in names if not _distance(model, data, truth[name], found.get(name)) <= most]
    problems = [f"landmarks {' '.join(wrong)}"] * bool(wrong)
    problems += ["another base"] * (whole.card.base != broken.card.base)
    problems += ["no line about it"] * (not any(fault.line in note for note in broken.notes))
    return ", ".join(problems)


def _distance(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    one: tuple[str, np.ndarray],
    other: tuple[str, np.ndarray] | None,
) -> float:
    """Return how far apart [m] two points on bodies are, infinite where one is missing."""
    if other is None or mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, other[0]) < 0:
        return float("inf")
    ends = [point_in_world(data, Attachment(model.body(name).id, point)) for name, point in (one, other)]
    return float(np.linalg.norm(ends[0] - ends[1]))


def _robots(names: list[str]) -> Iterator[Robot]:
    """Yield the robots that are installed."""
    for name in names or robot_names():
        try:
            yield load_robot(name)
        except UnderstudyError as error:
            sys.stderr.write(f"{name} is left out: {error}\n")


if __name__ == "__main__":
    sys.exit(main())
