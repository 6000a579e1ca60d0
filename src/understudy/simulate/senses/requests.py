"""Senses as the command line names them: ``proprioception,imu:rate=200:delay=0.01:gyroscope.noise=0.02``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from understudy.errors import OptionError, unknown_name
from understudy.plugins import installed, load
from understudy.simulate.senses.eyes import EYES
from understudy.simulate.senses.imu import IMU
from understudy.simulate.senses.proprioception import PROPRIOCEPTION
from understudy.simulate.senses.sampling import Sampling
from understudy.simulate.senses.sense import Sense
from understudy.simulate.senses.skin import SKIN

SENSES: dict[str, Sense] = {sense.name: sense for sense in (PROPRIOCEPTION, IMU, EYES, SKIN)}
"""Name → sense."""

ALIASES: dict[str, str] = {alias: name for name, sense in SENSES.items() for alias in sense.aliases}
"""Another word that people use → name."""

GROUP = "understudy.senses"
"""Group of the entry points by which packages add senses."""

_SETTINGS = ("rate", "delay", "noise")


@dataclass(frozen=True)
class SenseRequest:
    """A sense, and how it is to be read."""

    sense: Sense
    how: Sampling = Sampling()

    def told(self) -> dict[str, object]:
        """Return it for a history."""
        how = self.how
        noise: Mapping[str, object] = {"noise": how.noise, "channel_noise": dict(how.channel_noise)}
        told = {"sense": self.sense.name, "rate": how.rate, "delay": how.delay, **noise}
        return told | dict(self.sense.chosen)


def find_sense(name: str) -> Sense:
    """Return a sense by its name or another word for it.

    Raises:
        OptionError: Naming the nearest that there is.
    """
    name = ALIASES.get(name, name)
    if name in SENSES:
        return SENSES[name]
    if name in installed(GROUP):
        return load(installed(GROUP)[name], "sense", Sense, OptionError)
    raise OptionError(unknown_name("sense", name, (*SENSES, *ALIASES, *installed(GROUP))))


def parse_senses(text: str) -> tuple[SenseRequest, ...]:
    """Return the senses that a text names, separated by commas, each with its settings after colons.

    Raises:
        OptionError: For a sense or a setting that there is not, one that is named twice, and no number.
    """
    found: dict[str, SenseRequest] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        name, *settings = (part.strip() for part in entry.split(":"))
        sense, settings = _configured(find_sense(name), settings)
        if sense.name in found:
            raise OptionError(f"--senses names '{sense.name}' twice")
        found[sense.name] = SenseRequest(sense, _sampling(sense, settings))
    return tuple(found.values())


def _configured(sense: Sense, settings: list[str]) -> tuple[Sense, list[str]]:
    """Return a sense with those settings that are its own, and the others."""
    parted = [text.partition("=") for text in settings]
    own = {key: value for key, _, value in parted if key in sense.settings}
    if not own or sense.configure is None:
        return sense, settings
    try:
        configured = sense.configure(own)
    except OptionError as error:
        raise OptionError(f"sense '{sense.name}': {error}") from error
    return configured, [text for text in settings if text.partition("=")[0] not in own]


def _sampling(sense: Sense, settings: list[str]) -> Sampling:
    plain: dict[str, float] = {}
    channels: dict[str, float] = {}
    for text in settings:
        key, _, value = text.partition("=")
        channel, _, what = key.rpartition(".")
        try:
            number = float(value)
        except ValueError as error:
            raise OptionError(f"sense '{sense.name}': '{text}' has no number after '='") from error
        if not channel and key in _SETTINGS:
            plain[key] = number
        elif what == "noise" and channel in sense.units:
            channels[channel] = number
        else:
            valid = (*_SETTINGS, *sense.settings, *(f"{name}.noise" for name in sense.units))
            raise OptionError(f"sense '{sense.name}': {unknown_name('setting', key, valid)}")
    try:
        return Sampling(**plain, channel_noise=channels)
    except OptionError as error:
        raise OptionError(f"sense '{sense.name}': {error}") from error
