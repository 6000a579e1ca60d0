"""SMPL, SMPL-H and SMPL-X parameters, such as AMASS's."""
