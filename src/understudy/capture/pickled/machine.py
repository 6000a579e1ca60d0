"""The machine that a pickle is a program for, without its power: it builds data, and no name means anything.

``pickletools`` takes the program apart. Lists, dictionaries, texts and numbers are made as they stand; names
of modules stay names, and what a program wants to be called is looked up in ``calls``, which makes arrays. A
program that asks for anything else is refused there.
"""

from __future__ import annotations

import io
import pickletools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

from understudy.capture.pickled.values import BrokenPickleError, Name

MOST_STEPS = 20_000_000
"""Steps of all programs of a file; hours of several tracked persons take fewer."""

_MOST_COPIED = 4
"""Texts may be made into bytes so many times over the size of the file."""

_LONGEST_NAME = 200
_PUSHED = frozenset(
    {"INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT"}
    | {"STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"}
    | {"BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8"}
)
_FAULTS = (ValueError, IndexError, KeyError, TypeError, OverflowError, EOFError, RecursionError)
_FLAT = (str, int, float, bytes, type(None))
"""Types of keys; a tuple of them is one, too. Others may take forever to be compared."""


@dataclass
class Budget:
    """What the programs of one file may still use.

    Attributes:
        steps: Steps.
        copied: Bytes that may be copied.
    """

    copied: int
    steps: int = MOST_STEPS

    @classmethod
    def of_file(cls, size: int) -> Budget:
        """Return the budget of a file of some bytes."""
        return cls(_MOST_COPIED * size + (1 << 20))

    def step(self) -> None:
        """Take one step.

        Raises:
            BrokenPickleError: There is none left.
        """
        self.steps -= 1
        if self.steps < 0:
            raise BrokenPickleError(
                f"takes more than {MOST_STEPS} steps to read, at most that many are taken"
            )

    def copy(self, size: int) -> None:
        """Copy some bytes.

        Raises:
            BrokenPickleError: There are not so many left.
        """
        self.copied -= size
        if self.copied < 0:
            raise BrokenPickleError("makes more of its texts than it holds")


@dataclass
class Machine:
    """A machine that runs one program of a stream, and leaves the stream behind it.

    Attributes:
        content: All bytes of the file.
        stream: The same, where the program is read from; arrays may stand between its steps.
        budget: What may still be used.
        call: Returns what a name makes of arguments, or refuses it.
        build: Gives something its state.
        persistent: Returns what stands outside of the pickle under a key.
    """

    content: bytes
    stream: io.BytesIO
    budget: Budget
    call: Callable[[Machine, Name, tuple[object, ...]], object]
    build: Callable[[Machine, object, object], None]
    persistent: Callable[[object], object]
    _stack: list[object] = field(default_factory=list)
    _below: list[list[object]] = field(default_factory=list)
    _memo: dict[int, object] = field(default_factory=dict)

    def run(self) -> object:
        """Return what the program makes.

        Raises:
            BrokenPickleError: It is broken, or asks for what is never done.
        """
        try:
            with warnings.catch_warnings():
                # Old texts with odd escapes are none of the user's business.
                warnings.simplefilter("ignore")
                return self._run()
        except BrokenPickleError:
            raise
        except _FAULTS as error:
            reason = " ".join(str(error).split())[:80] or type(error).__name__
            raise BrokenPickleError(f"is a broken or cut off pickle ({reason})") from error

    def _run(self) -> object:
        for step, argument, _ in pickletools.genops(self.stream):
            self.budget.step()
            name = step.name
            if name in _PUSHED:
                self._stack.append(argument)
            elif name == "STOP":
                return self._stack.pop()
            else:
                handler = _HANDLERS.get(name)
                if handler is None:
                    raise BrokenPickleError(f"holds the step {name}, which is not read")
                handler(self, argument)
        raise BrokenPickleError("is a cut off pickle")

    def _marked(self) -> list[object]:
        """Return what was put on the stack since the mark."""
        marked, self._stack = self._stack, self._below.pop()
        return marked

    def _mark(self, _: object) -> None:
        self._below.append(self._stack)
        self._stack = []

    def _constant(self, value: object) -> None:
        self._stack.append(value)

    def _put(self, key: int) -> None:
        self._memo[int(key)] = self._stack[-1]

    def _get(self, key: int) -> None:
        self._stack.append(self._memo[int(key)])

    def _tuple(self, size: int | None) -> None:
        if size is None:
            marked = self._marked()
            self._stack.append(tuple(marked))
        else:
            parts = tuple(self._stack[-size:])
            if len(parts) < size:
                raise IndexError("too little on the stack")
            self._stack[-size:] = [parts]

    def _list(self, _: object) -> None:
        marked = self._marked()
        self._stack.append(marked)

    def _dictionary(self, _: object) -> None:
        marked, made = self._marked(), dict[object, object]()
        set_items(made, marked)
        self._stack.append(made)

    def _append(self, is_many: bool) -> None:
        added = self._marked() if is_many else [self._stack.pop()]
        target = self._stack[-1]
        if not isinstance(target, list):
            raise TypeError("what is appended to is no list")
        target.extend(added)

    def _set(self, is_many: bool) -> None:
        added = self._marked() if is_many else [self._stack.pop(-2), self._stack.pop()]
        target = self._stack[-1]
        if not isinstance(target, dict):
            raise TypeError("what is added to is no dictionary")
        set_items(target, added)

    def _global(self, text: str | None) -> None:
        if text is None:
            name, module = self._stack.pop(), self._stack.pop()
        else:
            module, _, name = text.partition(" ")
        if not isinstance(module, str) or not isinstance(name, str):
            raise TypeError("a name is no text")
        if len(module) + len(name) > _LONGEST_NAME:
            raise ValueError("a name is too long")
        self._stack.append(Name(module, name))

    def _reduce(self, _: object) -> None:
        arguments = self._stack.pop()
        self._call(self._stack.pop(), arguments)

    def _new(self, has_keywords: bool) -> None:
        if has_keywords and self._stack.pop():
            raise BrokenPickleError("makes an object with named arguments, which is not read")
        self._reduce(None)

    def _instance(self, text: str | None) -> None:
        marked = self._marked()
        if text is None:
            self._call(marked[0], tuple(marked[1:]))
        else:
            self._global(text)
            self._call(self._stack.pop(), tuple(marked))

    def _call(self, called: object, arguments: object) -> None:
        if not isinstance(called, Name) or not isinstance(arguments, tuple):
            raise TypeError("what is called is no name")
        self._stack.append(self.call(self, called, arguments))

    def _build(self, _: object) -> None:
        state = self._stack.pop()
        self.build(self, self._stack[-1], state)

    def _persistent(self, key: str | None) -> None:
        self._stack.append(self.persistent(self._stack.pop() if key is None else key))

    def _pop(self, _: object) -> None:
        if self._stack:
            self._stack.pop()
        else:
            self._marked()

    def _nothing(self, _: object) -> None:
        pass


