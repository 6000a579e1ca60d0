"""How time grows: with the frames of a clip, with the joints of a body, with threads over clips."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import mujoco
import numpy as np

from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.blocks.posture import posture_block
from understudy.kinematics.body_parts import BodyDirection, BodyPoint
from understudy.kinematics.costs import no_costs
from understudy.kinematics.limits import open_bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, frame_of, solve_clip
from understudy.kinematics.tree import compile_tree
from understudy.motion import HumanMotion
from understudy.retarget import TrackOptions, track
from understudy.retarget.track import track_problem
from understudy.robots import Robot

LIMBS = 5
LIVE_REPEATS = 5


def best_time(work: Callable[[], object], repeats: int = 3) -> float:
    """Return the least of several run times [s], which a noisy machine disturbs least."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def repeated(human: HumanMotion, frames: int) -> HumanMotion:
    """Return a person's motion played to and fro until it has this many frames."""
    there_and_back = np.concatenate([np.arange(human.frame_count), np.arange(human.frame_count)[::-1]])
    order = np.resize(there_and_back, frames)
    return HumanMotion(
        names=human.names,
        landmarks=human.landmarks[order],
        fps=human.fps,
        valid=human.valid_mask[order],
        frames={name: values[order] for name, values in human.frames.items()},
        contacts=human.contact_mask[order],
        sizes=human.sizes,
    )


def over_frames(human: HumanMotion, robot: Robot) -> list[dict[str, Any]]:
    """Return the time of ``track`` for 100 to 10,000 frames."""
    rows = []
    for frames in (100, 300, 1000, 3000, 10000):
        clip = repeated(human, frames)
        seconds = best_time(lambda clip=clip: track(clip, robot))
        rows.append({"frames": frames, "seconds": seconds, "microseconds_per_frame": 1e6 * seconds / frames})
    return rows


def live_steps(human: HumanMotion, robot: Robot) -> dict[str, Any]:
    """Return the time of single frames of ``track``, each solved by a call of its own as in live use."""
    problem = track_problem(human, robot, TrackOptions())
    frames = [frame_of(problem.costs, frame) for frame in range(human.frame_count)]
    times = []
    for _ in range(LIVE_REPEATS):
        solver = Solver(problem)
        for costs in frames:
            start = time.perf_counter()
            solver.step(costs)
            times.append(time.perf_counter() - start)
    median, late = np.percentile(times, (50.0, 99.0))
    return {"frames": len(frames), "median_ms": 1e3 * float(median), "p99_ms": 1e3 * float(late)}


def over_threads(human: HumanMotion, robot: Robot, clips: int = 16, frames: int = 1000) -> dict[str, Any]:
    """Return the time of many clips on one thread and on two."""
    work = [repeated(human, frames) for _ in range(clips)]

    def on(threads: int) -> None:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda clip: track(clip, robot), work))

    one, two = best_time(lambda: on(1)), best_time(lambda: on(2))
    return {"clips": clips, "frames": frames, "one_thread_s": one, "two_threads_s": two, "ratio": one / two}


def over_joints() -> list[dict[str, Any]]:
    """Return the time a frame for bodies of 20 to 100 joints, each joint's link followed."""
    return [_time_of_body(joints) for joints in (20, 40, 60, 80, 100)]


def _time_of_body(joints: int) -> dict[str, Any]:
    model = mujoco.MjModel.from_xml_string(_body_with(joints))
    tree = compile_tree(model)
    links = [body for body in range(1, model.nbody) if model.body_jntnum[body] and model.body_parentid[body]]
    tip = np.array([0.02, 0.01, 0.1])
    directions = [BodyDirection(BodyPoint(body, np.zeros(3)), BodyPoint(body, tip)) for body in links]
    frames, size = 500, len(tree.variable)
    wanted = _directions_over_time(model, links, tip, frames)
    costs = no_costs(tree)._replace(
        point=point_block([BodyPoint(1, np.zeros(3))], np.zeros((frames, 1, 3)), np.ones((frames, 1, 3))),
        direction=direction_block(tree, directions, wanted, np.ones(wanted.shape[:2])),
        posture=posture_block(tree, weight=np.full(size, 1e-2)),
    )
    problem = Problem(tree, costs, open_bounds(tree), np.array(model.qpos0))
    results = []
    seconds = best_time(lambda: results.append(solve_clip(problem, frames)))
    iterations = float(results[-1].iterations.mean())
    return {
        "joints": joints,
        "microseconds_per_frame": 1e6 * seconds / frames,
        "microseconds_per_iteration": 1e6 * seconds / frames / iterations,
    }


def _body_with(joints: int) -> str:
    """Return a body of five limbs on a free trunk: each limb a chain, its last half split in fingers."""
    counts = [joints // LIMBS + (limb < joints % LIMBS) for limb in range(LIMBS)]
    axes = ("1 0 0", "0 1 0", "0 0 1")

    def chain(length: int, depth: int) -> str:
        if length == 0:
            return ""
        link = f'<body pos="0.02 0.01 0.1"><joint axis="{axes[depth % 3]}"/><geom size="0.01"/>'
        if depth < 7:
            return link + chain(length - 1, depth + 1) + "</body>"
        fingers = [(length - 1) // 3 + (finger < (length - 1) % 3) for finger in range(3)]
        return link + "</body>" + "".join(chain(finger, 8) for finger in fingers if finger)

    limbs = "".join(f'<body pos="0 {limb} 0">{chain(count, 0)}</body>' for limb, count in enumerate(counts))
    return f'<mujoco><worldbody><body><freejoint/><geom size="0.1"/>{limbs}</body></worldbody></mujoco>'


def _directions_over_time(
    model: mujoco.MjModel, links: list[int], tip: np.ndarray, frames: int
) -> np.ndarray:
    generator = np.random.default_rng(0)
    pace, phase = generator.uniform(0.2, 0.6, model.nv), generator.uniform(0.0, 6.0, model.nv)
    data, wanted = mujoco.MjData(model), np.empty((frames, len(links), 3))
    for frame in range(frames):
        data.qpos[:] = model.qpos0
        data.qpos[7:] = 0.3 * np.sin(2.0 * np.pi * pace[6:] * frame / 120.0 + phase[6:])
        mujoco.mj_kinematics(model, data)
        vectors = data.xmat[links].reshape(-1, 3, 3) @ tip
        wanted[frame] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return wanted
