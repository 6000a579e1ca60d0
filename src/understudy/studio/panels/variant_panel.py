"""The panel of a variant: robot, method, every option as a control, the verdict, and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from understudy.browse.numbers import verdict, verdict_rows
from understudy.retarget.built_in_methods import METHODS
from understudy.retarget.options import Kind
from understudy.robots import robot_names
from understudy.studio.controls import Control, as_text, controls_of
from understudy.studio.panels.bound import Bound
from understudy.studio.panels.capture_panel import escaped
from understudy.studio.session import Session, State

if TYPE_CHECKING:
    from viser import ViserServer

_NONE = "none"


class VariantPanel:
    """Controls of one variant of a session."""

    def __init__(self, server: ViserServer, session: Session, name: str) -> None:
        """Add the controls to the panel that is open.

        Args:
            server: viser's.
            session: What they act on.
            name: The variant's.
        """
        self._server, self._session, self._name = server, session, name
        gui = server.gui
        variant = session.state.variants[name]
        robots = tuple(dict.fromkeys((*session.own_robots, *robot_names())))
        self._robots = gui.add_dropdown("robot", robots, initial_value=variant.robot)
        self._robot = Bound(self._robots, lambda robot: session.choose_robot(name, robot))
        methods = gui.add_dropdown("method", tuple(METHODS), initial_value=variant.method)
        self._method = Bound(methods, lambda method: session.choose_method(name, method))
        self._verdict = gui.add_markdown("")
        with gui.add_folder("All numbers", expand_by_default=False):
            self._numbers = gui.add_markdown("")
        with gui.add_folder("As a command line", expand_by_default=False):
            self._command = gui.add_markdown("")
        self._folder: Any = None
        self._controls: dict[str, Bound] = {}
        self._shown_method = ""
        self._home = gui._get_container_uuid()
        self._make_options()

    def show(self, state: State) -> None:
        """Show what is chosen and what came of it."""
        variant, result = state.variants.get(self._name), state.results.get(self._name)
        if variant is None:
            return
        self._robot.put(variant.robot)
        self._method.put(variant.method)
        if variant.method != self._shown_method:
            self._make_options()
        for name, control in self._controls.items():
            control.put(_shown(control.control, _value(variant.options, name)))
        command = self._session.command(self._name)
        self._command.content = f"```\n{command}\n```" if command else ""
        self._verdict.content = _told(result)
        judged = None if result is None else result.evaluation
        self._numbers.content = "" if judged is None else verdict(judged)

    def offer(self, robots: tuple[str, ...]) -> None:
        """Offer these robots."""
        self._robots.options = tuple(dict.fromkeys((*robots, *robot_names())))

    def _make_options(self) -> None:
        """Make a control for each option of the chosen method, in place of the last method's."""
        gui = self._server.gui
        variant = self._session.state.variants[self._name]
        if self._folder is not None:
            self._folder.remove()
        self._shown_method, self._controls = variant.method, {}
        gui._set_container_uuid(self._home)
        self._folder = gui.add_folder(f"Options of {variant.method}", expand_by_default=True)
        with self._folder:
            for control in controls_of(METHODS[variant.method]):
                handle = _add(gui, control, _value(variant.options, control.name))
                self._controls[control.name] = Bound(
                    handle, lambda value, name=control.name: self._set_option(name, value)
                )
        gui._set_container_uuid("root")

    def _set_option(self, name: str, value: Any) -> None:
        self._session.set_option(self._name, name, as_text(value))


def _add(gui: Any, control: Control, value: Any) -> Any:
    """Add the control of one option."""
    if control.kind is Kind.SWITCH:
        return gui.add_checkbox(control.label, bool(value), hint=control.hint)
    if control.choices:
        return gui.add_dropdown(control.label, control.choices, initial_value=str(value), hint=control.hint)
    if control.kind in (Kind.NUMBER, Kind.WHOLE_NUMBER):
        number = int(value) if control.kind is Kind.WHOLE_NUMBER else float(value)
        step = max(1, round(control.step)) if control.kind is Kind.WHOLE_NUMBER else control.step
        return gui.add_number(
            control.label, number, min=control.least, max=control.most, step=step, hint=control.hint
        )
    return gui.add_text(control.label, as_text(value), hint=control.hint)


def _shown(handle: Any, value: Any) -> Any:
    """Return a value as a control of any kind shows it."""
    return as_text(value) if isinstance(handle.value, str) else type(handle.value)(value)


def _value(options: Any, name: str) -> Any:
    table, dot, entry = name.partition(".")
    value = getattr(options, table)
    return value.get(entry, 0.0) if dot else value


def _told(result: Any) -> str:
    if result is None:
        return ""
    solved = f"solved {result.motion.frame_count} frames in {1e3 * result.seconds:.0f} ms"
    if result.evaluation is None:
        return f"*{escaped(solved)}; evaluating …*"
    rows = [(what, value, mark) for what, value, mark in verdict_rows(result.evaluation) if mark != "–"]
    missed = [f"- ✗ {escaped(what)}: {escaped(value)}" for what, value, mark in rows if mark == "✗"]
    met = f"**{len(rows) - len(missed)} of {len(rows)} targets met**"
    return "\n".join((f"{met}, {escaped(solved)}", "", *missed))
