"""The five nouns that flow through Understudy, frozen and validated."""

from understudy.motion.evaluation import Evaluation, Metric
from understudy.motion.human_motion import HumanMotion
from understudy.motion.object_motion import ObjectMotion
from understudy.motion.provenance import Provenance
from understudy.motion.readings import Readings
from understudy.motion.recording import Recording, Subject
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.rollout import Rollout

__all__ = [
    "Evaluation",
    "HumanMotion",
    "Metric",
    "ObjectMotion",
    "Provenance",
    "Readings",
    "Recording",
    "RobotMotion",
    "Rollout",
    "Subject",
]
