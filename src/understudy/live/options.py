"""How a person drives a robot, in a file that is quick to import."""

from __future__ import annotations

from dataclasses import dataclass, field

from understudy.capture.sidecar import Sidecar
from understudy.errors import OptionError
from understudy.retarget.method_options import TrackOptions

LEAST_RATE, MOST_RATE = 5.0, 1000.0
"""Frames a second [1/s] between which a stream may be."""

VIAS = ("landmarks", "human")
"""Ways from what was seen to the robot: by landmarks directly, or by the fitted reference human."""


@dataclass(frozen=True)
class LiveOptions:
    """How a person drives a robot.

    Attributes:
        calibrate: Time [s] from which sizes, floor and facing are taken; they are kept from then on.
        rate: Commands a second [1/s]; None takes the source's own rate.
        via: ``landmarks``, or ``human`` for a fit of the reference human in between.
        person: Whom to follow, by the source's own name; None follows whoever is seen first.
        start: Time [s] in which the robot goes over from its home pose to the person's.
        hold: Time [s] without the person for which the robot stays as it is.
        fade: Time [s] in which it then goes home.
        recover: Time [s] in which it goes over to a person who is seen again.
        track: Weights and limits of the method ``track``.
        stated: What the user states of units, axes and the person's height.
    """

    calibrate: float = 3.0
    rate: float | None = None
    via: str = VIAS[0]
    person: str | None = None
    start: float = 1.0
    hold: float = 1.0
    fade: float = 2.0
    recover: float = 0.25
    track: TrackOptions = field(default_factory=TrackOptions)
    stated: Sidecar = Sidecar()

    def __post_init__(self) -> None:
        """Check every field."""
        for name in ("calibrate", "start", "hold", "fade", "recover"):
            value = getattr(self, name)
            if not 0.0 < value <= 600.0:
                raise OptionError(f"{name} is {value} s, expected a time over 0 and up to 600 s")
        if self.rate is not None and not LEAST_RATE <= self.rate <= MOST_RATE:
            raise OptionError(f"rate is {self.rate}, expected {LEAST_RATE:g} to {MOST_RATE:g} a second")
        if self.via not in VIAS:
            raise OptionError(f"via is '{self.via}', expected {' or '.join(VIAS)}")
        for name in ("tasks", "slow_down_torque"):
            if getattr(self.track, name):
                raise OptionError(f"{name} needs the whole clip in view and cannot be kept live")
        if self.track.physics != "none":
            raise OptionError("physics needs the whole clip in view and cannot be kept live")
        if self.track.touches != "off" or self.track.slow_down != "none":
            raise OptionError("touches and slow_down need the whole clip in view and cannot be kept live")
