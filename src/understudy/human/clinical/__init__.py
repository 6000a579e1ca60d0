"""Joint angles as clinics and OpenSim name them, read off a fitted body."""

from understudy.human.clinical.angles import ClinicalAngles, clinical_angles
from understudy.human.clinical.skeleton import ClinicalSkeleton

__all__ = ["ClinicalAngles", "ClinicalSkeleton", "clinical_angles"]
