"""What is to be said about a capture: decisions as notes, conflicts and doubts as warnings."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(eq=False)
class Remarks:
    """Sentences, in the order in which things were decided.

    Attributes:
        notes: What was read, inferred or changed.
        warnings: What contradicts something else or may well be wrong; a person should look.
    """

    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def note(self, *sentences: str) -> None:
        """Add decisions."""
        self.notes.extend(sentences)

    def warn(self, *sentences: str) -> None:
        """Add doubts."""
        self.warnings.extend(sentences)
