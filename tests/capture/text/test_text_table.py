"""Rows of numbers in text: what they say, and on which line they are wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.capture.text import text_table
from understudy.capture.text.text_table import BLANKS, Layout, Rows, parse_rows
from understudy.errors import CaptureError
from understudy.kernels.compilation import Kernel

NAN = np.nan
FIRST_LINE = 7
WORDS = 30_000
COLUMNS = 10


@pytest.fixture(autouse=True, params=["short", "long"], scope="module")
def reader(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run every test with Python's reader and with the kernel."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "is_worth_it", lambda _kernel, _rows: False)
        if request.param == "long":
            patch.setattr(text_table, "SHORT_TEXT", -1)
        yield


def parse(text: str, layout: Layout) -> Rows:
    return parse_rows(Path("f"), text.encode(), 0, FIRST_LINE, layout)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_empty_cells_are_missing_values(separator: str) -> None:
    text = "1,2,3\n4,,6\n,,9\n7, ,\n".replace(",", separator)
    rows = parse(text, Layout(3, separator))
    np.testing.assert_array_equal(rows.values, [[1, 2, 3], [4, NAN, 6], [NAN, NAN, 9], [7, NAN, NAN]])


@pytest.mark.parametrize(
    "word", ["NaN", "nan", "-nan(ind)", "-1.#IND", "1.#QNAN00", "NA", "n/a", "null", "None", "-", "--"]
)
def test_words_for_missing_values(word: str) -> None:
    rows = parse(f"1,{word},-3\n{word},5,6\n7,8,{word}", Layout(3, ","))
    np.testing.assert_array_equal(rows.values, [[1, NAN, -3], [NAN, 5, 6], [7, 8, NAN]])


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_counted_over_empty_ones(newline: str) -> None:
    rows = parse("\n".join(["1\t2", "", "\t\t", "3\t4", ""]).replace("\n", newline), Layout(2, "\t"))
    np.testing.assert_array_equal(rows.values, [[1, 2], [3, 4]])
    np.testing.assert_array_equal(rows.lines, [FIRST_LINE, FIRST_LINE + 3])


def test_separators_behind_the_last_cell_do_not_count() -> None:
    np.testing.assert_array_equal(parse("1\t2\t\t\t\n3\t4\t", Layout(2, "\t")).values, [[1, 2], [3, 4]])


def test_blanks_separate_in_any_number() -> None:
    np.testing.assert_array_equal(parse("  1 \t 2\n3 4  ", Layout(2, BLANKS)).values, [[1, 2], [3, 4]])


@pytest.mark.parametrize("word", ["2", "nan"])
def test_every_blank_of_ascii_separates(word: str) -> None:
    rows = parse(f"1\v{word}\f 3\n4 5 6", Layout(3, BLANKS))
    np.testing.assert_array_equal(rows.values, [[1.0, float(word), 3.0], [4.0, 5.0, 6.0]])


def test_decimal_commas() -> None:
    rows = parse("1,5;-2,25\n,5;3", Layout(2, ";", has_decimal_comma=True))
    np.testing.assert_array_equal(rows.values, [[1.5, -2.25], [0.5, 3.0]])


def test_words_are_numbered_as_they_first_occur() -> None:
    rows = parse('0,hip,1\n0,"knee",2\n1,hip,\n1, ankle ,-\n', Layout(3, ",", word_columns=(1,)))
    assert rows.words == ("hip", "knee", "ankle")
    np.testing.assert_array_equal(rows.values, [[0, 0, 1], [0, 1, 2], [1, 0, NAN], [1, 2, NAN]])


@pytest.mark.parametrize("column", [0, 2])
def test_the_text_column_may_be_any(column: int) -> None:
    lines = [["1", "2"], ["3", "4"]]
    for line, word in zip(lines, ("a", "bcd"), strict=True):
        line.insert(column, word)
    rows = parse("\n".join(",".join(line) for line in lines), Layout(3, ",", word_columns=(column,)))
    np.testing.assert_array_equal(np.delete(rows.values, column, axis=1), [[1, 2], [3, 4]])
    np.testing.assert_array_equal(rows.values[:, column], [0, 1])


def test_a_row_without_a_word_has_none() -> None:
    rows = parse("1,,2\n3,a,4", Layout(3, ",", word_columns=(1,)))
    np.testing.assert_array_equal(rows.values[:, 1], [NAN, 0])


def test_rows_may_end_early_where_that_is_allowed() -> None:
    rows = parse("1,2,3\n4\n", Layout(3, ",", may_end_early=True))
    np.testing.assert_array_equal(rows.values, [[1, 2, 3], [4, NAN, NAN]])


def test_the_last_row_is_whole_where_the_file_ends_in_it() -> None:
    with pytest.raises(CaptureError, match="ends in a row of 1 cells, expected 3") as caught:
        parse("1,2,3\n4", Layout(3, ",", may_end_early=True))
    assert caught.value.line == FIRST_LINE + 1


@pytest.mark.parametrize(
    ("text", "lines_on", "message"),
    [
        ("1,2\n3\n", 1, "has 1 cells, expected 2"),
        ("1,2\n\n3,4,5\n", 2, "has 3 cells, expected 2"),
        ("1,2\n3,x\n", 1, "has 'x' in column 2, expected a finite number or an empty cell"),
        ("1,2\n3,1 2\n", 1, "has '1 2' in column 2"),
        ("1,inf\n", 0, "has 'inf' in column 2"),
        ("1,1e300\n", 0, "has '1e300' in column 2"),
        ("1,1_0\n", 0, "has '1_0' in column 2"),
        ("1,0x10\n", 0, "has '0x10' in column 2"),
        ("1,1-2\n", 0, "has '1-2' in column 2"),
        ("1,2\n3,\x00\n", 1, r"has '\\x00' in column 2"),
        ("1,2\n3,4\x1c\n", 1, r"has '4\\x1c' in column 2"),
        ("1,2\n3,4\x1f\n", 1, r"has '4\\x1f' in column 2"),
        ("1,2\n3\v4,5\n", 1, r"has '3\\x0b4' in column 1"),
        ("1,2\n3,٣\n", 1, "has '٣' in column 2"),
        ("1,2\n3,4\xa0\n", 1, r"has '4\\xa0' in column 2"),
    ],
)
def test_faults_have_a_line(text: str, lines_on: int, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(text, Layout(2, ","))
    assert caught.value.line == FIRST_LINE + lines_on


def test_a_word_that_is_too_long_has_a_line() -> None:
    with pytest.raises(CaptureError, match="a name of 200 bytes, expected at most 80") as caught:
        parse(f"1,a\n2,{'b' * 200}", Layout(2, ",", word_columns=(1,)))
    assert caught.value.line == FIRST_LINE + 1


def test_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_table, "MAX_CELLS", 5)
    with pytest.raises(CaptureError, match="holds more than 5 numbers"):
        parse("1,2\n" * 3, Layout(2, ","))


@pytest.mark.parametrize("word_columns", [(), (1,)])
def test_what_the_kernel_leaves_over_is_read_in_turns(
    monkeypatch: pytest.MonkeyPatch, word_columns: tuple[int, ...]
) -> None:
    text = "".join(f"{row},{row % 7},-\n" for row in range(200))
    layout = Layout(3, ",", word_columns=word_columns)
    whole = parse(text, layout)
    monkeypatch.setattr(text_table, "_MOST_NOTED", 3)
    parts = parse(text, layout)
    np.testing.assert_array_equal(parts.values, whole.values)
    np.testing.assert_array_equal(parts.lines, whole.lines)
    assert parts.words == whole.words
    with pytest.raises(CaptureError) as caught:
        parse(text + "1,2,x\n", layout)
    assert caught.value.line == FIRST_LINE + 200


def test_skipped_columns_may_hold_anything() -> None:
    rows = parse("1,open,2\n3,,4\n5,6 7,8\n", Layout(3, ",", skipped_columns=frozenset({1})))
    np.testing.assert_array_equal(rows.values, [[1, NAN, 2], [3, NAN, 4], [5, NAN, 8]])


def test_words_of_several_columns_have_one_list() -> None:
    rows = parse("a,1,b\nb,2,a\n", Layout(3, ",", word_columns=(0, 2)))
    assert rows.words == ("a", "b")
    np.testing.assert_array_equal(rows.values, [[0, 1, 1], [1, 2, 0]])


def test_words_that_stand_for_numbers() -> None:
    layout = Layout(2, ",", words={b"tracked": 2.0, b"inf": np.inf})
    np.testing.assert_array_equal(parse("1,Tracked\n2,INF\n", layout).values, [[1, 2], [2, np.inf]])


def test_quotes_around_a_cell_do_not_count() -> None:
    np.testing.assert_array_equal(parse("\"1.5\",'2'\n", Layout(2, ",")).values, [[1.5, 2.0]])


def test_a_table_may_have_to_be_whole() -> None:
    layout = Layout(2, BLANKS, may_be_missing=False, count_source=", one a channel")
    for word in ("nan", "-", "na"):
        with pytest.raises(CaptureError, match=f"has '{word}' in column 2, expected a finite number$"):
            parse(f"1 2\n3 {word}\n", layout)
    with pytest.raises(CaptureError, match="has 1 numbers, expected 2, one a channel$"):
        parse("1 2\n3\n", layout)


def test_a_fault_further_left_comes_first() -> None:
    for text in ("x,2,3\n", "1,x\n1\n", "x\n"):
        with pytest.raises(CaptureError, match="has 'x' in column"):
            parse(text, Layout(2, ","))


@pytest.mark.parametrize("line", ["1 2", "1 2 3 4", "1"])
def test_rows_of_another_length_are_faults(line: str) -> None:
    for text in (f"1 2 3\n{line}\n1 2 3", f"1 2 3\n{line}"):
        with pytest.raises(CaptureError, match=f"has {len(line.split())} numbers, expected 3") as caught:
            parse(text, Layout(3, BLANKS))
        assert caught.value.line == FIRST_LINE + 1


def test_a_text_without_numbers_has_no_rows() -> None:
    for text in ("", " \n\r\n\t"):
        rows = parse(text, Layout(4, BLANKS))
        assert (rows.values.shape, rows.lines.shape) == ((0, 4), (0,))


def test_long_texts_are_read_by_the_kernel_and_alike() -> None:
    count = text_table.SHORT_TEXT // 20 if text_table.SHORT_TEXT > 0 else 10
    rows = parse("1.25 -3.5e-7 1234567.125\n" * count, Layout(3, BLANKS))
    assert (rows.values == [1.25, -3.5e-7, 1234567.125]).all()
    assert rows.lines[-1] == FIRST_LINE + count - 1


def random_word(generator: random.Random) -> str:
    """Return a number as some program might print it, from few digits to more than a double holds."""
    value = generator.uniform(-1.0, 1.0) * 10.0 ** generator.uniform(-12.0, 9.0)
    digits = generator.randrange(10 ** generator.randrange(1, 22))
    return generator.choice(
        [
            f"{value:.6f}",
            f"{value:.4f}",
            repr(value),
            f"{value:+.17e}",
            f"{value:.18g}",
            f"{value:.25f}",
            f"{generator.randrange(10**9)}",
            f".{digits}",
            f"{digits}E-{generator.randrange(15, 40)}",
            f"000{generator.randrange(1000)}.{digits}",
            halfway(value),
        ]
    )


def halfway(value: float) -> str:
    """Return a decimal number near the middle between two neighbouring doubles, the hardest to round."""
    mantissa, exponent = np.frexp(abs(value))
    twice = 2 * int(mantissa * 2.0**53) + 1
    shift = 54 - int(exponent)
    return f"{twice * 10**20 // 2**shift}E-20" if shift > 0 else f"{twice}"


def test_every_bit_is_as_python_has_it() -> None:
    generator = random.Random(0)
    words = [random_word(generator) for _ in range(WORDS)]
    text = "\n".join(" ".join(words[k : k + COLUMNS]) for k in range(0, WORDS, COLUMNS))
    rows = parse(text, Layout(COLUMNS, BLANKS))
    np.testing.assert_array_equal(rows.values.ravel(), [float(word) for word in words])


Numbers = st.lists(
    st.lists(st.one_of(st.none(), st.floats(-1e12, 1e12, width=64)), min_size=3, max_size=3),
    min_size=1,
    max_size=8,
)


@given(table=Numbers, separator=st.sampled_from([",", ";", "\t"]))
def test_every_number_comes_back_exactly(table: list[list[float | None]], separator: str) -> None:
    table = [[float(index), *row] for index, row in enumerate(table)]
    text = "\n".join(separator.join("" if cell is None else repr(cell) for cell in row) for row in table)
    expected = [[NAN if cell is None else cell for cell in row] for row in table]
    np.testing.assert_array_equal(parse(text, Layout(4, separator)).values, expected)


LAYOUTS = st.builds(
    Layout,
    st.integers(1, 4),
    st.sampled_from([",", ";", "\t", BLANKS]),
    has_decimal_comma=st.just(False),
    word_columns=st.sampled_from([(), (0,), (1, 2)]),
    may_end_early=st.booleans(),
    may_be_missing=st.booleans(),
)


@given(
    cells=st.lists(
        st.sampled_from(
            [*"0123456789.-+eE,;\t \n\r\v'\"x\0\x1c", "nan", "NaN", "\r\n", "1.5", "-2e3", "1e400", "é"]
        ),
        max_size=60,
    ),
    layout=LAYOUTS,
)
def test_both_readers_say_the_same(cells: list[str], layout: Layout) -> None:
    layout = replace(
        layout, word_columns=tuple(column for column in layout.word_columns if column < layout.column_count)
    )
    outcomes = []
    for short_text in (-1, 1 << 20):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(text_table, "SHORT_TEXT", short_text)
            try:
                rows = parse("".join(cells), layout)
                outcomes.append((rows.values.tobytes(), rows.lines.tolist(), rows.words))
            except CaptureError as error:
                outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_many_short_texts_are_read_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, rows: rows == 2)
    monkeypatch.setattr(text_table._Parser, "parse_long", lambda *_: (np.ones((1, 1)), np.ones(1)))
    monkeypatch.setattr(text_table, "SHORT_TEXT", 100)
    assert parse("5\n", Layout(1, ",")).values.tolist() == [[5.0]]
    assert parse("5\n6\n", Layout(1, ",")).values.tolist() == [[1.0]]
