"""Every option of every method has a control, and what it sets is what the command line would."""

from __future__ import annotations

import pytest

from understudy.errors import OptionError
from understudy.retarget import MethodOptions
from understudy.retarget.built_in_methods import METHODS
from understudy.retarget.option_settings import set_options
from understudy.retarget.options import Kind, options_of
from understudy.studio.controls import as_text, controls_of, settings, with_setting


@pytest.mark.parametrize("name", METHODS)
def test_every_option_has_a_control_with_its_unit_and_range(name: str) -> None:
    controls = {control.name: control for control in controls_of(METHODS[name])}
    for option in options_of(METHODS[name].Options):
        own = [f"{option.name}.{entry}" for entry in option.entries] or [option.name]
        for wanted in own:
            control = controls[wanted]
            assert option.unit in control.label
            assert option.what in control.hint
            assert control.step > 0.0
    assert len(controls) == sum(max(1, len(option.entries)) for option in options_of(METHODS[name].Options))


@pytest.mark.parametrize("name", METHODS)
def test_a_control_that_is_left_alone_changes_nothing(name: str) -> None:
    options = METHODS[name].Options()
    assert settings(options) == {}
    for control in controls_of(METHODS[name]):
        if control.kind not in (Kind.LIST, Kind.TEXT):
            assert settings(with_setting(options, control.name, as_text(control.default))) == {}


def test_what_is_set_is_told_as_the_command_line_takes_it() -> None:
    options: MethodOptions = METHODS["track"].Options()
    options = with_setting(options, "travel", "3.5")
    options = with_setting(options, "segments.thigh", "2")
    told = settings(options)
    assert told == {"travel": "3.5", "segments.thigh": "2"}
    typed = set_options(METHODS["track"].Options(), [f"{name}={value}" for name, value in told.items()])
    assert typed == options


def test_a_value_that_is_not_valid_is_refused_with_a_sentence() -> None:
    with pytest.raises(OptionError, match="travel is .-1., expected a number from 0"):
        with_setting(METHODS["track"].Options(), "travel", "-1")
    with pytest.raises(OptionError, match="travell"):
        with_setting(METHODS["track"].Options(), "travell", "1")
