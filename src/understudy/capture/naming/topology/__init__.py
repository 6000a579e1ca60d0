"""Which joint is what, from a skeleton's tree, proportions and motion, whatever its joints are called."""

from understudy.capture.naming.topology.body import BodyMatch, match_body
from understudy.capture.naming.topology.completion import complete
from understudy.capture.naming.topology.tree import PointTree

__all__ = ["BodyMatch", "PointTree", "complete", "match_body"]
