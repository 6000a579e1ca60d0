"""A Gymnasium environment of any robot with its senses, in which a motion is the reference to imitate.

    import understudy.gym

    env = understudy.gym.make("walk.npz", senses="proprioception,imu,skin", base="free")
    observation, info = env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

``gymnasium.make("understudy/Imitation-v0", motion=…)`` makes the same one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from understudy.errors import OptionError
from understudy.lazy_names import import_when_used

if TYPE_CHECKING:
    import gymnasium

    from understudy.gym.environment import ImitationEnv
    from understudy.gym.rewards import RewardWeights
    from understudy.motion import RobotMotion

ID = "understudy/Imitation-v0"
"""Name of the environment in Gymnasium's registry."""

__all__ = ["ID", "ImitationEnv", "RewardWeights", "make"]

import_when_used(
    __name__,
    {"ImitationEnv": "understudy.gym.environment", "RewardWeights": "understudy.gym.rewards"},
)


def make(motion: RobotMotion | str, **options: Any) -> gymnasium.Env:
    """Return the environment in which a motion is to be imitated, with Gymnasium's usual checks around it.

    Args:
        motion: The robot's motion, or the path of a saved one.
        **options: As :class:`ImitationEnv` takes them.
    """
    return _gymnasium().make(ID, motion=motion, **options)


def _gymnasium() -> Any:
    try:
        return import_module("gymnasium")
    except ModuleNotFoundError as error:
        raise OptionError(
            "understudy.gym needs a package that is not installed: pip install 'understudy[gym]'"
        ) from error


def _register() -> None:
    """Enter the environment into Gymnasium's registry, once."""
    registry = _gymnasium()
    if ID not in registry.registry:
        registry.register(id=ID, entry_point="understudy.gym.environment:ImitationEnv")


_register()
