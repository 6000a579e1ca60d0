"""The joint angles of a body as anatomy names them, read off landmarks in closed form (Fiala 2023).

    angles = anatomical_angles(human)
    angles["shoulder_pitch_l"]        # (T,) [rad]

A robot's angles are read the same way, through ``robots.source.human_from_robot``.
"""

from understudy.anatomy.angles import AnatomicalAngles, AngleOptions, anatomical_angles
from understudy.anatomy.names import ANGLES, ESTIMATED, HELD, MEASURED

__all__ = [
    "ANGLES",
    "ESTIMATED",
    "HELD",
    "MEASURED",
    "AnatomicalAngles",
    "AngleOptions",
    "anatomical_angles",
]
