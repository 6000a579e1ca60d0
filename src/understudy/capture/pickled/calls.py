"""What may be called in a pickle: the makers of arrays and tensors. Nothing of that name is ever imported."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable

from understudy.capture.pickled.machine import Budget, Machine, set_items
from understudy.capture.pickled.values import (
    STORAGES,
    ArrayType,
    BrokenPickleError,
    HeldArray,
    Name,
    Storage,
    Tensor,
    array_of,
    shape_of,
)
from understudy.capture.text.quoting import shown

_Call = Callable[[Machine, tuple[object, ...]], object]
_NUMPY = re.compile(r"numpy\._?core\.")
_ORDERS = ("<", ">")
_PATHS = ("PosixPath", "WindowsPath", "Path", "PurePath", "PurePosixPath", "PureWindowsPath")
_STORAGE_MODULES = ("torch", "torch.storage", "torch.cuda")


class JoblibArray(HeldArray):
    """An array whose values stand between the steps of the program, as joblib writes it."""


def machine_of(
    content: bytes, stream: io.BytesIO, budget: Budget, persistent: Callable[[object], object]
) -> Machine:
    """Return a machine that makes arrays and tensors.

    Args:
        content: All bytes of the file.
        stream: The same, at the beginning of a program.
        budget: What may be used.
        persistent: Returns what stands outside of the pickle under a key.
    """
    return Machine(content, stream, budget, call, build, persistent)


def call(machine: Machine, name: Name, arguments: tuple[object, ...]) -> object:
    """Return what a name makes of arguments.

    Raises:
        BrokenPickleError: It is none of those that make data.
    """
    module = _NUMPY.sub("numpy.core.", name.module).replace("__builtin__", "builtins")
    made = _CALLS.get(f"{module}.{name.name}")
    if made is None and module == "pathlib" and name.name in _PATHS:
        made = _path
    if made is None:
        raise BrokenPickleError(
            f"asks to call {shown(str(name))[1:-1]}, which is never done, expected a pickle of arrays, "
            "numbers, texts, lists and dictionaries alone; convert it where it was made: numpy.savez("
            "'motion.npz', poses=..., trans=..., betas=..., gender=..., mocap_framerate=...)"
        )
    return made(machine, arguments)


def build(machine: Machine, target: object, state: object) -> None:
    """Give an array, or the type of one, what it is made of; the state of anything else means nothing here.

    Raises:
        BrokenPickleError: It is not what such a thing is made of.
    """
    if isinstance(target, ArrayType):
        if isinstance(state, tuple) and len(state) > 1 and state[1] in _ORDERS:
            target.order = str(state[1])
    elif isinstance(target, JoblibArray):
        _read_between(machine, target, state)
    elif isinstance(target, HeldArray):
        _fill(machine, target, state)


def _fill(machine: Machine, target: HeldArray, state: object) -> None:
    if not isinstance(state, tuple) or len(state) != 5 or not isinstance(state[2], ArrayType):
        raise BrokenPickleError("holds an array that is made otherwise than NumPy makes it")
    _, shape, kind, is_fortran, content = state
    if kind.is_of_objects and isinstance(content, list):
        target.items = content
    elif isinstance(content, (bytes, bytearray, str)):
        data = _bytes_of(machine, content)
        target.array = array_of(data, kind, shape_of(shape), is_fortran is True)


def _read_between(machine: Machine, target: JoblibArray, state: object) -> None:
    """Read the values that follow the step, behind a byte that says how many are there for alignment."""
    about = state if isinstance(state, dict) else {}
    kind, shape = about.get("dtype"), shape_of(about.get("shape"))
    if not isinstance(kind, ArrayType):
        raise BrokenPickleError("holds an array of joblib without a type")
    stream = machine.stream
    if kind.is_of_objects:
        inner = machine_of(machine.content, stream, machine.budget, machine.persistent).run()
        target.items = inner.items if isinstance(inner, HeldArray) else [inner]
        return
    dtype = kind.plain()
    if dtype is None or dtype.itemsize == 0:
        raise BrokenPickleError(f"holds an array of joblib of the type {shown(kind.code)}, which is not read")
    if about.get("numpy_array_alignment_bytes") is not None:
        stream.seek(int.from_bytes(stream.read(1), "little"), io.SEEK_CUR)
    begin, size = stream.tell(), math.prod(shape) * dtype.itemsize
    left = max(len(machine.content) - begin, 0)
    if size > left:
        raise BrokenPickleError(f"holds an array of the shape {shape!s:.60}, of which {left} bytes are there")
    stream.seek(size, io.SEEK_CUR)
    values = memoryview(machine.content)[begin : begin + size]
    target.array = array_of(values, kind, shape, about.get("order") == "F")


def _bytes_of(machine: Machine, content: object) -> bytes | memoryview:
    """Return bytes, which old pickles hold as a text."""
    if isinstance(content, str):
        machine.budget.copy(len(content))
        return content.encode("latin-1")
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise BrokenPickleError("holds an array whose values are none")
    return content if isinstance(content, bytes) else memoryview(content)


def _dtype(_: Machine, arguments: tuple[object, ...]) -> ArrayType:
    code = arguments[0] if arguments else None
    code = code.name if isinstance(code, Name) else code
    if not isinstance(code, str):
        raise BrokenPickleError("holds an array without a type")
    return ArrayType({"float": "f8", "int": "i8", "bool": "?"}.get(code, code))


def _scalar(machine: Machine, arguments: tuple[object, ...]) -> object:
    kind = arguments[0] if arguments else None
    if not isinstance(kind, ArrayType) or len(arguments) < 2 or kind.is_of_objects:
        return None
    found = array_of(_bytes_of(machine, arguments[1]), kind, (), False)
    return None if found is None else found.item()


def _from_buffer(machine: Machine, arguments: tuple[object, ...]) -> HeldArray:
    content, kind, shape, order = arguments
    if not isinstance(kind, ArrayType):
        raise BrokenPickleError("holds an array without a type")
    return HeldArray(array_of(_bytes_of(machine, content), kind, shape_of(shape), order == "F"))


def _array(machine: Machine, arguments: tuple[object, ...]) -> HeldArray:
    shape, code, content = arguments
    kind = _dtype(machine, (code,))
    return HeldArray(array_of(_bytes_of(machine, content), kind, shape_of(shape), False))


def _tensor(_: Machine, arguments: tuple[object, ...]) -> Tensor:
    storage, offset, size, stride = arguments[:4]
    shape, strides = shape_of(size), shape_of(stride)
    (first,) = shape_of((offset,))
    if not isinstance(storage, Storage) or len(shape) != len(strides):
        raise BrokenPickleError("holds a tensor that is made otherwise than PyTorch makes it")
    kind = arguments[6] if len(arguments) > 6 else None
    return Tensor(storage, kind.name if isinstance(kind, Name) else "", first, shape, strides)


def _stored(machine: Machine, arguments: tuple[object, ...]) -> object:
    # The one reads files of PyTorch, the other arrays in pickles, in which such files may stand.
    from understudy.capture.pickled.torch_files import read_legacy

    content = arguments[0]
    if not isinstance(content, (bytes, bytearray)):
        raise BrokenPickleError("holds a storage without bytes")
    machine.budget.copy(len(content))
    return read_legacy(bytes(content), machine.budget)


def _of_type(machine: Machine, arguments: tuple[object, ...]) -> object:
    """Return a tensor that has attributes, which mean nothing here."""
    maker, _, made_of = arguments[:3]
    if not isinstance(maker, Name) or not isinstance(made_of, tuple):
        raise BrokenPickleError("holds a tensor that is made otherwise than PyTorch makes it")
    return call(machine, maker, made_of)


def _path(_: Machine, arguments: tuple[object, ...]) -> str:
    return "/".join(part for part in arguments if isinstance(part, str))[:1000]


def _dictionary(_: Machine, arguments: tuple[object, ...]) -> dict[object, object]:
    made: dict[object, object] = {}
    for pair in arguments[0] if arguments and isinstance(arguments[0], list) else ():
        if not isinstance(pair, (list, tuple)):
            raise BrokenPickleError("holds a dictionary of something else than pairs")
        set_items(made, list(pair))
    return made


def _first(_: Machine, arguments: tuple[object, ...]) -> object:
    """Return the argument: what lists, sets and bytes are made of will do as it is."""
    return arguments[0] if arguments else []


def _nothing(_: Machine, __: tuple[object, ...]) -> None:
    return None


def _encoded(machine: Machine, arguments: tuple[object, ...]) -> bytes | memoryview:
    return _bytes_of(machine, arguments[0] if arguments else None)


_CALLS: dict[str, _Call] = {
    "numpy.core.multiarray._reconstruct": lambda _, __: HeldArray(),
    "numpy.core.multiarray.scalar": _scalar,
    "numpy.core.numeric._frombuffer": _from_buffer,
    "numpy.dtype": _dtype,
    "numpy.ndarray": _array,
    "_codecs.encode": _encoded,
    "collections.OrderedDict": _dictionary,
    "collections.defaultdict": _dictionary,
    **dict.fromkeys((f"builtins.{kind}" for kind in ("list", "tuple", "set", "frozenset")), _first),
    **dict.fromkeys(("builtins.bytes", "builtins.bytearray"), _first),
    "joblib.numpy_pickle.NumpyArrayWrapper": lambda _, __: JoblibArray(),
    "sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper": lambda _, __: JoblibArray(),
    "torch._utils._rebuild_tensor": _tensor,
    "torch._utils._rebuild_tensor_v2": _tensor,
    "torch._utils._rebuild_tensor_v3": _tensor,
    "torch._utils._rebuild_parameter": _first,
    "torch._tensor._rebuild_from_type_v2": _of_type,
    "torch.storage._load_from_bytes": _stored,
    "torch.Size": _first,
    "torch.device": _nothing,
    "torch.serialization._get_layout": _nothing,
}
"""Name → what makes data of its arguments."""


def storage_kind(name: object) -> str | None:
    """Return the type of the numbers of a storage by its class, None where it is none."""
    known = isinstance(name, Name) and name.module in _STORAGE_MODULES
    return STORAGES.get(name.name) if known and isinstance(name, Name) else None


def no_persistent(key: object) -> object:
    """Refuse what stands outside of a pickle that has no outside.

    Raises:
        BrokenPickleError: Always.
    """
    raise BrokenPickleError("refers to something outside of itself, which is not there")
