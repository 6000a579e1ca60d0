"""What a skin felt, taxel by taxel: at a moment, and over a whole rollout."""

from __future__ import annotations

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion.rollout import Rollout
from understudy.motion.skin import Skin
from understudy.motion.sparse_readings import SparseReadings

TOUCHED = 0.01
"""Force [N] from which on a taxel counts as touched, where readings do not say so themselves."""


def skin_of(rollout: Rollout) -> Skin:
    """Return the skin of a rollout.

    Raises:
        InvalidMotionError: Where it felt nothing because the sense was off.
    """
    if rollout.skin is None:
        raise InvalidMotionError("the rollout has no skin, expected one simulated with --senses skin")
    return rollout.skin


def taxel_readings(rollout: Rollout) -> tuple[str, SparseReadings]:
    """Return what the taxels told, ``force``, ``pressure`` or ``binary``, the most telling that there is.

    Raises:
        InvalidMotionError: Where there is none.
    """
    skin_of(rollout)
    for output in ("force", "pressure", "binary"):
        readings = rollout.senses.get(f"skin/{output}")
        if isinstance(readings, SparseReadings):
            return output, readings
    raise InvalidMotionError("the rollout has no readings of taxels, expected skin/force or the like")


def pressures_at(rollout: Rollout, time: float) -> np.ndarray:
    """Return the pressure (S,) [Pa] on every taxel at a time [s]; 1 where taxels tell only yes or no."""
    output, readings = taxel_readings(rollout)
    found = np.zeros(readings.size)
    reading = readings.reading_at(time)
    if reading is not None:
        index, values = readings.entries(reading)
        found[index] = _pressures(skin_of(rollout), output, index, values)
    return found


def peak_pressures(rollout: Rollout) -> np.ndarray:
    """Return the largest pressure (S,) [Pa] that every taxel felt; 1 where taxels tell only yes or no."""
    output, readings = taxel_readings(rollout)
    found = np.zeros(readings.size)
    np.maximum.at(
        found, readings.index, _pressures(skin_of(rollout), output, readings.index, readings.values)
    )
    return found


def touched_times(rollout: Rollout) -> np.ndarray:
    """Return for how long (S,) [s] every taxel was touched; a reading counts until the next one is due."""
    output, readings = taxel_readings(rollout)
    skin, index = skin_of(rollout), readings.index
    pressures = _pressures(skin, output, index, readings.values)
    touched = pressures > 0.0 if output == "binary" else pressures * skin.areas[index] >= TOUCHED
    return np.bincount(index[touched], minlength=readings.size) * reading_period(readings)


def reading_period(readings: SparseReadings) -> float:
    """Return the time [s] from one reading to the next; 0 where there is only one."""
    count = len(readings.time)
    return float(readings.time[-1] - readings.time[0]) / (count - 1) if count > 1 else 0.0


def _pressures(skin: Skin, output: str, index: np.ndarray, values: np.ndarray) -> np.ndarray:
    if output == "force":
        return skin.pressing(index, values) / skin.areas[index]
    return np.maximum(0.0, values.astype(np.float64))
