"""From a person's motion to a robot's, one file per method."""

from understudy.retarget.track import TrackOptions, track

__all__ = ["TrackOptions", "track"]
