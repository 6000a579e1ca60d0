"""What may be said about eyes on the command line, and what is refused."""

from __future__ import annotations

import pytest

from understudy.errors import OptionError
from understudy.simulate import parse_senses
from understudy.simulate.senses.eye_settings import EyeSettings


def test_settings_are_read_beside_rate_and_noise() -> None:
    text = "eyes:size=64x48:depth=true:parts=yes:gaze=toy:age=3.5:rate=10:noise=4:left_depth.noise=20"
    [request] = parse_senses(text)
    assert set(request.sense.units) == {
        *(f"{side}{kind}" for side in ("left", "right") for kind in ("", "_depth", "_parts"))
    }
    assert (request.how.rate, request.how.noise) == (10.0, 4.0)
    assert request.how.channel_noise == {"left_depth": 20.0}
    settings = EyeSettings((64, 48), True, True, "toy", 3.5)
    assert request.told().items() >= settings.told().items()
    texts = {"size": "64x48", "depth": "true", "parts": "yes", "gaze": "toy", "age": "3.5"}
    assert EyeSettings.read(texts) == settings


def test_what_nobody_states_is_told_as_it_is() -> None:
    [request] = parse_senses("eyes")
    told = {"size": [320, 240], "depth": False, "parts": False, "gaze": "", "age": None}
    assert request.told().items() >= told.items()
    assert set(request.sense.units) == {"left", "right"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("size=320", r"sense 'eyes': size is '320', expected WIDTHxHEIGHT"),
        ("size=4x4", "size is 4x4, expected 8 to 2048 pixels each"),
        ("depth=perhaps", "depth is 'perhaps', expected true adds distances"),
        ("gaze=tyo", "did you mean 'toy'|toy"),
        ("age=old", "age is 'old', expected months, 0 to 12"),
        ("age=13", "age is 13 months, expected 0 to 12"),
        ("age=nan", "expected 0 to 12"),
        ("colour=red", "no number after"),
        ("colour=1", "unknown setting 'colour'.*size"),
        ("left_depth.noise=2", "unknown setting 'left_depth.noise'"),
        ("rate=0", "rate is 0 Hz"),
    ],
)
def test_bad_settings_are_named(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        parse_senses(f"eyes:{text}")
