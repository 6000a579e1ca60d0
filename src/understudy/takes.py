"""The way in: a capture file, a saved motion or a composition becomes a person's motion.

file ─▶ Recording ─▶ HumanMotion
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.capture import Sidecar, read_capture
from understudy.clean import CleaningOptions, clean
from understudy.errors import InvalidMotionError
from understudy.human import human_from_recording
from understudy.human.coverage import missing_limbs, missing_warning, posture_advice, shown_by_fit, spoken
from understudy.kernels.compilation import telling
from understudy.motion import HumanMotion, Recording, RobotMotion, composition, human_motion, robot_motion
from understudy.motion.composition import Composition
from understudy.motion.noun_archive import kind_held
from understudy.retarget import Method, find_method
from understudy.retarget.method import Progress, Say
from understudy.robots.known_models import robot_of
from understudy.robots.source import human_from_motion

if TYPE_CHECKING:
    from understudy.human import FitPlan


_SAVED = {noun.KIND: noun.ARRAYS for noun in (human_motion, robot_motion, composition)}
"""What is saved → the arrays that it has."""

WARNING = "Warning: "
"""How a sentence begins that should not be overlooked."""


@dataclass(frozen=True, eq=False)
class Take:
    """A person's motion, and the cleaned capture that it was read off where there was one.

    Attributes:
        human: The motion.
        recording: The capture.
        warnings: What a user has to know before trusting it, one sentence each.
    """

    human: HumanMotion
    recording: Recording | None = None
    warnings: tuple[str, ...] = ()

    def wanted_by(self, method: str | Method) -> Take:
        """Return it without the capture where a method does not look at that, which may be large."""
        return self if find_method(method).uses_recording else replace(self, recording=None)


def read_recording(
    path: str | Path,
    stated: Sidecar | None = None,
    say: Say | None = None,
    cleaning: CleaningOptions | None = None,
) -> Recording:
    """Read a capture, clean it and put it on the floor; its notes say what was done.

    Args:
        path: The capture.
        stated: What the user knows of it; takes precedence over what would be inferred.
        say: Told in a sentence when something takes long, and what is doubtful about the capture.
        cleaning: Which steps of cleaning are taken, and how.
    """
    with telling(say):
        captured = read_capture(path, stated)
        if say is not None:
            for warning in captured.warnings:
                say(f"{WARNING}{warning}")
        return clean(captured, cleaning or CleaningOptions())


def read_take(
    path: str | Path,
    stated: Sidecar | None = None,
    say: Say | None = None,
    cleaning: CleaningOptions | None = None,
) -> Take:
    """Read a capture, a saved human motion, or a robot's motion as one of a person in canonical landmarks.

    A composition is a robot's motion, too. What is saved was cleaned before.

    Where markers tell of limbs whose joints they do not give directly, the reference human is fitted.
    """
    kind = kind_held(path, _SAVED)
    if kind == human_motion.KIND:
        return Take(HumanMotion.load(path))
    if kind is not None:
        motion = load_motion(path)
        return Take(human_from_motion(robot_of(motion), motion))
    return take_of(read_recording(path, stated, say, cleaning), say)


def take_of(recording: Recording, say: Say | None = None) -> Take:
    """Return a cleaned capture as a person's motion, see :func:`read_take`."""
    human = human_from_recording(recording)
    gained = shown_by_fit(recording, human)
    if gained:
        human, about = _fitted_instead(recording, human, gained, say)
        return Take(human, recording, (about, *take_warnings(human)))
    return Take(human, recording, take_warnings(human))


def load_motion(path: str | Path) -> RobotMotion:
    """Load a robot's motion, or the one that the weights of a saved composition describe."""
    if not Composition.is_saved_in(path):
        return RobotMotion.load(path)
    from understudy.retarget.compose.composing import composed_motion

    return composed_motion(Composition.load(path))


def take_warnings(human: HumanMotion) -> tuple[str, ...]:
    """Return sentences on limbs that a motion does not show, and on legs that are better left out."""
    found = (missing_warning(missing_limbs(human)), posture_advice(human))
    return tuple(sentence for sentence in found if sentence is not None)


def _fitted_instead(
    recording: Recording, human: HumanMotion, gained: tuple[str, ...], say: Say | None
) -> tuple[HumanMotion, str]:
    """Return the motion of the fitted reference human and a sentence, or why it could not be fitted."""
    from understudy.human import fit_human

    limbs = spoken(gained)
    try:
        fitted = fit_human(recording, say=say)
    except InvalidMotionError as error:
        return human, f"the {limbs} would follow from a fit to the markers, but: {error} (--height)"
    return fitted, f"the {limbs} follow from a fit only, so the reference human was fitted to the markers"


def read_human(path: str | Path, stated: Sidecar | None = None, say: Say | None = None) -> HumanMotion:
    """Read a person's motion without keeping the capture that it came from, see :func:`read_take`."""
    return read_take(path, stated, say).human


def fit_take(
    path: str | Path,
    stated: Sidecar | None = None,
    plan: FitPlan | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
    static: str | Path | None = None,
    cleaning: CleaningOptions | None = None,
) -> Take:
    """Read a capture file and fit the reference human to it: lengths, joint angles, residuals.

    Args:
        path: The capture.
        stated: What the user knows of it; takes precedence over what would be inferred.
        plan: How to fit.
        say: Told in a sentence when something takes long.
        progress: Told steps of identifying the body done, and the most there may be.
        static: A capture of the same person with the same markers, standing still on flat feet.
        cleaning: Which steps of cleaning are taken, and how.
    """
    recording = read_recording(path, stated, say, cleaning)
    still = None if static is None else read_recording(static, stated, say, cleaning)
    return fitted_take(recording, plan, say, progress, still)


def fitted_take(
    recording: Recording,
    plan: FitPlan | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
    static: Recording | None = None,
) -> Take:
    """Return a cleaned capture as the motion of the reference human fitted to it, see :func:`fit_take`."""
    # The reference human is not kept waiting for by those who do not fit it.
    from understudy.human import fit_human

    human = fit_human(recording, plan=plan, say=say, progress=progress, static=static)
    return Take(human, recording, take_warnings(human))
