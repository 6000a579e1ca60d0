"""Options set by name, on the command line or in a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from understudy.errors import OptionError
from understudy.opening import WRITTEN_BY_HAND
from understudy.quoting import SHOWN
from understudy.retarget import METHODS, GeometricOptions, Method, TaskPoint, TrackOptions
from understudy.retarget.option_settings import read_options, set_options
from understudy.retarget.options import Kind, Option, as_text, options_of

EACH = [
    (method, single)
    for method in METHODS.values()
    for option in options_of(method.Options)
    if option.kind is not Kind.LIST
    for single in ([option.entry(name) for name in option.entries] or [option])
]


def _another(option: Option) -> float | bool | str:
    """Return a valid value that is not the default."""
    if option.kind is Kind.SWITCH:
        return not option.default
    if option.kind is Kind.TEXT:
        choices = option.choices or ("another",)
        return next(choice for choice in choices if choice != option.default)
    return 0.5 * option.default if option.default else 0.25


def _value_of(options: object, name: str) -> object:
    first, _, entry = name.partition(".")
    return getattr(options, first)[entry] if entry else getattr(options, first)


@pytest.mark.parametrize(("method", "option"), EACH, ids=lambda each: each.name)
def test_every_option_of_every_method_can_be_set(method: Method, option: Option, tmp_path: Path) -> None:
    wanted = _another(option)
    changed = set_options(method.Options(), [f"{option.name}={as_text(wanted)}"])
    assert _value_of(changed, option.name) == wanted
    # Nothing else changes.
    assert set_options(changed, [f"{option.name}={as_text(option.default)}"]) in (
        method.Options(),
        replace(method.Options(), **_with_zero(method, option)),
    )
    file = tmp_path / "options.toml"
    file.write_text(f"{option.name} = {json.dumps(wanted)}\n", encoding="utf-8")
    assert read_options(file, method.Options(), method.name) == changed


def _with_zero(method: Method, option: Option) -> dict[str, dict[str, float]]:
    """Return a table as it is after one of its numbers was set back to 0, which the default leaves out."""
    table, _, entry = option.name.partition(".")
    return {table: getattr(method.Options(), table) | {entry: 0.0}} if entry else {}


WORDS = {
    "stance": "--set: found 'stance', expected NAME=VALUE",
    "stanse=3": "--set: unknown option 'stanse' (did you mean 'stance'?); valid: acceleration_limits, ",
    "segment.thigh=2": "--set: unknown option 'segment.thigh' (did you mean 'segments.thigh'?); valid: ",
    "segments.tigh=2": "--set: unknown name in 'segments' 'tigh' (did you mean 'thigh'?); valid: foot, ",
    "segments=2": "--set: segments is a table, expected one of its numbers, such as segments.trunk",
    "segments.=2": "--set: segments is a table, expected one of its numbers, such as segments.trunk",
    "stance.left=2": "--set: unknown option 'stance.left'",
    "=2": "--set: unknown option ''",
    "stance=": "--set: stance is '', expected a number from 0 to 1000000 [1/m]",
    "stance=much": "--set: stance is 'much', expected a number from 0 to 1000000 [1/m]",
    "stance=nan": "--set: stance is 'nan', expected",
    "stance=-inf": "--set: stance is '-inf', expected",
    "stance=1e999": "--set: stance is 'inf', expected",
    "segments.thigh=none": "--set: segments.thigh is 'none', expected a number from 0 to 1000000 [1/rad]",
    "limits=maybe": "--set: limits is 'maybe', expected true or false",
    "place_time=-1": "--set: place_time is '-1', expected a number from 0 to 1000000 [s]",
    f"{'x' * 5000}=1": f"--set: unknown option '{'x' * SHOWN}…'; valid: ",
    "\x1b[31m=1": r"--set: unknown option '\x1b[31m'; valid: ",
}


@pytest.mark.parametrize("word", WORDS, ids=lambda word: ascii(word[:20]))
def test_a_wrong_word_gives_one_sentence(word: str) -> None:
    with pytest.raises(OptionError) as caught:
        set_options(TrackOptions(), [word])
    assert str(caught.value).startswith(WORDS[word])
    assert "\n" not in str(caught.value)


def test_words_for_switches_and_none() -> None:
    assert not set_options(GeometricOptions(), ["levers=off"]).levers
    assert set_options(GeometricOptions(), ["smooth=YES"]).smooth
    assert set_options(GeometricOptions(neck_reference=1.0), ["neck_reference=none"]) == GeometricOptions()


def test_the_last_word_counts_and_tables_add_up() -> None:
    words = ["stance=3", "segments.thigh=2", "stance=4", "segments.shin=5"]
    options = set_options(TrackOptions(), words)
    assert options.stance == 4.0
    assert options.segments == dict(TrackOptions().segments) | {"thigh": 2.0, "shin": 5.0}


def test_a_file_may_hold_tables_of_several_methods(tmp_path: Path) -> None:
    file = tmp_path / "both.toml"
    file.write_text(
        "[track]\nstance = 20\nsegments = { thigh = 2 }\n[geometric]\nlevers = false\n", encoding="utf-8"
    )
    expected = TrackOptions(stance=20, segments={**TrackOptions().segments, "thigh": 2.0})
    assert read_options(file, TrackOptions(), "track") == expected
    assert read_options(file, GeometricOptions(), "geometric") == GeometricOptions(levers=False)


FILES = {
    "unknown": ("stanse = 3", "unknown option 'stanse' (did you mean 'stance'?)"),
    "another method's": (
        "[geometric]\nlevers = false",
        "at the top or in [track]: unknown option 'geometric'",
    ),
    "unknown entry": ("[segments]\ntigh = 3", "unknown name in 'segments' 'tigh' (did you mean 'thigh'?)"),
    "unknown in a table": ("[track]\nstanse = 3", "[track]: unknown option 'stanse'"),
    "astray": ("stance = 3\n[track]\nreach = 1", "'stance' stands outside of [track]"),
    "a table astray": ("[segments]\nthigh = 3\n[track]\nreach = 1", "'segments' stands outside of [track]"),
    "no table": ("track = 3", "unknown option 'track'"),
    "a text": ('stance = "20"', "stance is '20', expected a number from 0"),
    "a date": ("stance = 2020-01-01", "stance is '2020-01-01', expected a number from 0"),
    "a list": ("stance = [1, 2]", "stance is a list, expected a number"),
    "a table": ("[stance]\nleft = 1", "stance is a table, expected a number"),
    "a number for a table": ("segments = 3", "segments is a table, expected one of its numbers"),
    "nested": ("[segments.thigh]\nleft = 1", "segments.thigh is a table, expected a number"),
    "a number for a switch": ("limits = 1", "limits is '1', expected true or false"),
    "nan": ("stance = nan", "stance is 'nan', expected"),
    "endless": (f"stance = {'9' * 4000}", "stance is '9999"),
    "too many digits": (f"stance = {'9' * 6000}", "cannot be read as TOML"),
    "deep": (f"stance = {'[' * 5000}", "cannot be read as TOML"),
    "deep keys": (f"stance{'.a' * 5000} = 1", "stance is a table, expected a number"),
    "a key that steers": ('"\\u001b[31m" = 1', r"unknown option '\x1b[31m'"),
    "no TOML": ("Dear diary,", "cannot be read as TOML"),
    "huge": ("# " + "x" * WRITTEN_BY_HAND, f"holds over {WRITTEN_BY_HAND} bytes"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_wrong_file_gives_one_sentence_with_file_and_key(case: str, tmp_path: Path) -> None:
    content, sentence = FILES[case]
    file = tmp_path / "options.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        read_options(file, TrackOptions(), "track")
    assert str(caught.value).startswith(str(file))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_file_a_folder_and_bytes_give_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for name in ("missing.toml", ".", "bytes.toml"):
        with pytest.raises(OptionError, match="cannot be read"):
            read_options(tmp_path / name, TrackOptions(), "track")


ONE, OTHER = (
    TaskPoint("hand_l", 1.0, 2.0, (0.4, -0.2, 0.9)),
    TaskPoint("foot_r", 3.0, 3.5, (0, 0, 0), ease=0.2),
)


def test_a_list_is_set_with_semicolons_between_its_items() -> None:
    options = set_options(TrackOptions(), ["tasks=hand_l 1-2 0.4,-0.2,0.9; foot_r 3-3.5 0,0,0 ease=0.2;"])
    assert options.tasks == (ONE, OTHER)
    assert set_options(options, ["tasks=none"]) == TrackOptions()
    assert set_options(TrackOptions(), [f"tasks={ONE}; {OTHER}"]) == options


def test_a_list_in_a_file_is_one_of_texts(tmp_path: Path) -> None:
    file = tmp_path / "options.toml"
    file.write_text(f'tasks = ["{ONE}", "{OTHER}"]\n', encoding="utf-8")
    assert read_options(file, TrackOptions(), "track").tasks == (ONE, OTHER)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (
            '"hand_l 1-2 0,0,0"',
            "tasks is 'hand_l 1-2 0,0,0', expected a list, of such as 'hand_l 1.2-2.0 0.4",
        ),
        ("3", "tasks is '3', expected a list"),
        ("[3]", "tasks holds '3', expected a TaskPoint or a text such as 'hand_l"),
        ('["hand_l"]', "tasks: task is 'hand_l', expected PART START-END X,Y,Z"),
    ],
)
def test_what_is_no_list_of_items_is_refused(value: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "options.toml"
    file.write_text(f"tasks = {value}\n", encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        read_options(file, TrackOptions(), "track")
    assert problem in str(caught.value)
