"""From a person's motion to a robot's, one file per method."""

from understudy.retarget.geometric import GeometricOptions, geometric, wanted_joints
from understudy.retarget.track import TrackOptions, track

__all__ = ["GeometricOptions", "TrackOptions", "geometric", "track", "wanted_joints"]
