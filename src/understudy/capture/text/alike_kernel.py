"""The compiled kernels that part a JSON list into its elements, and read numbers of texts that are alike."""

from __future__ import annotations

from understudy.capture.text.number_kernel import number_at
from understudy.kinematics.compilation import lean_inner_kernel, lean_kernel

_QUOTE, _ESCAPE, _COMMA, _OPEN_LIST, _CLOSE_LIST, _OPEN, _CLOSE = b'"\\,[]{}'
_MINUS, _POINT, _ZERO, _NINE = b"-.09"
_SPACE, _TAB, _NEWLINE, _RETURN = b" \t\n\r"


@lean_kernel
def part_list(data, start, bounds):
    """Fill ``bounds`` (R, 2) with where elements of the JSON list at ``start`` begin and end, without blanks.

    What the elements are is not looked at, but that one comma stands between each two.

    Returns:
        How many elements the list has, and where it ends; -1 for one that has more, or is none.
    """
    depth, count, position, size = 1, 0, start + 1, data.shape[0]
    begin, end = -1, -1
    while position < size:
        byte = data[position]
        if depth == 1 and byte in (_COMMA, _CLOSE_LIST):
            if begin < 0 or count == bounds.shape[0]:
                return -1, position
            bounds[count, 0], bounds[count, 1] = begin, end
            count, begin = count + 1, -1
        elif byte not in (_SPACE, _TAB, _NEWLINE, _RETURN):
            if begin < 0:
                begin = position
            end = position + 1
        if byte == _QUOTE:
            position += 1
            while position < size and data[position] != _QUOTE:
                position += 2 if data[position] == _ESCAPE else 1
            end = position + 1
        elif byte in (_OPEN, _OPEN_LIST):
            depth += 1
        elif byte in (_CLOSE, _CLOSE_LIST):
            depth -= 1
            if depth == 0:
                return count, position
        position += 1
    return -1, size


@lean_kernel
def read_alike(data, bounds, pieces, ends, numbers):
    """Fill ``numbers`` (T, N) with those of T texts in which the same pieces stand before and between them.

    Args:
        data: (B,) bytes.
        bounds: (T, 2) where each text begins and ends.
        pieces: (P,) bytes of all N + 1 pieces, the last of which stands behind the last number.
        ends: (N + 1,) where each piece ends in ``pieces``.
        numbers: Filled.

    Returns:
        How many texts are alike before the first one that is not, or has a number that is left to Python.
    """
    for text in range(bounds.shape[0]):
        position, stop, first = bounds[text, 0], bounds[text, 1], 0
        for index in range(ends.shape[0]):
            if position + ends[index] - first > stop:
                return text
            for place in range(first, ends[index]):
                if data[position] != pieces[place]:
                    return text
                position += 1
            first = ends[index]
            if index < numbers.shape[1]:
                if not _is_json_number(data, position, stop):
                    return text
                is_read, value, end = number_at(data, position, stop, _POINT)
                # Python's whole numbers know no negative zero.
                is_minus_zero = value == 0.0 and data[position] == _MINUS and end == position + 2
                if not is_read or is_minus_zero:
                    return text
                numbers[text, index] = value
                position = end
        if position != stop:
            return text
    return bounds.shape[0]


@lean_inner_kernel
def _is_json_number(data, position, stop):
    """Tell whether a number begins as in JSON: no plus, no zeros before others, digits around the point."""
    if position < stop and data[position] == _MINUS:
        position += 1
    if position >= stop or data[position] < _ZERO or data[position] > _NINE:
        return False
    is_zero = data[position] == _ZERO
    position += 1
    if is_zero and position < stop and _ZERO <= data[position] <= _NINE:
        return False
    while position < stop and _ZERO <= data[position] <= _NINE:
        position += 1
    if position < stop and data[position] == _POINT:
        return position + 1 < stop and _ZERO <= data[position + 1] <= _NINE
    return True
