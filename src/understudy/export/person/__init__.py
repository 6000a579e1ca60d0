"""Formats of people's motions: points for laboratories, joint angles for their programs."""
