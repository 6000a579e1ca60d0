"""What commands show: results on standard output, words and progress for people on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any


class Terminal:
    """Where a command speaks; silent but for JSON when machines listen."""

    def __init__(self, as_json: bool) -> None:
        """Make a terminal that prints JSON only, or words and tables for people."""
        from rich.console import Console

        self.as_json = as_json
        self._words = Console(stderr=True, quiet=as_json, highlight=False)
        self._results = Console(highlight=False, width=None if sys.stdout.isatty() else 120)

    def say(self, sentence: str) -> None:
        """Tell a person what is going on."""
        style = "bold yellow" if sentence.startswith("Warning:") else "dim"
        self._words.print(sentence, style=style, markup=False)

    def warn(self, sentence: str) -> None:
        """Tell a person what not to overlook."""
        self._words.print(f"warning: {sentence}", style="bold yellow", markup=False)

    def title(self, text: str) -> None:
        """Show a heading for people."""
        self._words.print(text, style="bold", markup=False)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
        """Show a table for people; machines get :meth:`give` instead."""
        if self.as_json:
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
        for index, heading in enumerate(headings):
            table.add_column(heading, justify="left" if index == 0 else "right", overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self._results.print(table)

    def give(self, value: Any) -> None:
        """Print the result as JSON when machines listen."""
        if self.as_json:
            sys.stdout.write(json.dumps(value, indent=2) + "\n")

    @contextmanager
    def progress(self, what: str) -> Iterator[Callable[[int, int], None]]:
        """Show a bar for people; yields a function that takes steps done and steps in all."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        # Where nobody watches, a bar would leave an empty line behind.
        unseen = not self._words.is_terminal
        with Progress(*columns, console=self._words, transient=True, disable=unseen) as bar:
            task = bar.add_task(what, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
