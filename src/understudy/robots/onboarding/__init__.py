"""Onboarding: what the parts of a bare model mean, found out without any card."""

from understudy.robots.onboarding.inference import Inference, infer

__all__ = ["Inference", "infer"]
