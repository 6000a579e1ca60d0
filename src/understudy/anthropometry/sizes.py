"""How long a person's segments are: an adult's, a toddler's, an infant's, a newborn's."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from understudy.anthropometry.reference_lengths import KNUCKLE_SHARE, LENGTH_SHARES


@dataclass(frozen=True)
class Sizes:
    """Distances between joint centres, and flesh around them, all [m].

    Attributes:
        hip_width: Between the hip joints.
        hip_drop: The pelvis's centre above the hip joints.
        thigh, shin, ankle_height: Hip to knee, knee to ankle, ankle to sole.
        heel_back, ball_forward: From below the ankle to the heel's end, and to the ball of the foot.
        ball_height: Toe joint above the sole.
        toes: Toe joint to toe tip.
        lumbar, thorax, neck, head: Pelvis to lowest spine joint, to the neck's base, to the skull's
            base, to the crown.
        shoulder_width: Between the shoulder joints.
        shoulder_drop: Shoulder joints below the neck's base.
        upper_arm, forearm, palm, fingers: Shoulder, elbow, wrist, knuckles, fingertips.
        trunk_radius, head_radius, thigh_radius, ankle_radius, arm_radius: Half thickness.
    """

    hip_width: float
    hip_drop: float
    thigh: float
    shin: float
    ankle_height: float
    heel_back: float
    ball_forward: float
    ball_height: float
    toes: float
    lumbar: float
    thorax: float
    neck: float
    head: float
    shoulder_width: float
    shoulder_drop: float
    upper_arm: float
    forearm: float
    palm: float
    fingers: float
    trunk_radius: float
    head_radius: float
    thigh_radius: float
    ankle_radius: float
    arm_radius: float

    @property
    def stature(self) -> float:
        """Body height [m]."""
        legs = self.ankle_height + self.shin + self.thigh + self.hip_drop
        return legs + self.lumbar + self.thorax + self.neck + self.head

    @property
    def leg(self) -> float:
        """Thigh and shin [m]."""
        return self.thigh + self.shin

    @property
    def leg_share(self) -> float:
        """Height of the hip joints as a share of stature."""
        return (self.leg + self.ankle_height) / self.stature

    def scaled(self, factor: float) -> Sizes:
        """Return the same shape, larger by a factor."""
        return Sizes(**{field.name: factor * getattr(self, field.name) for field in fields(self)})


def adult_sizes(stature: float) -> Sizes:
    """Return the sizes of an adult of a stature [m].

    Fractions of stature between joints: MMM reference model. Lengths within foot and hand and the
    radii are ordinary proportions after Winter (foot .152 of stature, a quarter of it behind the ankle).
    """
    share = LENGTH_SHARES
    fractions = Sizes(
        hip_width=2.0 * share["hip_half_width"],
        hip_drop=share["pelvis"],
        thigh=share["thigh"],
        shin=share["shin"],
        ankle_height=share["ankle_height"],
        heel_back=0.034,
        ball_forward=0.076,
        ball_height=0.010,
        toes=0.042,
        lumbar=share["abdomen"],
        thorax=share["thorax"],
        neck=share["neck"],
        head=share["head"],
        shoulder_width=2.0 * (share["clavicle_half_width"] + share["clavicle"]),
        shoulder_drop=share["thorax"] - share["clavicle_height"],
        upper_arm=share["upper_arm"],
        forearm=share["forearm"],
        palm=KNUCKLE_SHARE,
        fingers=share["hand"] - KNUCKLE_SHARE,
        trunk_radius=0.065,
        head_radius=0.050,
        thigh_radius=0.045,
        ankle_radius=0.022,
        arm_radius=0.025,
    )
    return fractions.scaled(stature)


def toddler_sizes() -> Sizes:
    """Return the sizes of a toddler of about 18 months, 0.81 m tall.

    Distances in pelvis, trunk, legs, hands and feet are those of MIMo, which was built from measures of
    children of 16 to 19 months; its leg is parted evenly, as infants' and adults' legs are. Its upper arms
    and forearms are no longer than a four-month-old's, and its arms begin as far apart as such a child
    is wide over the flesh, so arms and shoulders are between those of infants and adults here. So are neck
    and head, in which MIMo does not say where its joint lies.
    """
    return Sizes(
        hip_width=0.102,
        hip_drop=0.020,
        thigh=0.156,
        shin=0.156,
        ankle_height=0.028,
        heel_back=0.032,
        ball_forward=0.054,
        ball_height=0.010,
        toes=0.032,
        lumbar=0.063,
        thorax=0.211,
        neck=0.045,
        head=0.128,
        shoulder_width=0.182,
        shoulder_drop=0.024,
        upper_arm=0.139,
        forearm=0.109,
        palm=0.042,
        fingers=0.045,
        trunk_radius=0.058,
        head_radius=0.072,
        thigh_radius=0.037,
        ankle_radius=0.020,
        arm_radius=0.022,
    )


def infant_sizes() -> Sizes:
    """Return the sizes of an infant of about four months, 0.64 m tall.

    From Fiala (2023), Table 3.3, which lists measures over the skin of bent limbs: rump to knee 0.159,
    knee to sole 0.165, shoulder to elbow 0.123, elbow to fingertips 0.166, crown to hip 0.394,
    breadths over the flesh of hips 0.143 and shoulders 0.187. Taken as joint distances they would give
    an infant adult legs and a stature of 0.74 m, so the flesh around the joints is subtracted.
    """
    return Sizes(
        hip_width=0.143 - 2 * 0.030,
        hip_drop=0.020,
        thigh=0.159 - 0.048,
        shin=0.165 - 0.030 - 0.022,
        ankle_height=0.022,
        heel_back=0.020,
        ball_forward=0.045,
        ball_height=0.008,
        toes=0.025,
        lumbar=0.030,
        thorax=0.194,
        neck=0.055,
        head=0.095,
        shoulder_width=0.187 - 2 * 0.020,
        shoulder_drop=0.020,
        upper_arm=0.123 - 0.015,
        forearm=0.166 - 0.010 - 0.070,
        palm=0.034,
        fingers=0.036,
        trunk_radius=0.050,
        head_radius=0.062,
        thigh_radius=0.030,
        ankle_radius=0.017,
        arm_radius=0.020,
    )


def newborn_sizes(stature: float, leg_share: float) -> Sizes:
    """Return the sizes of a newborn.

    It has the shape of the infant but for two measures: its hips are at a given share of its stature, and
    its head is larger, by the circumferences of the WHO (0.342 m at birth, 0.411 m at four months,
    medians of both sexes, over the statures 0.495 m and 0.630 m). Its trunk takes up what is left.
    """
    infant = infant_sizes()
    shape = infant.scaled(1.0 / infant.stature)
    legs = leg_share / shape.leg_share
    bigger = (0.342 / 0.495) / (0.411 / 0.630)
    head = bigger * shape.head
    trunk = (1.0 - leg_share - shape.neck - head) / (shape.hip_drop + shape.lumbar + shape.thorax)
    return replace(
        shape,
        thigh=legs * shape.thigh,
        shin=legs * shape.shin,
        ankle_height=legs * shape.ankle_height,
        hip_drop=trunk * shape.hip_drop,
        lumbar=trunk * shape.lumbar,
        thorax=trunk * shape.thorax,
        head=head,
        head_radius=bigger * shape.head_radius,
    ).scaled(stature)
