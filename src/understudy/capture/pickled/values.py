"""What a pickle may hold beside texts, numbers, lists and dictionaries: arrays, and tensors of storages."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.motion.array_members import is_text

MOST_EXPANDED = 4_000_000
"""Numbers of a tensor that has more of them than its storage, because it repeats some."""

_MOST_AXES = 32
_LARGEST_SIZE = 1 << 40
_PLAIN_TYPE = re.compile(r"[<>|=]?[biufSU][0-9]{0,6}|[<>|=]?\?")
_OBJECTS = re.compile(r"[<>|=]?O[0-9]{0,2}")
_BFLOAT = "bfloat16"


class BrokenPickleError(ValueError):
    """A pickle that is not read; the text ends a sentence that begins with the file's name."""


@dataclass(frozen=True)
class Name:
    """What a pickle calls something of a module, which is never looked up."""

    module: str
    name: str

    def __str__(self) -> str:
        """Return it as Python writes it."""
        return f"{self.module}.{self.name}"


@dataclass
class ArrayType:
    """The type of an array's values, whose order of bytes comes later.

    Attributes:
        code: What NumPy calls it.
        order: The order of bytes, empty where the code says it.
    """

    code: str
    order: str = ""

    @property
    def is_of_objects(self) -> bool:
        """Whether the values are objects of their own."""
        return _OBJECTS.fullmatch(self.code) is not None

    def plain(self) -> np.dtype | None:
        """Return NumPy's type, None of anything but numbers, truths and texts."""
        if _PLAIN_TYPE.fullmatch(self.code) is None:
            return None
        try:
            found = np.dtype(self.code)
        except TypeError as error:
            raise BrokenPickleError(f"holds values of the type '{self.code}'") from error
        return found.newbyteorder(self.order) if self.order in ("<", ">") else found


@dataclass
class HeldArray:
    """An array whose values come later.

    Attributes:
        array: The array; None before its values came, and of objects or types that are not read.
        items: The objects of an array of objects.
    """

    array: np.ndarray | None = None
    items: Sequence[object] = ()


@dataclass(frozen=True)
class Storage:
    """Numbers in a row, of which tensors are parts.

    Attributes:
        kind: What PyTorch calls their type; empty where each tensor says it.
        content: Returns their bytes.
        is_big_endian: Whether the highest byte of each comes first.
    """

    kind: str
    content: Callable[[], bytes | memoryview]
    is_big_endian: bool = False


@dataclass(frozen=True)
class Tensor:
    """A tensor, whose numbers are looked for when they are needed.

    Attributes:
        storage: Where they are.
        kind: The type of its numbers where the storage has none.
        offset: The number of the storage that comes first.
        shape, strides: How many there are along each axis, and how far apart.
    """

    storage: Storage
    kind: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def array(self) -> np.ndarray:
        """Return the tensor's numbers.

        Raises:
            BrokenPickleError: They are not there, or of a type that is not read.
        """
        kind = self.kind or self.storage.kind
        if kind not in _TYPES:
            raise BrokenPickleError(f"holds a tensor of the type '{kind:.40}'")
        dtype = np.dtype(_TYPES[kind]).newbyteorder(">" if self.storage.is_big_endian else "<")
        content = self.storage.content()
        numbers = np.frombuffer(content, dtype, count=len(content) // dtype.itemsize)
        if math.prod(self.shape) == 0:
            return np.empty(self.shape)
        last = self.offset + sum((n - 1) * step for n, step in zip(self.shape, self.strides, strict=True))
        if last >= len(numbers) or math.prod(self.shape) > max(len(numbers), MOST_EXPANDED):
            raise BrokenPickleError(
                f"holds a tensor of the shape {self.shape!s:.60} in {len(numbers)} numbers, too few for it"
            )
        steps = tuple(step * dtype.itemsize for step in self.strides)
        part = np.lib.stride_tricks.as_strided(numbers[self.offset :], self.shape, steps, writeable=False)
        if kind == _BFLOAT:
            return np.asarray(part.astype(np.uint32) << 16).view(np.float32)
        return part


_TYPES: dict[str, str] = {
    **{"float64": "f8", "float32": "f4", "float16": "f2", _BFLOAT: "u2", "bool": "?"},
    **{"int64": "i8", "int32": "i4", "int16": "i2", "int8": "i1", "uint8": "u1"},
}
"""PyTorch's type of numbers → NumPy's; of bfloat16 those that hold its bits."""

STORAGES: dict[str, str] = {
    **{"DoubleStorage": "float64", "FloatStorage": "float32", "HalfStorage": "float16"},
    **{"BFloat16Storage": _BFLOAT, "BoolStorage": "bool", "LongStorage": "int64", "IntStorage": "int32"},
    **{"ShortStorage": "int16", "CharStorage": "int8", "ByteStorage": "uint8", "UntypedStorage": ""},
}
"""What PyTorch calls a storage → the type of its numbers."""


def shape_of(value: object) -> tuple[int, ...]:
    """Return a shape, or strides.

    Raises:
        BrokenPickleError: It is none.
    """
    if not isinstance(value, (tuple, list)) or len(value) > _MOST_AXES:
        raise BrokenPickleError("holds an array without a shape")
    if not all(type(size) is int and 0 <= size <= _LARGEST_SIZE for size in value):
        raise BrokenPickleError("holds an array whose shape is none")
    return tuple(value)


def array_of(
    content: bytes | memoryview, kind: ArrayType, shape: tuple[int, ...], is_fortran: bool
) -> np.ndarray | None:
    """Return an array that shares some bytes, None of values that are not read.

    Raises:
        BrokenPickleError: The bytes do not fill it.
    """
    dtype = kind.plain()
    if dtype is None:
        return None
    if dtype.itemsize == 0 or math.prod(shape) * dtype.itemsize != len(content):
        raise BrokenPickleError(
            f"holds an array of the shape {shape!s:.60} in {len(content)} bytes, which do not fill it"
        )
    flat = np.frombuffer(content, dtype)
    if dtype.kind == "U" and not is_text(np.frombuffer(content, f"{dtype.byteorder}u4")):
        raise BrokenPickleError("holds characters that do not exist")
    return flat.reshape(shape, order="F" if is_fortran else "C")


def as_array(value: object) -> np.ndarray | None:
    """Return the array that a value is, None where it is none: of a number one without axes.

    Raises:
        BrokenPickleError: It is an array that is broken.
    """
    if isinstance(value, HeldArray):
        return value.array
    if isinstance(value, Tensor):
        return value.array()
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, (bool, int, float, str)):
        return _small(value)
    if isinstance(value, (list, tuple)) and value and all(type(each) in (bool, int, float) for each in value):
        return _small(value)
    return None


def _small(value: object) -> np.ndarray:
    try:
        return np.array(value)
    except (OverflowError, ValueError) as error:
        raise BrokenPickleError(f"holds a number that is none ({error})") from error
