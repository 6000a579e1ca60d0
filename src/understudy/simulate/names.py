"""Names of what can be chosen in a simulation, in a file that is quick to import."""

MODES = ("dynamic", "kinematic")
BASES = ("free", "fixed", "lying")
CONTROLLERS = ("pd", "pid", "torque", "balance", "pi", "targets", "feedforward", "whole-body")
STARTS = ("motion", "home", "random", "moving")
SERVOS = ("tuned", "card")

BANDWIDTH = 8.0
"""Frequency [Hz] up to which servos follow, where nobody states another."""
