"""A robot: where its card is; the model lies beside that."""

from __future__ import annotations

from pathlib import Path

CARD = Path(__file__).parent / "figure" / "card.toml"
