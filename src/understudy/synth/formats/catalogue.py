"""Every format in which a performance can be written.

Writers are imported when they write. To add a format, write its function in ``point_files`` or
``skeleton_files``, and list it here.
"""

from __future__ import annotations

from pathlib import Path

from understudy.capture.keypoints.sets import BODY_25, BODY_25B, COCO_18
from understudy.capture.kinect.joints import AZURE_KINECT, KINECT_V1, KINECT_V2, NUITRACK_BODY
from understudy.errors import OutputError, unknown_name
from understudy.synth.body.skeleton import Body
from understudy.synth.formats import point_files as points
from understudy.synth.formats import point_sets as sets
from understudy.synth.formats import skeleton_files as skeletons
from understudy.synth.formats.rendering import Rendering
from understudy.synth.point_set import PointSet

_MILLIMETRE = 0.001
_FOLDER = ""
_VRMA = "VRMC_vrm_animation"


def _points(name: str, summary: str, suffix: str, held: PointSet, write: points.Write) -> Rendering:
    def point_set(_: Body) -> PointSet:
        return held

    return Rendering(name, summary, suffix, point_set, write)


def _turns(name: str, summary: str, suffix: str, write: points.Write) -> Rendering:
    return Rendering(name, summary, suffix, sets.joint_set, write, holds_points=False)


_ALL = (
    _turns("bvh", "turns of the performer's own joints", ".bvh", skeletons.write_as_bvh),
    _turns("motive", "bones as OptiTrack Motive exports them", ".motive.csv", skeletons.write_as_motive),
    _turns("amass", "pose parameters of SMPL-H, for adults", ".npz", skeletons.write_as_amass),
    _turns("gvhmr", "pose parameters as GVHMR finds them in films", ".pt", skeletons.write_as_gvhmr),
    _turns("wham", "pose parameters as WHAM finds them in films", ".wham.pkl", skeletons.write_as_wham),
    _turns("tram", "pose parameters as TRAM finds them in films", ".tram.npy", skeletons.write_as_tram),
    _turns("phalp", "pose parameters as 4D-Humans finds them", ".phalp.pkl", skeletons.write_as_phalp),
    _turns("mmm", "joint angles of MMM's reference model", ".xml", skeletons.write_as_mmm),
    _turns("glb", "bones of a scene as glTF's one file", ".glb", skeletons.gltf_writer("glb")),
    _turns("gltf", "the same as JSON, its numbers in base64", ".gltf", skeletons.gltf_writer("base64")),
    _turns("vrma", "an animation of a VRM avatar's bones", ".vrma", skeletons.gltf_writer("glb", _VRMA)),
    _turns("mvnx", "segments as Xsens MVN exports them", ".mvnx", skeletons.write_as_mvnx),
    _turns("fbx", "bones as MotionBuilder writes them, in binary", ".fbx", skeletons.fbx_writer(True)),
    _turns("fbx_ascii", "the same as a text", ".fbx", skeletons.fbx_writer(False)),
    _turns("acclaim", "AMC, with its skeleton beside it as ASF", ".amc", skeletons.write_as_acclaim),
    _points("csv", "a table of canonical landmarks", ".csv", sets.LANDMARK_SET, points.write_as_csv),
    _points(
        "npz", "canonical landmarks as Understudy saves them", ".npz", sets.LANDMARK_SET, points.write_as_npz
    ),
    _points(
        "trc", "BODY_25B as Pose2Sim writes it for OpenSim", ".trc", sets.POSE2SIM_SET, points.write_as_trc
    ),
    _points("c3d", "39 markers of Plug-in Gait", ".c3d", sets.PLUG_IN_GAIT_SET, points.write_as_c3d),
    _points(
        "motive_markers",
        "39 markers of Plug-in Gait as OptiTrack Motive exports them",
        ".motive.csv",
        sets.PLUG_IN_GAIT_SET,
        points.write_as_motive_markers,
    ),
    _points(
        "nexus",
        "39 markers of Plug-in Gait as Vicon Nexus exports them",
        ".nexus.csv",
        sets.PLUG_IN_GAIT_SET,
        points.write_as_nexus,
    ),
    _points(
        "openpose",
        "a folder of BODY_25 keypoints in three dimensions",
        _FOLDER,
        sets.BODY_25_SET,
        points.openpose_writer(BODY_25),
    ),
    _points(
        "openpose_25b",
        "a folder of BODY_25B keypoints in three dimensions",
        _FOLDER,
        sets.BODY_25B_SET,
        points.openpose_writer(BODY_25B),
    ),
    _points(
        "coco_18",
        "a folder of COCO's 18 keypoints in three dimensions",
        _FOLDER,
        sets.COCO_18_SET,
        points.openpose_writer(COCO_18),
    ),
    _points(
        "mini_rgbd",
        "a folder of 25 joints as the MINI-RGBD set has them",
        _FOLDER,
        sets.MINI_RGBD_SET,
        points.write_as_mini_rgbd,
    ),
    _points(
        "mediapipe", "33 world landmarks of BlazePose", ".json", sets.BLAZEPOSE_SET, points.write_as_mediapipe
    ),
    _points(
        "freemocap",
        "the folder of FreeMoCap's recording of BlazePose's landmarks",
        _FOLDER,
        sets.BLAZEPOSE_SET,
        points.write_as_freemocap,
    ),
    _points(
        "opencap",
        "the folder of OpenCap's session with one trial",
        _FOLDER,
        sets.POSE2SIM_SET,
        points.write_as_opencap,
    ),
    _points(
        "kinect_v1", "20 joints of the Kinect v1", ".txt", sets.KINECT_V1_SET, points.sensor_writer(KINECT_V1)
    ),
    _points(
        "kinect_v2", "25 joints of the Kinect v2", ".txt", sets.KINECT_V2_SET, points.sensor_writer(KINECT_V2)
    ),
    _points(
        "azure_kinect",
        "32 joints of the Azure Kinect",
        ".txt",
        sets.AZURE_KINECT_SET,
        points.sensor_writer(AZURE_KINECT, _MILLIMETRE),
    ),
    _points(
        "nuitrack",
        "24 joints of NuiTrack",
        ".txt",
        sets.NUITRACK_SET,
        points.sensor_writer(NUITRACK_BODY, _MILLIMETRE),
    ),
)

RENDERINGS: dict[str, Rendering] = {rendering.name: rendering for rendering in _ALL}
"""Every rendering by name."""


def find_rendering(name: str | None, path: Path) -> Rendering:
    """Return the rendering of a name, or without one that which the ending of a file's name stands for.

    Raises:
        OutputError: For an unknown name, or an ending of none or of several formats.
    """
    if name is not None:
        if name not in RENDERINGS:
            raise OutputError(unknown_name("format", name, RENDERINGS))
        return RENDERINGS[name]
    ending = path.suffix.lower()
    fitting = [rendering for rendering in _ALL if rendering.suffix == ending]
    if len(fitting) != 1:
        found = f"stands for {', '.join(each.name for each in fitting)}" if fitting else "is no format's"
        raise OutputError(
            f"the ending '{ending}' of {path.name} {found}; say which with --format: {', '.join(RENDERINGS)}"
        )
    return fitting[0]
