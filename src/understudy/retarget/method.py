"""A method of retargeting: its name, its options, and the function that makes a robot perform."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from understudy.errors import MethodError, OptionError
from understudy.retarget.options import MethodOptions, options_of

if TYPE_CHECKING:
    import numpy as np

    from understudy.motion import HumanMotion, Recording, RobotMotion
    from understudy.robots import Robot

Say = Callable[[str], None]
"""Takes a sentence for the user when something takes long."""

Progress = Callable[[int, int], None]
"""Takes the steps that are done, and how many there are in all."""


class Run(Protocol):
    """What a method does."""

    def __call__(
        self,
        human: HumanMotion,
        robot: Robot,
        options: Any,
        *,
        recording: Recording | None,
        say: Say | None,
        progress: Progress | None,
    ) -> RobotMotion:
        """Make a robot perform a person's motion.

        Args:
            human: The person's motion.
            robot: A robot with a card.
            options: The method's own options, checked.
            recording: The cleaned capture that the motion was read off, frame by frame the same; None where
                the motion came from a saved file or from a robot.
            say: Told in a sentence when something takes long.
            progress: Told how far long work has come.

        Returns:
            The robot's motion. Where its provenance is left out, :meth:`Method.retarget` adds it.
        """
        ...


@dataclass(frozen=True)
class Method:
    """A method of retargeting.

    Attributes:
        name: What the command line and saved motions call it.
        Options: Its options, a frozen dataclass.
        run: What it does.
        summary: What it does, in a phrase.
        lift_limits: Turns options into those that leave a robot's joint limits alone, as comparisons of poses
            do; None for a method that cannot.
        wanted: Returns from a person, a robot and options the joint coordinates (T, J) [rad or m] before they
            were cropped to limits; None for a method that does not crop.
        prepare: Starts what takes long and needs no motion, such as compiling, while the capture is read.
        uses_recording: Whether it looks at the capture; where it does not, a long one's memory is given back.
    """

    name: str
    Options: type[MethodOptions]
    run: Run
    summary: str = ""
    lift_limits: Callable[[Any], MethodOptions] | None = None
    wanted: Callable[[HumanMotion, Robot, Any], np.ndarray] | None = None
    prepare: Callable[[], None] | None = None
    uses_recording: bool = True

    def __post_init__(self) -> None:
        """Check what a plug-in may have got wrong."""
        if not (isinstance(self.name, str) and self.name.isprintable() and self.name.strip()):
            raise MethodError(f"a method is named {self.name!r}, expected a word such as 'track'")
        if not isinstance(self.Options, type) or not callable(self.run):
            raise MethodError(f"method '{self.name}' needs a class of options and a function, in this order")
        options_of(self.Options)

    def retarget(
        self,
        human: HumanMotion,
        robot: Robot,
        options: MethodOptions | None = None,
        recording: Recording | None = None,
        say: Say | None = None,
        progress: Progress | None = None,
    ) -> RobotMotion:
        """Make a robot perform a person's motion; see :class:`Run` for the arguments.

        Raises:
            OptionError: Where the options are those of another method.
            MethodError: Where what came back is no motion of the robot.
        """
        from understudy.motion import Provenance, RobotMotion

        options = self.own(options)
        motion = self.run(human, robot, options, recording=recording, say=say, progress=progress)
        if not isinstance(motion, RobotMotion):
            found = type(motion).__name__
            raise MethodError(f"method '{self.name}' returned a {found}, expected a RobotMotion")
        if motion.provenance == Provenance():
            history = human.provenance.then("retarget", method=self.name, robot=robot.name, **asdict(options))
            motion = replace(motion, provenance=history)
        return replace(motion, model=robot.fingerprint)

    def own(self, options: MethodOptions | None) -> MethodOptions:
        """Return options that are the method's own, its defaults where there are none."""
        if options is None:
            return self.Options()
        if not isinstance(options, self.Options):
            valid, found = self.Options.__name__, type(options).__name__
            raise OptionError(f"method '{self.name}' takes {valid}, found {found}")
        return options

    def without_limits(self, options: MethodOptions | None = None) -> MethodOptions:
        """Return options with which the method leaves a robot's joint limits alone.

        Raises:
            MethodError: Where the method cannot.
        """
        if self.lift_limits is None:
            raise MethodError(f"method '{self.name}' cannot lift limits")
        return self.lift_limits(self.own(options))

    def wanted_joints(
        self, human: HumanMotion, robot: Robot, options: MethodOptions | None = None
    ) -> np.ndarray | None:
        """Return joint coordinates (T, J) [rad or m] before limits cropped them, None where none do."""
        return None if self.wanted is None else self.wanted(human, robot, self.own(options))
