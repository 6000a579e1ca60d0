"""Keypoints of pose estimators: their sets, the people in a take, and NumPy arrays of them."""
