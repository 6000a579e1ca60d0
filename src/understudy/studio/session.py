"""The studio without a browser: what is open, what is chosen, what came of it, and who is told.

Every action is a method; each changes one frozen ``State`` and tells whoever listens. What takes long runs in
the background: solving first, so that a turned knob is seen at once, and judging after it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from understudy.errors import CaptureError, OptionError, RobotError, UnderstudyError, unknown_name
from understudy.evaluate import evaluate
from understudy.kernels.compilation import telling
from understudy.motion.pace import as_performed
from understudy.pipeline import retarget
from understudy.retarget import METHODS, find_method
from understudy.robots import Robot, load_robot, robot_names
from understudy.studio.controls import with_setting
from understudy.studio.edits import Edits, read_edited, shaped
from understudy.studio.jobs import Jobs, Ticket
from understudy.studio.shelf import Shelf
from understudy.studio.variant import NAMES, Result, Variant, command_line
from understudy.takes import Take

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class State:
    """All that a panel shows.

    Attributes:
        path: The capture that is open, or None.
        edits: What is stated and changed about it.
        read: The capture as it was read, neither cut nor mirrored.
        take: The person's motion that is performed.
        variants: Name → what is chosen; the first is always there.
        results: Name → what came of it.
        problem: What went wrong last, one sentence, or empty.
        busy: What is being done, or empty.
    """

    path: Path | None = None
    edits: Edits = Edits()
    read: Take | None = None
    take: Take | None = None
    variants: dict[str, Variant] = field(default_factory=lambda: {NAMES[0]: Variant()})
    results: dict[str, Result] = field(default_factory=dict)
    problem: str = ""
    busy: str = ""


@dataclass(frozen=True, eq=False)
class Asked:
    """A capture that is to be read, with what is stated and changed about it."""

    path: Path
    edits: Edits


class Session:
    """The studio's state and all that can be done to it; :meth:`close` ends it."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        self._lock = threading.RLock()
        self._state = State()
        self._is_told, self._is_telling = True, False
        self._asked: Asked | None = None
        self._listeners: list[Callable[[State], None]] = []
        self._own: dict[str, Robot] = {}
        self._loaded: dict[str, Robot] = {}
        self.shelf = Shelf()
        self.jobs = Jobs(lambda sentence: self._set(problem=sentence, busy=""))
        # Judging takes longer than solving: a knob that is turned meanwhile must not wait for it.
        self._judges = Jobs(lambda sentence: self._set(problem=sentence, busy=""))

    @property
    def state(self) -> State:
        """What is so now."""
        return self._state

    def on_change(self, tell: Callable[[State], None]) -> None:
        """Have a function told the state after every change, from any thread."""
        self._listeners.append(tell)

    def drop(self, name: str, content: bytes) -> None:
        """Open a capture that a browser sent."""
        try:
            path = self.shelf.keep(name, content)
        except UnderstudyError as error:
            self._set(problem=str(error))
            return
        self.open_capture(path)

    def open_capture(self, path: Path) -> None:
        """Open a capture of this machine, and perform it as is chosen."""
        self._ask(Asked(path, Edits()), None)
        self._tell()

    def edit(self, **changes: object) -> None:
        """Change what is stated about the capture (``stated``, ``cleaning``, ``start``, ``mirror`` …)."""
        self._edit(lambda edits: replace(edits, **changes))

    def state_fact(self, name: str, value: object) -> None:
        """State ``fps``, ``up``, ``unit`` or ``height`` of the capture; None leaves it to be inferred."""
        self._edit(lambda edits: replace(edits, stated=replace(edits.stated, **{name: value})))

    def clean(self, step: str, on: bool) -> None:
        """Take a step of cleaning, or leave it out."""
        self._edit(lambda edits: replace(edits, cleaning=replace(edits.cleaning, **{step: on})))

    def tell(self, problem: str, busy: str = "") -> None:
        """Say what went wrong, or what is being done; empty for nothing."""
        self._set(problem=problem, busy=busy)

    def choose_robot(self, variant: str, robot: str) -> None:
        """Have another robot perform a variant."""
        self._choose(variant, lambda chosen: replace(chosen, robot=robot))

    def choose_method(self, variant: str, method: str) -> None:
        """Have a variant made by another built-in method."""
        if method not in METHODS:
            self._set(problem=unknown_name("method", method, METHODS))
            return
        self._choose(variant, lambda chosen: chosen.with_method(method))

    def set_option(self, variant: str, name: str, text: str) -> None:
        """Set an option of a variant's method as it was typed."""
        try:
            self._choose(
                variant,
                lambda chosen: replace(chosen, options=with_setting(chosen.options, name, text)),
            )
        except OptionError as error:
            self._set(problem=str(error))

    def compare(self, on: bool) -> None:
        """Perform a second variant beside the first, or no longer."""
        first, second = NAMES

        def compared(state: State) -> State:
            if on is (second in state.variants):
                return state
            if on:
                return replace(state, variants=state.variants | {second: state.variants[first]})
            return replace(
                state, variants=_without(state.variants, second), results=_without(state.results, second)
            )

        if self._change(compared) and on:
            self._perform(second)

    def add_robot(self, robot: Robot) -> None:
        """Offer a robot that was onboarded here under its name."""
        self._own[robot.name] = robot

    @property
    def own_robots(self) -> tuple[str, ...]:
        """Names of robots that were onboarded here."""
        return tuple(self._own)

    def command(self, variant: str) -> str:
        """Return what to type for the same as a variant; empty where nothing is open."""
        state = self._state
        chosen = state.variants.get(variant)
        if state.path is None or chosen is None:
            return ""
        return command_line(state.path, state.edits, chosen)

    def result(self, variant: str) -> Result:
        """Return what came of a variant.

        Raises:
            CaptureError: Where nothing came of it yet.
        """
        found = self._state.results.get(variant)
        if found is None:
            raise CaptureError(self._state.path or Path("capture"), f"variant {variant} has no result yet")
        return found

    def settle(self, seconds: float = 60.0) -> bool:
        """Wait until nothing is being done, and return whether it was within this time [s]."""
        return self.jobs.settle(seconds) and self._judges.settle(seconds)

    def close(self) -> None:
        """Stop working and take uploads away."""
        self.jobs.close()
        self._judges.close()
        self.shelf.close()

    def _edit(self, change: Callable[[Edits], Edits]) -> None:
        """Change what is asked of the capture that is being read, or else of the one that is open."""
        with self._lock:
            state, asked = self._state, self._asked
            if asked is None:
                if state.path is None:
                    return
                asked = Asked(state.path, state.edits)
            edits = change(asked.edits)
            if edits == asked.edits:
                return
            is_read = asked.path == state.path and edits.reads_alike == state.edits.reads_alike
            self._ask(Asked(asked.path, edits), state.read if is_read else None)
        self._tell()

    def _ask(self, asked: Asked, read: Take | None) -> None:
        """Have a capture read, or only shaped where it was read alike."""
        with self._lock:
            self._asked = asked
            busy = f"reading {asked.path.name}" if read is None else "shaping"
            self._state = replace(self._state, problem="", busy=busy)
            self.jobs.start("reading", lambda _: self._read(asked, read))

    def _choose(self, name: str, change: Callable[[Variant], Variant]) -> None:
        def chosen(state: State) -> State:
            before = state.variants.get(name)
            after = None if before is None else change(before)
            if after is None or after == before:
                return state
            return replace(state, variants=state.variants | {name: after}, problem="")

        if self._change(chosen):
            self._perform(name)

    def _read(self, asked: Asked, read: Take | None) -> None:
        try:
            with telling(self._busy_with):
                whole = read_edited(asked.path, asked.edits, self._busy_with) if read is None else read
            take = shaped(whole, asked.edits)
        except UnderstudyError as error:
            # What was open before stays open, with what was stated about it.
            self._answer(asked, problem=without_folder(str(error), asked.path))
            return
        opened = {"path": asked.path, "edits": asked.edits, "read": whole, "take": take}
        if self._answer(asked, **opened, results={}, problem=""):
            for name in self._state.variants:
                self._perform(name)

    def _answer(self, asked: Asked, **changes: object) -> bool:
        """Change the state, unless something else was asked for since; return whether it was changed."""

        def answered(state: State) -> State:
            if self._asked is not asked:
                return state
            # In the same step: an edit in between would build on what was stated before.
            self._asked = None
            return replace(state, **changes, busy="")

        return self._change(answered)

    def _perform(self, name: str) -> None:
        if self._state.take is not None:
            self.jobs.start(f"performing {name}", lambda ticket: self._solve(ticket, name))

    def _solve(self, ticket: Ticket, name: str) -> None:
        state = self._state
        take, variant = state.take, state.variants.get(name)
        if take is None or variant is None:
            return
        self._set(busy=f"{variant.method} on {variant.robot}")
        with telling(self._busy_with):
            robot = self._robot(variant.robot)
            method = find_method(variant.method)
            begun = time.perf_counter()
            wanted = take.wanted_by(method)
            motion = retarget(wanted.human, robot, method, variant.options, wanted.recording)
            seconds = time.perf_counter() - begun
            paced = replace(take, human=as_performed(take.human, motion))
            result = Result(variant, paced, robot, motion, None, seconds)

            def solved(state: State) -> State:
                if not ticket.is_wanted or state.take is not take or name not in state.variants:
                    return state
                return replace(state, results=state.results | {name: result}, problem="", busy="evaluating")

            if self._change(solved):
                self._judges.start(name, lambda judging: self._judge(judging, name, result))

    def _judge(self, ticket: Ticket, name: str, result: Result) -> None:
        wanted = find_method(result.variant.method).wanted_joints(
            result.take.human, result.robot, result.variant.options
        )
        found = evaluate(result.take.human, result.motion, result.robot, wanted)

        def judged(state: State) -> State:
            if not ticket.is_wanted or state.results.get(name) is not result:
                return state
            return replace(state, results=state.results | {name: replace(result, evaluation=found)}, busy="")

        self._change(judged)

    def _robot(self, name: str) -> Robot:
        """Return a robot by its name; a browser never names a path here."""
        if name in self._own:
            return self._own[name]
        if name not in robot_names():
            raise RobotError(unknown_name("robot", name, (*self._own, *robot_names())))
        if name not in self._loaded:
            self._loaded[name] = load_robot(name)
        return self._loaded[name]

    def _busy_with(self, sentence: str) -> None:
        """Say what takes long."""
        self._set(busy=sentence)

    def _set(self, **changes: object) -> None:
        self._change(lambda state: replace(state, **changes))

    def _change(self, change: Callable[[State], State]) -> bool:
        """Change the state in one step, have it told, and return whether it became another one."""
        with self._lock:
            before, self._state = self._state, change(self._state)
            is_other = self._state is not before
        if is_other:
            self._tell()
        return is_other

    def _tell(self) -> None:
        """Tell whoever listens what is so now.

        One thread tells, and goes on until the newest state is told; the others leave it to that one. So no
        older state comes last, and nobody who listens is waited for by somebody who holds the lock.
        """
        with self._lock:
            self._is_told = False
            if self._is_telling:
                return
            self._is_telling = True
        try:
            while (state := self._untold()) is not None:
                for tell in self._listeners:
                    tell(state)
        except BaseException:
            with self._lock:
                self._is_telling = False
            raise

    def _untold(self) -> State | None:
        """Return the state that is to be told next, or None where telling is done."""
        with self._lock:
            if self._is_told:
                self._is_telling = False
                return None
            self._is_told = True
            return self._state


def without_folder(sentence: str, path: Path) -> str:
    """Return a sentence that names a file by its name alone: where it lies here is nobody's business."""
    return sentence.replace(str(path), path.name).replace(str(path.parent), "")


def _without(named: dict[str, T], name: str) -> dict[str, T]:
    return {key: value for key, value in named.items() if key != name}
