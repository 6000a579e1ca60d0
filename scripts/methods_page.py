"""Write every method with its options into docs/methods.md, between its two markers.

Usage: methods_page.py [--check] [DOCUMENT]
With --check nothing is written, and the exit code is 1 where the page is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from marked_text import run

from understudy.commands.option_help import markdown_table
from understudy.retarget import METHODS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "methods.md"


def sections() -> str:
    """Return a section for every built-in method: what it does, and a table of its options."""
    return "\n\n".join(
        f"## `{method.name}`\n\n{method.summary[0].upper()}{method.summary[1:]}.\n\n{markdown_table(method)}"
        for method in METHODS.values()
    )


if __name__ == "__main__":
    sys.exit(run(__doc__, PAGE, "methods", f"\n{sections()}\n"))
