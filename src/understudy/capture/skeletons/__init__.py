"""Skeletons, whatever format they come from: trees of joints, their poses, and the pose that stands."""
