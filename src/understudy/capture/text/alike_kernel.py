"""The compiled kernels that part a JSON list into its elements, and read numbers of texts that are alike."""

from __future__ import annotations

from understudy.capture.text.number_kernel import number_at
from understudy.kernels.compilation import lean_inner_kernel, lean_kernel

_QUOTE, _ESCAPE, _COMMA, _OPEN_LIST, _CLOSE_LIST, _OPEN, _CLOSE = b'"\\,[]{}'
_PLUS, _MINUS, _POINT, _ZERO, _NINE, _UPPER_E, _LOWER_E = b"+-.09Ee"
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
def read_alike(data, bounds, pieces, ends, numbers, noted):
    """Fill ``numbers`` (T, N) with those of T texts in which the same pieces stand before and between them.

    Args:
        data: (B,) bytes.
        bounds: (T, 2) where each text begins and ends.
        pieces: (P,) bytes of all N + 1 pieces, the last of which stands behind the last number.
        ends: (N + 1,) where each piece ends in ``pieces``.
        numbers: Filled.
        noted: (M, 4) text, number, begin and end of numbers that are left to Python.

    Returns:
        How many texts are alike before the first one that is not, and how many numbers are noted.
    """
    count = 0
    for text in range(bounds.shape[0]):
        position, stop, first = bounds[text, 0], bounds[text, 1], 0
        for index in range(ends.shape[0]):
            if position + ends[index] - first > stop:
                return text, count
            for place in range(first, ends[index]):
                if data[position] != pieces[place]:
                    return text, count
                position += 1
            first = ends[index]
            if index < numbers.shape[1]:
                end = _json_number_end(data, position, stop)
                # Python's whole numbers know no negative zero.
                if end < 0 or (end == position + 2 and data[position] == _MINUS and data[end - 1] == _ZERO):
                    return text, count
                is_read, value, _ = number_at(data, position, stop, _POINT)
                numbers[text, index] = value
                if not is_read:
                    if count == noted.shape[0]:
                        return text, count
                    noted[count, 0], noted[count, 1] = text, index
                    noted[count, 2], noted[count, 3] = position, end
                    count += 1
                position = end
        if position != stop:
            return text, count
    return bounds.shape[0], count


@lean_inner_kernel
def _json_number_end(data, position, stop):
    """Return where a number ends that is written as in JSON, -1 where none is.

    It has no plus, no zero before other digits, and digits around its point and behind its e.
    """
    if position < stop and data[position] == _MINUS:
        position += 1
    first = position
    position = _digits_end(data, position, stop)
    if position == first or (data[first] == _ZERO and position > first + 1):
        return -1
    if position < stop and data[position] == _POINT:
        first = position + 1
        position = _digits_end(data, first, stop)
        if position == first:
            return -1
    if position < stop and data[position] in (_UPPER_E, _LOWER_E):
        first = position + 1
        if first < stop and data[first] in (_PLUS, _MINUS):
            first += 1
        position = _digits_end(data, first, stop)
        if position == first:
            return -1
    return position


@lean_inner_kernel
def _digits_end(data, position, stop):
    while position < stop and _ZERO <= data[position] <= _NINE:
        position += 1
    return position
