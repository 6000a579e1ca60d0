"""The five nouns that flow through Understudy, frozen and validated."""

from typing import TYPE_CHECKING

from understudy.lazy_names import import_when_used

if TYPE_CHECKING:
    from understudy.motion.camera_view import CameraView
    from understudy.motion.evaluation import Evaluation, Metric
    from understudy.motion.human_motion import HumanMotion
    from understudy.motion.object_motion import ObjectMotion
    from understudy.motion.pictures import Pictures
    from understudy.motion.provenance import Provenance
    from understudy.motion.readings import Readings
    from understudy.motion.recording import Recording, Subject
    from understudy.motion.robot_motion import RobotMotion
    from understudy.motion.rollout import Rollout
    from understudy.motion.skin import Skin
    from understudy.motion.sparse_readings import SparseReadings

__all__ = [
    "Evaluation",
    "HumanMotion",
    "Metric",
    "ObjectMotion",
    "Pictures",
    "Provenance",
    "Readings",
    "CameraView",
    "Recording",
    "RobotMotion",
    "Rollout",
    "Skin",
    "SparseReadings",
    "Subject",
]

_PLACES = {
    "evaluation": ("Evaluation", "Metric"),
    "human_motion": ("HumanMotion",),
    "object_motion": ("ObjectMotion",),
    "pictures": ("Pictures",),
    "provenance": ("Provenance",),
    "readings": ("Readings",),
    "camera_view": ("CameraView",),
    "recording": ("Recording", "Subject"),
    "robot_motion": ("RobotMotion",),
    "rollout": ("Rollout",),
    "skin": ("Skin",),
    "sparse_readings": ("SparseReadings",),
}

import_when_used(
    __name__, {name: f"{__name__}.{place}" for place, names in _PLACES.items() for name in names}
)
