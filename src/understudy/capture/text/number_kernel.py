"""The compiled kernel that reads a number straight from the bytes of a text.

It gives the same numbers as Python, to the last bit. Up to 15 digits a number is a whole number times or over
a power of ten, both exact, so that one rounding remains (Clinger). Up to 19 digits it is found in doubled
precision; what could then still be rounded either way, or is longer, is left to Python.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel

_POWERS = 10.0 ** np.arange(23)
"""Powers of ten that are exact in double precision."""

_MOST_DIGITS = 19
"""So many digits always fit into 64 bits."""

_SPLIT = float(2**27 + 1)
"""Parts a double into halves whose products are exact."""

_UNSURE = 2.0**-100
"""More than the relative error of doubled precision."""

_PLUS, _MINUS, _POINT, _ZERO, _UPPER_E, _LOWER_E = b"+-.0Ee"


@lean_inner_kernel
def number_at(data, start, size, comma):
    """Return whether a number begins at ``start`` that is read to the last bit, its value, and its end.

    Decimals follow a point, or the byte ``comma``. Whether anything stands behind the end is not looked at.
    """
    position = start
    is_negative = data[position] == _MINUS
    if is_negative or data[position] == _PLUS:
        position += 1
    first = position
    mantissa, leading, position = _digits(data, position, size, np.uint64(0))
    digits, significant = position - first, position - first - leading
    exponent = 0
    if position < size and (data[position] == _POINT or data[position] == comma):
        first = position + 1
        mantissa, leading, position = _digits(data, first, size, mantissa)
        exponent = first - position
        digits -= exponent
        significant -= exponent + leading
    if digits == 0:
        return False, 0.0, start
    if position < size and (data[position] == _LOWER_E or data[position] == _UPPER_E):
        is_whole, power, position = _exponent(data, position + 1, size)
        if not is_whole:
            return False, 0.0, start
        exponent += power
    if significant > _MOST_DIGITS:
        return False, 0.0, start
    is_sure, value = _scaled(mantissa, exponent)
    return is_sure, (-value if is_negative else value), position


@lean_inner_kernel
def _digits(data, position, size, mantissa):
    """Append the digits at ``position`` to a whole number; return it, its leading zeros, and their end."""
    first = position
    if mantissa == 0:
        while position < size and data[position] == _ZERO:
            position += 1
    leading = position - first
    while position < size:
        digit = data[position] - np.uint8(_ZERO)
        if digit > 9:
            break
        mantissa = mantissa * np.uint64(10) + np.uint64(digit)
        position += 1
    return mantissa, leading, position


@lean_inner_kernel
def _exponent(data, position, size):
    """Return whether there is a whole number at ``position``, the number, and its end."""
    is_negative = position < size and data[position] == _MINUS
    if is_negative or (position < size and data[position] == _PLUS):
        position += 1
    power, digits = 0, 0
    while position < size and 0 <= data[position] - _ZERO <= 9:
        # An exponent of more than four digits is far out of range however many follow.
        power = min(power * 10 + (data[position] - _ZERO), 99999)
        digits += 1
        position += 1
    return digits > 0, (-power if is_negative else power), position


@lean_inner_kernel
def _scaled(mantissa, exponent):
    """Return whether mantissa · 10^exponent is rounded for sure, and the number."""
    if mantissa == 0:
        return True, 0.0
    if exponent < -22 or exponent > 22:
        return False, 0.0
    if mantissa <= np.uint64(2**53):
        if exponent < 0:
            return True, np.float64(mantissa) / _POWERS[-exponent]
        return True, np.float64(mantissa) * _POWERS[exponent]
    low = np.float64(mantissa & np.uint64(2047))
    high = np.float64(mantissa - (mantissa & np.uint64(2047)))
    head = high + low
    tail = low - (head - high)
    if exponent < 0:
        power = _POWERS[-exponent]
        first = head / power
        product, error = _exact_product(first, power)
        second = (((head - product) - error) + tail) / power
    else:
        power = _POWERS[exponent]
        first, second = _exact_product(head, power)
        second += tail * power
    value = first + second
    rest = second - (value - first)
    margin = value * _UNSURE
    return value + (rest + margin) == value and value + (rest - margin) == value, value


@lean_inner_kernel
def _exact_product(a, b):
    """Return the rounded product and its rounding error, whose sum is the exact one (Dekker)."""
    product = a * b
    scaled = _SPLIT * a
    a_high = scaled - (scaled - a)
    a_low = a - a_high
    scaled = _SPLIT * b
    b_high = scaled - (scaled - b)
    b_low = b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, error
