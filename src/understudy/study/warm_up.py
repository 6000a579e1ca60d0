"""Everything compiled once before processes start, rather than by each of them."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.clean import clean
from understudy.human import human_from_recording
from understudy.kernels.compilation import telling
from understudy.motion import HumanMotion, Recording
from understudy.robots import load_robot
from understudy.study import thesis
from understudy.study.infants import MINI_RGBD, Infant, captured_points
from understudy.study.outcome import perform_and_judge
from understudy.study.progress import Say
from understudy.synth.formats.point_sets import MINI_RGBD_SET

_FRAMES = 20


def compile_all(robot: str, methods: Sequence[str], say: Say | None) -> None:
    """Perform a second of motion by every method, so that all kernels are compiled and kept.

    Args:
        robot: Name of any robot of the study.
        methods: Names of methods.
        say: Told where something has to be compiled.
    """
    with telling(say):
        human = _short_motion()
        for method in methods:
            perform_and_judge(human, load_robot(robot), method)


def _short_motion() -> HumanMotion:
    points = next(captured_points(Infant("easy", thesis.YOUNGEST, MINI_RGBD, _FRAMES, 0)))
    recording = Recording(
        MINI_RGBD_SET.names, points, thesis.FPS, landmark_points=MINI_RGBD_SET.landmark_points
    )
    return human_from_recording(clean(recording))
