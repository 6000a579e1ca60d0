"""What somebody corrects about a capture, and the person's motion that follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from understudy.capture import Sidecar, read_capture
from understudy.clean import CleaningOptions, clean
from understudy.errors import OptionError
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.motion.sides import contacts_of_other_side, renamed
from understudy.retarget.method import Say
from understudy.takes import Take, fitted_take, read_take, take_of


@dataclass(frozen=True)
class Edits:
    """What is stated and changed; nothing by default.

    Attributes:
        stated: Rate, up, unit, height and marker set, where what was inferred is wrong.
        swap_sides: Whether left is called right and the other way round.
        fit: Whether the reference human is fitted, and followed.
        cleaning: Which steps of cleaning are taken.
        start: Time [s] at which the part begins that is used.
        stop: Time [s] at which it ends; None is the end of the capture.
        mirror: Whether the person is mirrored.
    """

    stated: Sidecar = Sidecar()
    swap_sides: bool = False
    fit: bool = False
    cleaning: CleaningOptions = field(default_factory=CleaningOptions)
    start: float = 0.0
    stop: float | None = None
    mirror: bool = False

    @property
    def reads_alike(self) -> tuple[object, ...]:
        """What the file has to be read again for, where it changes."""
        return (self.stated, self.swap_sides, self.fit, self.cleaning)


def read_edited(path: Path, edits: Edits, say: Say | None = None) -> Take:
    """Read a file with what is stated about it; cut and mirrored by :func:`shaped`.

    Raises:
        UnderstudyError: One sentence that says what is wrong with it.
    """
    if HumanMotion.is_saved_in(path) or RobotMotion.is_saved_in(path):
        return read_take(path, say=say)
    recording = read_capture(path, edits.stated)
    if edits.swap_sides:
        recording = with_sides_swapped(recording)
    warnings = recording.warnings
    recording = clean(recording, edits.cleaning)
    take = fitted_take(recording, say=say) if edits.fit else take_of(recording, say)
    return replace(take, warnings=(*warnings, *take.warnings))


def with_sides_swapped(recording: Recording) -> Recording:
    """Return a capture whose left is called right: labels that somebody put on the wrong side."""
    contacts = None if recording.contacts is None else contacts_of_other_side(recording.contacts)
    known = None if recording.contacts_known is None else contacts_of_other_side(recording.contacts_known)
    return replace(
        recording,
        landmark_points=renamed(recording.landmark_points),
        marker_places=renamed(recording.marker_places),
        contacts=contacts,
        contacts_known=known,
    )


def shaped(take: Take, edits: Edits) -> Take:
    """Return a take cut and mirrored.

    A method that looks at the capture itself is given none then, since that is neither.

    Raises:
        OptionError: Where the part that is used is empty.
    """
    human = take.human
    first = round(edits.start * human.fps)
    last = human.frame_count if edits.stop is None else min(human.frame_count, round(edits.stop * human.fps))
    if not 0 <= first < last:
        stop = "the end" if edits.stop is None else f"{edits.stop:g} s"
        raise OptionError(
            f"the part from {edits.start:g} s to {stop} has no frame, expected a part of {human.duration:g} s"
        )
    whole = first == 0 and last == human.frame_count
    if whole and not edits.mirror:
        return take
    human = human if whole else human.section(first, last)
    return Take(human.mirror() if edits.mirror else human, None, take.warnings)