def set_items(target: dict[object, object], items: list[object]) -> None:
    """Put keys and values, which follow each other, into a dictionary.

    Raises:
        BrokenPickleError: A key is none that can be compared at once.
        ValueError: The last key has no value.
    """
    if len(items) % 2:
        raise ValueError("a key has no value")
    for key, value in zip(items[::2], items[1::2], strict=True):
        parts = key if isinstance(key, tuple) else (key,)
        if not all(isinstance(part, _FLAT) for part in parts):
            raise BrokenPickleError("has a key that is neither a text nor a number")
        target[key] = value


_Handler = Callable[[Machine, object], None]


def _pushes(value: Callable[[], object]) -> _Handler:
    return lambda machine, _: machine._constant(value())


_M = Machine
_HANDLERS: dict[str, Callable[..., None]] = {
    **dict.fromkeys(("PROTO", "FRAME", "READONLY_BUFFER"), _M._nothing),
    **{"NONE": _pushes(lambda: None), "NEWTRUE": _pushes(lambda: True), "NEWFALSE": _pushes(lambda: False)},
    **{"EMPTY_LIST": _pushes(list), "EMPTY_SET": _pushes(list), "EMPTY_DICT": _pushes(dict)},
    **{"EMPTY_TUPLE": _pushes(tuple), "MARK": _M._mark, "POP": _M._pop},
    "POP_MARK": lambda machine, _: machine._marked() and None,
    "DUP": lambda machine, _: machine._constant(machine._stack[-1]),
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT"), _M._put),
    **dict.fromkeys(("GET", "BINGET", "LONG_BINGET"), _M._get),
    "MEMOIZE": lambda machine, _: machine._put(len(machine._memo)),
    **{"TUPLE": lambda machine, _: machine._tuple(None), "LIST": _M._list, "DICT": _M._dictionary},
    **{f"TUPLE{size}": lambda machine, _, size=size: machine._tuple(size) for size in (1, 2, 3)},
    # Sets are kept as lists, whose members may be anything.
    **{"FROZENSET": _M._list, "ADDITEMS": lambda machine, _: machine._append(True)},
    **{
        "APPEND": lambda machine, _: machine._append(False),
        "APPENDS": lambda machine, _: machine._append(True),
    },
    **{"SETITEM": lambda machine, _: machine._set(False), "SETITEMS": lambda machine, _: machine._set(True)},
    **{"GLOBAL": _M._global, "STACK_GLOBAL": _M._global, "INST": _M._instance, "OBJ": _M._instance},
    **{"REDUCE": _M._reduce, "NEWOBJ": lambda machine, _: machine._new(False)},
    "NEWOBJ_EX": lambda machine, _: machine._new(True),
    **{"BUILD": _M._build, "PERSID": _M._persistent, "BINPERSID": _M._persistent},
}
"""Name of a step → what it does to the machine."""
