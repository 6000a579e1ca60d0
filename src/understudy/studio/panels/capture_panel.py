"""The panel of the capture: drop one, see what was inferred, correct it, clean, cut and mirror it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.capture.naming.marker_sets.catalogue import built_in_sets
from understudy.capture.sidecar import UPS
from understudy.studio.edits import Edits
from understudy.studio.panels.bound import Bound
from understudy.studio.session import Session, State

if TYPE_CHECKING:
    from viser import ViserServer

INFERRED = "as inferred"
_EMPTY = (
    "Nothing is open yet: drop a capture anywhere on the page. A robot's folder, .zip or URDF is onboarded."
)
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
        gui, self._gui, self._session = server.gui, server.gui, session
        self._drop = gui.add_upload_button(
            "Choose or drop files",
            hint="A capture, or a robot's model with its meshes (files, folder or .zip); drop them anywhere.",
        )
        self._drop.on_upload(lambda _: dropped(self._drop.value.name, self._drop.value.content))
        if files:
            listed = gui.add_dropdown("from the folder", ("…", *files))
            listed.on_update(lambda _: chosen(files[listed.value]) if listed.value in files else None)
        self._found = gui.add_markdown(_EMPTY)
        with gui.add_folder("Everything that was inferred", expand_by_default=False):
            self._notes = gui.add_markdown("")
        with gui.add_folder("Correct what was inferred", expand_by_default=True):
            self._fps = self._number("rate [1/s]", "fps", "Frames a second, or empty to infer them.")
            ups = gui.add_dropdown("up", (INFERRED, *UPS), hint="The file's axis that points up.")
            self._up = Bound(ups, lambda up: session.state_fact("up", None if up == INFERRED else up))
            self._unit = self._number("unit [m]", "unit", "Metres per unit of length.")
            self._height = self._number("height [m]", "height", "The person's body height.")
            sets = gui.add_dropdown("marker set", (INFERRED, *marker_sets()), hint="Which marker is where.")
            self._set = Bound(sets, self._choose_set)
            swap = gui.add_checkbox("swap sides", False, hint="What is labelled left is the person's right.")
            self._swap = Bound(swap, lambda on: session.edit(swap_sides=on))
            fit = gui.add_checkbox(
                "fit a body",
                False,
                hint="Fit the reference human and follow it; takes a while.",
            )
            self._fit = Bound(fit, lambda on: session.edit(fit=on))
        with gui.add_folder("Cut and mirror", expand_by_default=False):
            start = gui.add_number("from [s]", 0.0, min=0.0, step=0.01)
            self._start = Bound(start, lambda seconds: session.edit(start=float(seconds)))
            stop = gui.add_number("to [s]", 0.0, min=0.0, step=0.01, hint="0 is the end.")
            self._stop = Bound(stop, lambda seconds: session.edit(stop=float(seconds) or None))
            mirror = gui.add_checkbox("mirror", False)
            self._mirror = Bound(mirror, lambda on: session.edit(mirror=on))
        with gui.add_folder("Cleaning", expand_by_default=False):
            self._clean = {step: self._step(step) for step in _STEPS}
        session.on_change(self.show)

    def show(self, state: State) -> None:
        """Show what is open and what is stated about it."""
        self._found.content = _told(state)
        self._notes.content = _inferred(state)
        self._fill(state.edits)

    def _fill(self, edits: Edits) -> None:
        stated = edits.stated
        for control, value in (
            (self._fps, stated.fps),
            (self._unit, stated.unit),
            (self._height, stated.height),
        ):
            control.put(INFERRED if value is None else f"{value:g}")
        self._up.put(stated.up or INFERRED)
        self._set.put(INFERRED if stated.marker_set is None else str(stated.marker_set))
        self._swap.put(edits.swap_sides)
        self._fit.put(edits.fit)
        self._mirror.put(edits.mirror)
        self._start.put(edits.start)
        self._stop.put(edits.stop or 0.0)
        for step, box in self._clean.items():
            box.put(getattr(edits.cleaning, step))

    def _number(self, label: str, fact: str, hint: str) -> Bound:
        """Add a field for a number that is stated about the capture."""
        field = self._gui.add_text(label, INFERRED, hint=hint)
        return Bound(field, lambda text: self._state_number(fact, text))

    def _step(self, step: str) -> Bound:
        """Add a switch for a step of cleaning."""
        return Bound(self._gui.add_checkbox(step, True), lambda on: self._session.clean(step, on))

    def _choose_set(self, chosen: str) -> None:
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
    if state.read is None or state.path is None:
        return _EMPTY
    human, recording = state.read.human, state.read.recording
    lines = [f"**{escaped(state.path.name)}**\n"]
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
