"""The people and takes that readers are tested with; what writers write of them has to come back."""

from tests.capture.c3d.conftest import ezc3d
from tests.capture.conftest import distance_after_turn, person, small_motion, t_pose, walking

__all__ = ["distance_after_turn", "ezc3d", "person", "small_motion", "t_pose", "walking"]
