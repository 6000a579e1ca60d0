"""How many steps a second the Gymnasium environment takes, with drawn actions, on one core.

    python benchmarks/gym_speed.py [--robots mimo g1 nao] [--steps 500]

A step is one frame at 50 a second: 10 steps of physics, readings of senses, and the reward. Random actions
throw limbs about, so there are more contacts than in a motion that is tracked. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from understudy.gym import ImitationEnv
from understudy.motion import RobotMotion
from understudy.robots import load_robot

FPS, FRAMES = 50.0, 200
SENSES = ("proprioception,imu", "proprioception,imu,skin", "proprioception,imu,eyes:size=64x48")


def measure(name: str, senses: str, steps: int) -> float:
    """Return steps a second of processor time for a robot around its home pose, held by its root."""
    robot = load_robot(name)
    q = np.tile(robot.home, (FRAMES, 1))
    motion = RobotMotion(name, "home", robot.joints, q, FPS, np.zeros(FRAMES), model=robot.fingerprint)
    env = ImitationEnv(motion, robot, senses=senses, base="fixed")
    env.action_space.seed(0)
    env.reset(seed=0)
    start = time.process_time()
    for _ in range(steps):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
    return steps / (time.process_time() - start)


def main() -> int:
    """Measure every robot with every set of senses."""
    parser = argparse.ArgumentParser(description="Steps a second of the Gymnasium environment.")
    parser.add_argument("--robots", nargs="+", default=("mimo", "g1", "nao"))
    parser.add_argument("--steps", type=int, default=500)
    options = parser.parse_args()
    sys.stdout.write(f"| robot | {' | '.join(SENSES)} |\n| {' | '.join(['---'] * (1 + len(SENSES)))} |\n")
    for name in options.robots:
        cells = [f"{measure(name, senses, options.steps):.0f}" for senses in SENSES]
        sys.stdout.write(f"| {name} | {' | '.join(cells)} |\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
