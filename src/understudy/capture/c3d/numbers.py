"""Numbers in a C3D file, which come in the byte orders of three families of computers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_VAX_FACTOR = np.float32(0.25)
"""Read as IEEE numbers, VAX numbers are four times too large: their exponents are offset by two more."""


@dataclass(frozen=True)
class Processor:
    """A way to store numbers.

    Attributes:
        name: What people call it.
        code: The byte that marks it in a file.
        order: Byte order of integers, ``"<"`` or ``">"``.
        has_vax_floats: Whether floats are VAX F numbers, whose 16-bit halves stand in reversed order.
    """

    name: str
    code: int
    order: str
    has_vax_floats: bool = False

    def integers(self, content: bytes, start: int, count: int) -> np.ndarray:
        """Return (count,) 16-bit integers from byte ``start`` on, as signed ones, without a copy."""
        return np.frombuffer(content, self.order + "i2", count, start)

    def floats(self, content: bytes, start: int, count: int) -> np.ndarray:
        """Return (count,) 32-bit floats from byte ``start`` on, without a copy where that is possible."""
        if not self.has_vax_floats:
            return np.frombuffer(content, self.order + "f4", count, start)
        halves = np.frombuffer(content, "<u2", 2 * count, start).reshape(count, 2)
        bits = (halves[:, 0].astype(np.uint32) << np.uint32(16)) | halves[:, 1]
        # The largest VAX numbers look like signalling NaN; they are no measurement and become quiet NaN.
        with np.errstate(invalid="ignore"):
            return bits.view(np.float32) * _VAX_FACTOR


INTEL = Processor("Intel", 84, "<")
DEC = Processor("DEC", 85, "<", has_vax_floats=True)
MIPS = Processor("MIPS", 86, ">")

PROCESSORS: dict[int, Processor] = {processor.code: processor for processor in (INTEL, DEC, MIPS)}
"""Every processor by the byte that marks it."""
