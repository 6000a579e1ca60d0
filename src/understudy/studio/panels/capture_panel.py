"""The panel of the capture: drop one, see what was inferred, correct it, clean, cut and mirror it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.capture.naming.marker_sets.catalogue import built_in_sets
from understudy.capture.sidecar import UPS
from understudy.studio.edits import Edits
from understudy.studio.session import Session, State

if TYPE_CHECKING:
    from viser import ViserServer

INFERRED = "as inferred"
_EMPTY = "Nothing is open yet: drop a capture on the page."
_FIRST = 3
"""Notes that are seen at once: rate, up and unit in most formats."""

_STEPS = ("swaps", "outliers", "gaps", "smoothing", "floor")


class CapturePanel:
    """Controls of the capture that is open."""

    def __init__(
        self,
        server: ViserServer,
        session: Session,
        files: dict[str, Path],
        dropped: Callable[[str, bytes], None],
        chosen: Callable[[Path], None],
    ) -> None:
        """Add the controls to the panel that is open.

        Args:
            server: viser's.
            session: What they act on.
            files: Files of the studio's folder by the names under which they are offered.
            dropped: Told the name and content of a file that somebody dropped.
            chosen: Told which of the folder's files somebody chose.
        """
        gui, self._session, self._quiet = server.gui, session, False
        self._drop = gui.add_upload_button(
            "Choose or drop a file",
            hint="A capture or a robot's URDF or MJCF; it may be dropped anywhere on the page.",
        )
        self._drop.on_upload(lambda _: dropped(self._drop.value.name, self._drop.value.content))
        if files:
            listed = gui.add_dropdown("in the folder", ("…", *files))
            listed.on_update(lambda _: chosen(files[listed.value]) if listed.value in files else None)
        self._found = gui.add_markdown(_EMPTY)
        with gui.add_folder("All that was inferred", expand_by_default=False):
            self._notes = gui.add_markdown("")
        with gui.add_folder("Correct what was inferred", expand_by_default=True):
            self._fps = gui.add_text("rate [1/s]", INFERRED, hint="Frames a second, or empty to infer them.")
            self._up = gui.add_dropdown("up", (INFERRED, *UPS), hint="The file's axis that points up.")
            self._unit = gui.add_text("unit [m]", INFERRED, hint="Metres per unit of length.")
            self._height = gui.add_text("height [m]", INFERRED, hint="The person's body height.")
            sets = (INFERRED, *marker_sets())
            self._set = gui.add_dropdown("marker set", sets, hint="Which marker is where.")
            self._swap = gui.add_checkbox("left is right", False, hint="Labels are on the wrong side.")
        with gui.add_folder("Cut and mirror", expand_by_default=False):
            self._start = gui.add_number("from [s]", 0.0, min=0.0, step=0.01)
            self._stop = gui.add_number("to [s]", 0.0, min=0.0, step=0.01, hint="0 is the end.")
            self._mirror = gui.add_checkbox("mirrored", False)
        with gui.add_folder("Clean", expand_by_default=False):
            self._clean = {step: gui.add_checkbox(step, True) for step in _STEPS}
        self._connect()
        session.on_change(self.show)

    def show(self, state: State) -> None:
        """Show what is open and what is stated about it."""
        self._found.content = _told(state)
        self._notes.content = _inferred(state)
        self._quiet = True
        try:
            self._fill(state.edits)
        finally:
            self._quiet = False

    def _fill(self, edits: Edits) -> None:
        stated = edits.stated
        for control, value in (
            (self._fps, stated.fps),
            (self._unit, stated.unit),
            (self._height, stated.height),
        ):
            control.value = INFERRED if value is None else f"{value:g}"
        self._up.value = stated.up or INFERRED
        self._set.value = INFERRED if stated.marker_set is None else str(stated.marker_set)
        self._swap.value, self._mirror.value = edits.swap_sides, edits.mirror
        self._start.value, self._stop.value = edits.start, edits.stop or 0.0
        for step, box in self._clean.items():
            box.value = getattr(edits.cleaning, step)

    def _connect(self) -> None:
        session = self._session
        facts = {"fps": self._fps, "unit": self._unit, "height": self._height}
        for name, control in facts.items():
            self._on(control, lambda name=name, control=control: self._state_number(name, control.value))
        self._on(
            self._up,
            lambda: session.state_fact("up", None if self._up.value == INFERRED else self._up.value),
        )
        self._on(self._set, self._choose_set)
        self._on(self._swap, lambda: session.edit(swap_sides=self._swap.value))
        self._on(self._mirror, lambda: session.edit(mirror=self._mirror.value))
        self._on(self._start, lambda: session.edit(start=float(self._start.value)))
        self._on(self._stop, lambda: session.edit(stop=float(self._stop.value) or None))
        for step, box in self._clean.items():
            self._on(box, lambda step=step, box=box: session.clean(step, box.value))

    def _on(self, control: Any, act: Callable[[], None]) -> None:
        control.on_update(lambda event: None if self._quiet or event.client_id is None else act())

    def _choose_set(self) -> None:
        chosen = self._set.value
        self._session.state_fact("marker_set", Path(chosen) if chosen in marker_sets() else None)

    def _state_number(self, name: str, text: str) -> None:
        """State a number that was typed; anything that is none leaves it to be inferred."""
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        self._session.state_fact(name, number if 0.0 < number <= 1e5 else None)


def marker_sets() -> tuple[str, ...]:
    """Return the names of the marker sets that are known."""
    return tuple(sorted(known.name for known in built_in_sets()))


def _told(state: State) -> str:
    """Return what was found in the capture, in Markdown."""
    lines = []
    if state.problem:
        lines.append(f"**Problem:** {escaped(state.problem)}\n")
    if state.busy:
        lines.append(f"*{escaped(state.busy)} …*\n")
    if state.read is None or state.path is None:
        return "\n".join(lines) or _EMPTY
    human, recording = state.read.human, state.read.recording
    lines.append(f"**{escaped(state.path.name)}**\n")
    told = f"{human.frame_count} frames at {human.fps:g} Hz, {human.duration:.2f} s"
    lines.append(f"- {told}" if recording is None else f"- {escaped(recording.dialect)}, {told}")
    if recording is not None:
        lines += [f"- {escaped(note)}" for note in recording.notes[:_FIRST]]
    lines += [f"- **look:** {escaped(sentence)}" for sentence in state.read.warnings]
    return "\n".join(lines)


def _inferred(state: State) -> str:
    """Return every note on the capture."""
    recording = None if state.read is None else state.read.recording
    return "" if recording is None else "\n".join(f"- {escaped(note)}" for note in recording.notes)


def escaped(text: str) -> str:
    """Return a stranger's words so that Markdown shows them and nothing else."""
    plain = " ".join(text.split())
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>()#+!|~$" else letter for letter in plain)
