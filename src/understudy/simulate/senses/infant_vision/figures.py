"""Published figures of infants' vision from birth to one year; docs/infant-vision.md says where each is from.

Between the ages of a table its values run along straight lines of their logarithms over age.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

LAST_AGE = 12.0
"""[months]"""

ACUITY = {0.0: 0.69, 2.0: 2.31, 3.0: 3.09, 4.0: 4.15, 6.0: 7.18, 8.0: 8.31, 10.0: 10.35, 12.0: 10.35}
"""Age [months] → finest grating that is seen at full contrast [cycles/degree].

Grating acuity with acuity cards: at birth Brown and Yamamoto (1986); from two months on means of one eye,
Salomão and Ventura (1995), Table 2, whose 10.88 at 10 months and 9.82 at 12 are one value here.
"""

SENSITIVITY = {0.0: 2.5, 1.0: 4.0, 2.0: 5.0, 4.0: 10.0, 8.0: 20.0, 12.0: 30.0}
"""Age [months] → contrast sensitivity at its peak, one over the least contrast that is seen.

Two orders of magnitude under an adult's 500 at two months (Gwiazda et al. 1997), doubling with age from then
on, and less before, when it still rises (Banks and Salapatek 1978).
"""

RED_GREEN = {0.0: 0.44, 1.0: 0.44, 2.0: 0.33, 4.0: 0.165, 8.0: 0.0825, 12.0: 0.055}
BLUE_YELLOW = {0.0: 1.0, 1.0: 1.0, 2.0: 0.65, 3.0: 0.22, 4.0: 0.165, 8.0: 0.0825, 12.0: 0.055}
"""Age [months] → least purity at which a colour is told from grey.

At birth green from 41 % and red from 47 % (Adams and Courage 1998); blue by few at one month and by most at
two (Varner et al. 1985); along all axes halving with each doubling of age from three months on (Knoblauch
et al. 2001).
"""

DARKNESS = {0.0: 50.0, 1.0: 50.0, 3.0: 10.0, 6.0: 1.0, 12.0: 1.0}
"""Age [months] → least light that is seen, in multiples of an adult's.

1.7 and 1.0 logarithmic units more at one and three months (Powers et al. 1981); an adult's at six is our
estimate.
"""


@dataclass(frozen=True)
class VisionFigures:
    """An infant's vision at one age.

    Attributes:
        acuity: Finest grating that is seen at full contrast [cycles/degree].
        sensitivity: Contrast sensitivity at its peak.
        red_green: Least purity at which red and green are told from grey.
        blue_yellow: The same of blue and yellow.
        darkness: Least light that is seen, in multiples of an adult's.
    """

    acuity: float
    sensitivity: float
    red_green: float
    blue_yellow: float
    darkness: float


def vision_at(age: float) -> VisionFigures:
    """Return an infant's vision at an age [months], from 0 to 12."""
    tables = (ACUITY, SENSITIVITY, RED_GREEN, BLUE_YELLOW, DARKNESS)
    return VisionFigures(*(_between(table, age) for table in tables))


def _between(table: dict[float, float], age: float) -> float:
    return float(np.exp(np.interp(age, list(table), np.log(list(table.values())))))
