"""Performances written as turns of joints, in the formats of animation and of body models."""

from __future__ import annotations

from pathlib import Path

from understudy.synth.formats.bone_names import ACCLAIM_BONES, VRM_BONES, XSENS_POINTS, XSENS_SEGMENTS
from understudy.synth.formats.point_files import Write
from understudy.synth.take import Take


def write_as_bvh(path: Path, take: Take) -> None:
    """Write the performer's own skeleton."""
    from understudy.export.captures.bvh import write_bvh

    motion = take.motion
    write_bvh(path, motion.skeleton, motion.root_positions, motion.local_rotations, motion.fps)


def write_as_motive(path: Path, take: Take) -> None:
    """Write the performer's own skeleton as Motive's bones."""
    from understudy.export.captures.motive import write_motive_bones

    motion = take.motion
    write_motive_bones(path, motion.skeleton, motion.root_positions, motion.local_rotations, motion.fps)


def write_as_acclaim(path: Path, take: Take) -> None:
    """Write the performer's own skeleton, and beside the motion the file of its bones."""
    from understudy.export.captures.acclaim import write_acclaim

    motion = take.motion
    write_acclaim(
        path, motion.skeleton, motion.root_positions, motion.local_rotations, motion.fps, ACCLAIM_BONES
    )


def fbx_writer(is_binary: bool) -> Write:
    """Return a writer of FBX, in binary or as a text."""

    def write(path: Path, take: Take) -> None:
        from understudy.export.captures.fbx import FbxStyle, write_fbx

        motion = take.motion
        write_fbx(
            path,
            motion.skeleton,
            motion.root_positions,
            motion.local_rotations,
            motion.fps,
            FbxStyle(is_binary=is_binary),
        )

    return write


def gltf_writer(container: str, humanoid: str = "") -> Write:
    """Return a writer of glTF in a container, with the bones' names of an extension."""

    def write(path: Path, take: Take) -> None:
        from understudy.export.captures.gltf import GltfStyle, write_gltf

        motion = take.motion
        write_gltf(
            path,
            motion.skeleton,
            motion.root_positions,
            motion.local_rotations,
            motion.fps,
            GltfStyle(container=container, humanoid=humanoid, bones=VRM_BONES),
        )

    return write


def write_as_mvnx(path: Path, take: Take) -> None:
    """Write the segments of the performer, and where the feet carry weight."""
    from understudy.export.captures.mvnx import write_mvnx

    motion = take.motion
    write_mvnx(
        path,
        motion.skeleton,
        motion.root_positions,
        motion.local_rotations,
        motion.fps,
        XSENS_SEGMENTS,
        XSENS_POINTS,
        motion.contacts,
    )


def write_as_amass(path: Path, take: Take) -> None:
    """Write parameters of SMPL-H."""
    from understudy.export.captures.amass import write_amass
    from understudy.synth.formats.smpl_parameters import smpl_parameters

    write_amass(path, smpl_parameters(take.motion))


def write_as_gvhmr(path: Path, take: Take) -> None:
    """Write parameters of SMPL in the world, as GVHMR finds them in films."""
    from understudy.export.captures.trackers import write_gvhmr
    from understudy.synth.formats.smpl_parameters import IN_WORLD, smpl_parameters

    write_gvhmr(path, smpl_parameters(take.motion, IN_WORLD))


def write_as_wham(path: Path, take: Take) -> None:
    """Write the same as WHAM does."""
    from understudy.export.captures.trackers import write_wham
    from understudy.synth.formats.smpl_parameters import IN_WORLD, smpl_parameters

    write_wham(path, {0: smpl_parameters(take.motion, IN_WORLD)})


def write_as_tram(path: Path, take: Take) -> None:
    """Write parameters of SMPL before a camera, as TRAM does."""
    from understudy.export.captures.trackers import write_tram
    from understudy.synth.formats.smpl_parameters import BEFORE_CAMERA, smpl_parameters

    write_tram(path, smpl_parameters(take.motion, BEFORE_CAMERA))


def write_as_phalp(path: Path, take: Take) -> None:
    """Write the same as PHALP does for 4D-Humans."""
    from understudy.export.captures.trackers import write_phalp
    from understudy.synth.formats.smpl_parameters import BEFORE_CAMERA, smpl_parameters

    write_phalp(path, {1: smpl_parameters(take.motion, BEFORE_CAMERA)})


def write_as_mmm(path: Path, take: Take) -> None:
    """Write joint angles of MMM's reference model."""
    from understudy.capture.mmm.motion import MmmDocument
    from understudy.export.captures.mmm import write_mmm
    from understudy.synth.formats.mmm_angles import mmm_motion

    write_mmm(path, MmmDocument((mmm_motion(take.motion),)))
