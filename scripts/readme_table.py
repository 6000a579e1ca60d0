"""Write the table of robots by methods and the line of formats into the README, between its two markers.

Usage: readme_table.py [--check] [README]
With --check nothing is written, and the exit code is 1 where the table is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from marked_text import run

from understudy.capture import FORMATS
from understudy.retarget import METHODS
from understudy.robots.card import Card
from understudy.robots.catalogue import find_card, robot_names

README = Path(__file__).resolve().parent.parent / "README.md"


def table() -> str:
    """Return a table of every robot in the catalogue by methods, and a line of every readable format."""
    header = ["robot", "what it is", "model", "plays", *(f"`{method}`" for method in METHODS)]
    rows = []
    for name in robot_names():
        card = find_card(name)
        rows.append([*_about(card), _part_played(card), *(_way(card, method) for method in METHODS)])
    lines = [header, ["---"] * len(header), *rows]
    robots = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f"{robots}\n\nCaptures: {', '.join(form.name for form in FORMATS)}."


def _about(card: Card) -> list[str]:
    return [f"`{card.name}`", card.title, f"pip: {card.package}" if card.package else "built in"]


def _part_played(card: Card) -> str:
    return "whole body" if card.has_legs else "upper body"


def _way(card: Card, method: str) -> str:
    """Return how a robot performs by a method: what a card leaves out is derived from its joints' axes."""
    return "derived" if method in ("geometric", "range") and not card.anatomical else "yes"


if __name__ == "__main__":
    sys.exit(run(__doc__, README, "table", table()))
