"""What is remembered of a live figure."""

from __future__ import annotations

import numpy as np

from understudy.view.web.past import SECONDS, Past


def test_the_last_seconds_are_kept_and_older_poses_go() -> None:
    past = Past()
    assert past.stretch() is None
    for frame in range(400):
        past.add(0.1 * frame, np.array([float(frame)]))
    kept = past.stretch()
    assert kept is not None
    assert abs(kept.duration - SECONDS) < 0.11
    assert kept.at(kept.duration)[0] == 399.0
    assert kept.at(-5.0)[0] == kept.poses[0][0]
    assert kept.at(0.15)[0] == kept.poses[0][0] + 1.0, "what had come by then"
    past.add(100.0, np.array([0.0]))
    assert kept.at(kept.duration)[0] == 399.0, "a stretch stays as it was taken"
