"""Random letters in place of names, always the same ones for the same name and seed."""

from __future__ import annotations

import string

import numpy as np

_LENGTH = 8


class RandomNames:
    """Gives random names, or the old ones where there is no seed."""

    def __init__(self, seed: int | None) -> None:
        """Start with a seed; None keeps names."""
        self.seed = seed

    def name(self, old: str) -> str:
        """Return the new name in place of an old one."""
        if self.seed is None:
            return old
        generator = np.random.default_rng([self.seed, *old.encode()])
        return "".join(generator.choice(list(string.ascii_lowercase), _LENGTH))
