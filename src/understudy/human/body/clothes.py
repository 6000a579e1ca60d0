"""What a person of an age wears, as colours."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.human.body.shape import Colour

SKIN: Colour = (0.90, 0.71, 0.58)
LIPS: Colour = (0.76, 0.44, 0.40)
WHITE: Colour = (0.97, 0.97, 0.95)
IRIS: Colour = (0.22, 0.30, 0.36)

_HAIR: Colour = (0.27, 0.18, 0.12)
_DOWN: Colour = (0.80, 0.62, 0.48)
_SHOES: Colour = (0.22, 0.22, 0.25)
_SOCKS: Colour = (0.93, 0.93, 0.90)


@dataclass(frozen=True)
class Clothes:
    """Colours of the parts of a person.

    Attributes:
        shirt, sleeve, pelvis, thigh, shin, foot: Colours, skin where nothing is worn.
        hair: Colour of hair and brows, None where there is none to be seen.
    """

    shirt: Colour
    sleeve: Colour
    pelvis: Colour
    thigh: Colour
    shin: Colour
    foot: Colour
    hair: Colour | None


def clothes_at(age: float) -> Clothes:
    """Return what is worn at an age [years]: a nappy, a romper, short trousers, long trousers."""
    if age < 0.2:
        return Clothes(SKIN, SKIN, WHITE, SKIN, SKIN, SKIN, None)
    if age < 1.0:
        romper = (0.98, 0.85, 0.55)
        return Clothes(romper, SKIN, romper, SKIN, SKIN, SKIN, _DOWN)
    if age < 4.0:
        return Clothes((0.85, 0.45, 0.38), (0.85, 0.45, 0.38), WHITE, SKIN, SKIN, _SOCKS, _HAIR)
    if age < 13.0:
        trousers = (0.30, 0.42, 0.62)
        return Clothes((0.45, 0.68, 0.50), (0.45, 0.68, 0.50), trousers, trousers, SKIN, _SHOES, _HAIR)
    trousers = (0.24, 0.29, 0.38)
    return Clothes((0.35, 0.52, 0.70), (0.35, 0.52, 0.70), trousers, trousers, trousers, _SHOES, _HAIR)
