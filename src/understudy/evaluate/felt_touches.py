"""Touch: how often, how long, how hard and where a simulated robot was touched, by itself and by others."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.statistics import describe
from understudy.evaluate.touch_events import TouchEvent, find_touches, touching_frames
from understudy.motion import Metric, Rollout, Skin
from understudy.motion.touch_maps import peak_pressures, touched_times
from understudy.robots.robot import Robot


def felt_touch_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return ``touch/self``, ``touch/others``, ``touch/skin`` and more; nothing of a rollout without skin.

    ``touch/self`` and ``touch/others`` [s] describe how long touches lasted, with their ``count``, the
    ``share`` of frames in which one goes on, and the largest ``force`` [N]; per frame 1 where one goes on.
    ``touch/skin`` is the share of the skin that was ever touched (``touched``), by area, and the largest
    ``pressure`` [Pa]; ``touch/by_part`` [s] for how long each part's most touched taxel was touched.
    ``touch/pairs`` [s] is how long each pair of parts touched, ``touch/pair_counts`` how often.
    """
    if rollout.skin is None or "skin/touch" not in rollout.senses:
        return ()
    events = find_touches(rollout, robot)
    own = tuple(event for event in events if event.is_self)
    others = tuple(event for event in events if not event.is_self)
    pairs: dict[str, list[float]] = {}
    for event in own:
        pairs.setdefault(f"{event.first}, {event.second}", []).append(event.duration)
    return (
        _spells("touch/self", own, rollout.time),
        _spells("touch/others", others, rollout.time),
        *_skin(rollout, rollout.skin),
        Metric("touch/pairs", "s", {name: float(sum(found)) for name, found in pairs.items()}),
        Metric("touch/pair_counts", "1", {name: float(len(found)) for name, found in pairs.items()}),
    )


def _spells(name: str, events: tuple[TouchEvent, ...], time: np.ndarray) -> Metric:
    goes_on = touching_frames(events, time).astype(np.float64)
    forces = [event.max_force for event in events]
    summary = {"count": float(len(events)), "share": float(goes_on.mean())}
    summary |= describe(np.array([event.duration for event in events]))
    return Metric(name, "s", summary | {"force": max(forces, default=float("nan"))}, goes_on)


def _skin(rollout: Rollout, skin: Skin) -> tuple[Metric, ...]:
    if not any(f"skin/{output}" in rollout.senses for output in ("force", "pressure", "binary")):
        return ()
    times, peaks = touched_times(rollout), peak_pressures(rollout)
    touched = float(skin.areas[times > 0.0].sum() / skin.areas.sum())
    longest = np.zeros(len(skin.parts))
    np.maximum.at(longest, skin.part, times)
    has_skin = np.bincount(skin.part, minlength=len(skin.parts)) > 0
    by_part = {name: float(longest[i]) for i, name in enumerate(skin.parts) if has_skin[i]}
    summary = {"touched": touched, "taxels": float(skin.size), "pressure": float(peaks.max(initial=0.0))}
    return (Metric("touch/skin", "1", summary), Metric("touch/by_part", "s", by_part))
