"""The environment: a simulated robot that is rewarded for doing what its motion says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from understudy.errors import InvalidMotionError, OptionError, unknown_name
from understudy.evaluate.falls import FallRule
from understudy.gym.actions import ACTIONS
from understudy.gym.observations import Observations
from understudy.gym.rewards import Judge, RewardWeights
from understudy.gym.senses import all_drawable, requested_senses
from understudy.gym.watching import Watcher, add_camera, place_camera
from understudy.motion import RobotMotion
from understudy.robots.robot import Robot
from understudy.simulate.extent import lowest_point
from understudy.simulate.names import BANDWIDTH
from understudy.simulate.options import SimulationOptions
from understudy.simulate.performing import require_robot
from understudy.simulate.playing import Playing
from understudy.simulate.senses.requests import SenseRequest
from understudy.simulate.setting import choose_setting
from understudy.simulate.simulation import no_log_file
from understudy.simulate.staging import set_stage
from understudy.verbs import as_motion, as_robot

STARTS = ("random", "first")
LEAST_FRAMES = 4
"""Frames of the shortest motion: an episode that begins anywhere has two steps at least."""

_MOST_SEED = 2**31


class ImitationEnv(gymnasium.Env[dict[str, Any], np.ndarray]):
    """A robot in physics that is to imitate a motion, one step a frame.

    Observations are a dictionary of flat vectors (float32) and pictures: ``sense/channel`` of each sense that
    is on, ``reference/phase`` from 0 to 1, ``reference/joints`` [rad or m] of the frames ahead, and on a free
    base ``reference/root``, position [m] and rotation vector [rad] from the root to where it is wanted, in
    the root's frame. An episode is terminated where the robot falls, as ``evaluate`` has it, or the
    simulation diverges, and truncated where the motion ends.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 30}

    def __init__(
        self,
        motion: RobotMotion | str | Path,
        robot: str | Path | Robot | None = None,
        *,
        senses: str | tuple[SenseRequest, ...] = "proprioception,imu",
        base: str | None = None,
        action: str = "position",
        controller: str | None = None,
        bandwidth: float = BANDWIDTH,
        reward: RewardWeights | None = None,
        start: str = "random",
        ahead: tuple[int, ...] = (1,),
        toys: bool = False,
        mobile: bool = False,
        size: tuple[int, int] = (480, 360),
        render_mode: str | None = None,
    ) -> None:
        """Make the environment ready.

        Args:
            motion: The motion to imitate, or the path of a saved one; resample it for another rate of steps.
            robot: The robot, where the motion's own is not found by its name.
            senses: As ``understudy simulate --senses`` takes them; skin tells pressure unless told otherwise.
            base: ``free``, ``fixed`` or ``lying``; chosen for the motion where nobody says.
            action: ``position``: from −1 to 1 over each joint's range. ``offset``: around what the motion
                wants, by up to 0.5 rad or m. ``torque``: shares of each joint's largest torque.
            controller: ``pd``, ``pid``, ``torque`` or ``balance``, which follows the positions; ``pd`` for
                ``position``, for ``offset`` the one that ``simulate`` would choose.
            bandwidth: Of the servos [Hz].
            reward: Weights of what is rewarded.
            start: ``random``: an episode begins at any moment of the motion, in its pose and at its speed.
                ``first``: at the first frame, at rest. ``reset(options={"frame": 12})`` takes precedence.
            ahead: How many frames ahead the motion is told.
            toys: Whether toys lie beside the robot.
            mobile: Whether a mobile hangs over it.
            size: Width and height of what :meth:`render` returns [pixels].
            render_mode: None, or ``rgb_array``.

        Raises:
            OptionError: For a choice that there is not.
            InvalidMotionError: Where the motion is too short, or another robot's.
            RenderError: Where a sense needs OpenGL and there is none.
        """
        for kind, value, valid in (("action", action, ACTIONS), ("start", start, STARTS)):
            if value not in valid:
                raise OptionError(unknown_name(kind, value, valid))
        if render_mode not in (None, "rgb_array"):
            raise OptionError(unknown_name("render_mode", str(render_mode), ("rgb_array",)))
        motion = as_motion(motion)
        played_by = as_robot(motion, robot)
        require_robot(motion, played_by)
        if motion.frame_count < LEAST_FRAMES:
            raise InvalidMotionError(
                f"the motion has {motion.frame_count} frames, expected {LEAST_FRAMES} or more to imitate"
            )
        requests = all_drawable(requested_senses(senses))
        if action != "offset" and controller is None:
            controller = "pd"
        asked = SimulationOptions(
            base=base,
            controller=controller,
            bandwidth=bandwidth,
            senses=requests,
            toys=toys,
            mobile=mobile,
        )
        setting = choose_setting(motion, played_by, asked)
        stage = set_stage(motion, played_by, asked, setting, (add_camera,))
        place_camera(stage)
        self.stage, self.render_mode, self.sentence = stage, render_mode, setting.sentence
        self.metadata = {**self.metadata, "render_fps": max(1, round(motion.fps))}
        self._start, self._size, self._watcher = start, size, None
        self._act = ACTIONS[action](stage)
        self._observations = Observations(stage, ahead)
        self._judge = Judge(stage, reward or RewardWeights())
        self._falls = FallRule(played_by) if stage.plant.is_afloat and setting.base == "free" else None
        self._playing, self._first, self._frame = Playing(stage), 0, 0
        joints = len(played_by.joints)
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (joints,), np.float32)
        self.observation_space = self._observations.space

    @no_log_file()
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Seed of the moment at which episodes begin, and of all noise.
            options: ``frame``: the frame at which this one begins.

        Returns:
            The observation, and ``frame``.
        """
        super().reset(seed=seed)
        # Both are drawn whatever is used of them, so that noise does not depend on where an episode begins.
        drawn = int(self.np_random.integers(self.stage.frame_count - LEAST_FRAMES + 2))
        noise = int(self.np_random.integers(_MOST_SEED))
        frame = self._frame_of(options or {})
        self._playing = Playing(self.stage)
        if frame is None and self._start == "first":
            frame = 0
            self._playing.settle()
        else:
            frame = drawn if frame is None else frame
            self._playing.join(frame, self._lift(frame))
        if self._playing.has_diverged:
            raise InvalidMotionError(f"frame {frame} of the motion cannot be simulated: its pose diverges")
        self._playing.simulation.hold()
        self._first = self._frame = frame
        self._observations.restart(self._playing.data, noise)
        return self._observations.at(self._playing.data, frame, 0.0), {"frame": frame}

    @no_log_file()
    def step(self, action: np.ndarray) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Go on by one frame of the motion.

        Args:
            action: (J,) from −1 to 1, see ``action`` of the constructor.

        Returns:
            Observation, reward, whether the robot fell or the simulation diverged, whether the motion has
            ended, and ``frame``, ``fell``, ``diverged`` and the reward's terms by name.
        """
        if np.shape(action) != self.action_space.shape:
            raise OptionError(f"an action has shape {np.shape(action)}, expected {self.action_space.shape}")
        if self._frame >= self.stage.frame_count - 1:
            raise OptionError("the motion has ended: call reset() before the next step")
        playing, stage = self._playing, self.stage
        answer = self._act(np.clip(np.asarray(action, dtype=np.float64), -1.0, 1.0))
        begun = self._first / stage.reference.fps
        for time in playing.ticks_from(self._frame, answer):
            self._observations.sense(playing.data, time - begun)
        self._frame += 1
        diverged = playing.has_diverged
        fell = not diverged and self._has_fallen()
        reward, terms = self._judge.reward(playing, self._frame, ended=fell or diverged)
        seen = self._observations.at(
            None if diverged else playing.data, self._frame, self._frame / stage.reference.fps - begun
        )
        truncated = self._frame == stage.frame_count - 1
        info = {"frame": self._frame, "fell": fell, "diverged": diverged, **terms}
        return seen, reward, fell or diverged, truncated, info

    def render(self) -> np.ndarray | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return a picture (H, W, 3) uint8 of the robot, None unless ``render_mode`` asks for it.

        Raises:
            RenderError: Where nothing can be drawn here.
        """
        if self.render_mode is None:
            return None
        if self._watcher is None:
            self._watcher = Watcher(self.stage, self._size)
        return self._watcher.picture(self._playing.data)

    def close(self) -> None:
        """Give back what drawing needs."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _frame_of(self, options: dict[str, Any]) -> int | None:
        """Return the frame that a user wants to begin at."""
        for name in options:
            if name != "frame":
                raise OptionError(unknown_name("option of reset", name, ("frame",)))
        if "frame" not in options:
            return None
        frame, last = int(options["frame"]), self.stage.frame_count - 2
        if not 0 <= frame <= last:
            raise OptionError(f"frame is {frame}, expected 0 to {last}")
        return frame

    def _lift(self, frame: int) -> float:
        """Return how much higher [m] the robot has to begin so that no part of it is in the ground."""
        if not self.stage.plant.is_afloat:
            return 0.0
        return max(0.0, -lowest_point(self.stage.plant.robot, self.stage.reference.q[frame]))

    def _has_fallen(self) -> bool:
        if self._falls is None:
            return False
        q = self.stage.plant.coordinates(self._playing.data)[None]
        return bool(self._falls.has_fallen(q, self.stage.reference.q[self._frame][None])[0])
