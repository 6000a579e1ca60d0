"""Definitions of the ROS 2 messages that a log holds, as ROS 2 itself states their fields."""

from __future__ import annotations

JOINT_STATE = "sensor_msgs/msg/JointState"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"
TRANSFORMS = "tf2_msgs/msg/TFMessage"
IMU = "sensor_msgs/msg/Imu"
COMPRESSED = "sensor_msgs/msg/CompressedImage"
IMAGE = "sensor_msgs/msg/Image"
CAMERA = "sensor_msgs/msg/CameraInfo"
POINTS = "sensor_msgs/msg/PointCloud2"
NUMBER = "std_msgs/msg/Float64"
NUMBERS = "std_msgs/msg/Float64MultiArray"

_SEPARATOR = "=" * 80

_PARTS = {
    "builtin_interfaces/Time": "int32 sec\nuint32 nanosec",
    "builtin_interfaces/Duration": "int32 sec\nuint32 nanosec",
    "std_msgs/Header": "builtin_interfaces/Time stamp\nstring frame_id",
    "trajectory_msgs/JointTrajectoryPoint": (
        "float64[] positions\nfloat64[] velocities\nfloat64[] accelerations\nfloat64[] effort\n"
        "builtin_interfaces/Duration time_from_start"
    ),
    "geometry_msgs/Vector3": "float64 x\nfloat64 y\nfloat64 z",
    "geometry_msgs/Quaternion": "float64 x 0\nfloat64 y 0\nfloat64 z 0\nfloat64 w 1",
    "geometry_msgs/Transform": "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation",
    "geometry_msgs/TransformStamped": (
        "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform"
    ),
    "sensor_msgs/RegionOfInterest": (
        "uint32 x_offset\nuint32 y_offset\nuint32 height\nuint32 width\nbool do_rectify"
    ),
    "sensor_msgs/PointField": "string name\nuint32 offset\nuint8 datatype\nuint32 count",
    "std_msgs/MultiArrayDimension": "string label\nuint32 size\nuint32 stride",
    "std_msgs/MultiArrayLayout": "std_msgs/MultiArrayDimension[] dim\nuint32 data_offset",
}
_STAMPED = ("std_msgs/Header", "builtin_interfaces/Time")


def _definition(fields: str, *parts: str) -> str:
    """Return the fields of a message, and below them those of the messages that it is made of."""
    below = (f"{_SEPARATOR}\nMSG: {part}\n{_PARTS[part]}" for part in parts)
    return "\n".join([fields, *below]) + "\n"


DEFINITIONS = {
    JOINT_STATE: _definition(
        "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort",
        "std_msgs/Header",
        "builtin_interfaces/Time",
    ),
    TRAJECTORY: _definition(
        "std_msgs/Header header\nstring[] joint_names\ntrajectory_msgs/JointTrajectoryPoint[] points",
        "std_msgs/Header",
        "builtin_interfaces/Time",
        "trajectory_msgs/JointTrajectoryPoint",
        "builtin_interfaces/Duration",
    ),
    TRANSFORMS: _definition(
        "geometry_msgs/TransformStamped[] transforms",
        "geometry_msgs/TransformStamped",
        "std_msgs/Header",
        "builtin_interfaces/Time",
        "geometry_msgs/Transform",
        "geometry_msgs/Vector3",
        "geometry_msgs/Quaternion",
    ),
    IMU: _definition(
        "std_msgs/Header header\ngeometry_msgs/Quaternion orientation\nfloat64[9] orientation_covariance\n"
        "geometry_msgs/Vector3 angular_velocity\nfloat64[9] angular_velocity_covariance\n"
        "geometry_msgs/Vector3 linear_acceleration\nfloat64[9] linear_acceleration_covariance",
        *_STAMPED,
        "geometry_msgs/Quaternion",
        "geometry_msgs/Vector3",
    ),
    COMPRESSED: _definition("std_msgs/Header header\nstring format\nuint8[] data", *_STAMPED),
    IMAGE: _definition(
        "std_msgs/Header header\nuint32 height\nuint32 width\nstring encoding\nuint8 is_bigendian\n"
        "uint32 step\nuint8[] data",
        *_STAMPED,
    ),
    CAMERA: _definition(
        "std_msgs/Header header\nuint32 height\nuint32 width\nstring distortion_model\nfloat64[] d\n"
        "float64[9] k\nfloat64[9] r\nfloat64[12] p\nuint32 binning_x\nuint32 binning_y\n"
        "sensor_msgs/RegionOfInterest roi",
        *_STAMPED,
        "sensor_msgs/RegionOfInterest",
    ),
    POINTS: _definition(
        "std_msgs/Header header\nuint32 height\nuint32 width\nsensor_msgs/PointField[] fields\n"
        "bool is_bigendian\nuint32 point_step\nuint32 row_step\nuint8[] data\nbool is_dense",
        *_STAMPED,
        "sensor_msgs/PointField",
    ),
    NUMBER: _definition("float64 data"),
    NUMBERS: _definition(
        "std_msgs/MultiArrayLayout layout\nfloat64[] data",
        "std_msgs/MultiArrayLayout",
        "std_msgs/MultiArrayDimension",
    ),
}
"""Name of a message → its definition, complete."""
