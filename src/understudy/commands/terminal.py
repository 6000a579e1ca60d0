"""What commands show: results on standard output, words and progress for people on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from understudy.quoting import printable


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
        self._print(sentence, style)

    def warn(self, sentence: str) -> None:
        """Tell a person what not to overlook."""
        self._print(f"warning: {sentence}", "bold yellow")

    def title(self, text: str) -> None:
        """Show a heading for people."""
        self._print(text, "bold")

    def _print(self, text: str, style: str) -> None:
        # Names of strangers' joints and files are in it, which must not steer the terminal.
        lines = "\n".join(printable(line) for line in text.split("\n"))
        self._words.print(lines, style=style, markup=False)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
        """Show a table for people; machines get :meth:`give` instead."""
        if self.as_json:
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        heading = None if title is None else Text(printable(title), style="bold")
        table = Table(title=heading, box=box.SIMPLE_HEAD, title_justify="left")
        for index, heading in enumerate(headings):
            table.add_column(heading, justify="left" if index == 0 else "right", overflow="fold")
        for row in rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        self._results.print(table)

    def give(self, value: Any) -> None:
        """Print the result as JSON when machines listen."""
        if self.as_json:
            sys.stdout.write(json.dumps(value, indent=2) + "\n")

    def flush(self) -> None:
        """Have what was printed so far arrive, for commands that go on for long."""
        sys.stdout.flush()

    @contextmanager
    def progress(self, what: str) -> Iterator[Callable[[int, int], None]]:
        """Show a bar for people; yields a function that takes steps done and steps in all."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        # Where nobody watches, a bar would leave an empty line behind.
        unseen = not self._words.is_terminal
        with Progress(*columns, console=self._words, transient=True, disable=unseen) as bar:
            task = bar.add_task(printable(what), total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
