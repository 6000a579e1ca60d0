"""Two old ways of naming: Biovision's own, by bones, and by the joints between them."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

BIOVISION = Dialect(
    "Biovision",
    {"mid_hip": ("Hips",), "neck": ("Neck",), "head": ("Head",)}
    | both_sides(
        {
            "clavicle": ("{side}Collar",),
            "shoulder": ("{side}UpArm",),
            "elbow": ("{side}LowArm",),
            "wrist": ("{side}Hand",),
            "hip": ("{side}UpLeg",),
            "knee": ("{side}LowLeg",),
            "ankle": ("{side}Foot",),
            "toe": ("{side}Toe", "{side}Foot_end"),
        }
    ),
)

CENTRES: dict[str, tuple[str, ...]] = {
    "mid_hip": ("Hips", "Pelvis", "Root"),
    "neck": ("Neck",),
    "head": ("Head",),
} | both_sides(
    {
        "clavicle": ("{side}Collar", "{side}Clavicle", "{S}Collar", "{S}Clavicle"),
        "shoulder": ("{side}Shoulder", "{S}Shoulder"),
        "elbow": ("{side}Elbow", "{S}Elbow"),
        "wrist": ("{side}Wrist", "{S}Wrist"),
        "hip": ("{side}Hip", "{S}Hip"),
        "knee": ("{side}Knee", "{S}Knee"),
        "ankle": ("{side}Ankle", "{S}Ankle"),
        "toe": ("{side}Toe", "{side}Foot", "{S}Toe", "{S}Foot"),
    }
)
"""What all who name joints have in common."""

JOINT_CENTRES = Dialect("joint names", CENTRES)
