"""The whole-clip solver: all frames and footholds as one constrained least-squares problem."""
