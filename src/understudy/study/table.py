"""A table as a paper has it: once defined, written as CSV, as LaTeX and as HTML."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from understudy.motion.archive import write_bytes

_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "°": r"$^\circ$",
    "–": "--",
    "…": r"\ldots{}",
}
_SPECIAL = re.compile("|".join(map(re.escape, _TEX)))


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Attributes:
        name: Name of its files, and of its label.
        caption: What it shows.
        groups: Texts over several columns each, with their counts; one over the first column is empty.
        headings: Text over every column.
        rows: Texts, one for each column.
    """

    name: str
    caption: str
    groups: tuple[tuple[str, int], ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Check that all rows are equally long."""
        width = len(self.headings)
        assert not self.groups or sum(count for _, count in self.groups) == width
        assert all(len(row) == width for row in self.rows)

    def to_csv(self) -> str:
        """Return comma-separated values; a heading is preceded by that of its group."""
        over = [text for text, count in self.groups for _ in range(count)] or [""] * len(self.headings)
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(
            f"{group} {heading}".strip() for group, heading in zip(over, self.headings, strict=True)
        )
        writer.writerows(self.rows)
        return buffer.getvalue()

    def to_tex(self) -> str:
        """Return a floating table for the package booktabs."""
        lines = [
            r"\begin{table}[htbp]",
            r"  \centering",
            f"  \\caption{{{tex_text(self.caption)}}}",
            f"  \\label{{tab:{re.sub(r'[^A-Za-z0-9-]', '-', self.name)}}}",
            f"  \\begin{{tabular}}{{l{'r' * (len(self.headings) - 1)}}}",
            r"    \toprule",
            *self._tex_groups(),
            _tex_row(self.headings),
            r"    \midrule",
            *(_tex_row(row) for row in self.rows),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
        ]
        return "\n".join(lines) + "\n"

    def to_html(self) -> str:
        """Return a table element, wide ones scroll."""
        over = "".join(
            f'<th colspan="{count}" class="group">{escape(text)}</th>' for text, count in self.groups
        )
        head = (f"<tr>{over}</tr>" if over else "") + _html_row("th", self.headings)
        body = "".join(_html_row("td", row) for row in self.rows)
        return f'<div class="scroll"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>'

    def _tex_groups(self) -> list[str]:
        if not self.groups:
            return []
        cells, rules, column = [], [], 1
        for text, count in self.groups:
            if text:
                cells.append(f"\\multicolumn{{{count}}}{{c}}{{{tex_text(text)}}}")
                rules.append(f"\\cmidrule(lr){{{column}-{column + count - 1}}}")
            else:
                cells += [""] * count
            column += count
        return ["    " + " & ".join(cells) + r" \\", "    " + " ".join(rules)]


def tex_text(text: str) -> str:
    """Return any text for LaTeX: special characters escaped, unprintable ones as a question mark."""
    printable = "".join(c if c in _TEX or (c.isprintable() and ord(c) < 0x250) else "?" for c in text)
    return _SPECIAL.sub(lambda match: _TEX[match[0]], printable)


def _tex_row(cells: tuple[str, ...]) -> str:
    return "    " + " & ".join(tex_text(cell) for cell in cells) + r" \\"


def _html_row(cell: str, texts: tuple[str, ...]) -> str:
    return "<tr>" + "".join(f"<{cell}>{escape(text)}</{cell}>" for text in texts) + "</tr>"


def write_tables(folder: Path, made: Sequence[Table]) -> None:
    """Write every table as CSV and as LaTeX."""
    for table in made:
        write_bytes(folder / f"{table.name}.csv", table.to_csv().encode("utf-8"))
        write_bytes(folder / f"{table.name}.tex", table.to_tex().encode("utf-8"))
