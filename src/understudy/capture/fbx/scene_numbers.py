"""What ufbx finds in an FBX file, as names and numbers that another process takes.

A row of numbers is how a node is seen from its parent: its place, its turn as a quaternion wxyz, its scale.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import ufbx

from understudy.capture.skeletons.key_rate import EVEN, even_rate
from understudy.capture.skeletons.node_tree import MAX_NODES, MAX_SAMPLES, NodeTree, find_body
from understudy.errors import CaptureError

ROW = 10
"""Numbers of a node: three, four and three."""

_NOWHERE = Path("scene")
"""The file's name, which only the other process knows."""

_BARE = (ufbx.ElementType.UNKNOWN, ufbx.ElementType.EMPTY)
"""What hangs on nodes on which nothing hangs."""

_MOST_KEYS = 20_000
"""Keys of a curve that are looked at to tell their rate."""


def scene_numbers(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return facts about a scene, and numbers of the body in it.

    Returns:
        Facts, among them T ``frames`` and the ``tree`` of joints; and float64 rows: where the chain's N nodes
        rest (N, 10), the world matrices of those with a bind pose (N, 12), NaN for others, and how nodes move
        (N, T, 10).

    Raises:
        CaptureError: Where the scene holds no body that could be read.
        ufbx.UfbxError: Where the file is broken.
    """
    scene = ufbx.load_memory(
        content,
        ignore_geometry=True,
        ignore_embedded=True,
        load_external_files=False,
        inherit_mode_handling=ufbx.InheritModeHandling.COMPENSATE,
        node_depth_limit=MAX_NODES,
    )
    return _Scene(scene).numbers()


class _Scene:
    """A scene, of which everything that was looked at is held on to.

    The library's version 0.0.5 crashes where an object is asked for that it has given away and taken back.
    """

    def __init__(self, scene: Any) -> None:
        self.held: list[Any] = []
        self.scene = self.hold(scene)
        self.nodes = self.all(scene.nodes)
        self.place = {node.typed_id: index for index, node in enumerate(self.nodes)}
        self.names = [node.name for node in self.nodes]
        above = [self.hold(node.parent) for node in self.nodes]
        self.parents = [-1 if node is None else self.place[node.typed_id] for node in above]
        clusters = self.all(scene.skin_clusters)
        bound = [(cluster, self.hold(cluster.bone_node)) for cluster in clusters]
        self.skinned = [(cluster, self.place[bone.typed_id]) for cluster, bone in bound if bone is not None]
        self.stacks = self.all(scene.anim_stacks)
        self.curves = [self._curves(stack) for stack in self.stacks]

    def hold(self, found: Any) -> Any:
        """Return an object after taking it into what is kept."""
        self.held.append(found)
        return found

    def all(self, found: Any) -> list[Any]:
        """Return all objects of a list."""
        return self.hold(list(self.hold(found)))

    def numbers(self) -> tuple[dict[str, Any], bytes]:
        """Return facts and numbers, see :func:`scene_numbers`."""
        tree = self._body()
        spans = [(stack.time_begin, stack.time_end) for stack in self.stacks]
        keyed = [take for take, curves in enumerate(self.curves) if curves]
        # Some programs leave a take in which all keys are alike.
        moving = [take for take in keyed if any(map(_changes, self.curves[take]))] or keyed
        if not moving:
            raise CaptureError(_NOWHERE, "holds no animation of its nodes, expected a take that moves them")
        chosen = max(moving, key=lambda take: spans[take][1] - spans[take][0])
        begin, end = spans[chosen]
        settings = self.hold(self.scene.settings)
        fps, is_by_keys = self._rate(self.curves[chosen], end - begin, settings.frames_per_second)
        frames = _frame_count(end - begin, fps, len(tree.chain))
        anim = self.hold(self.stacks[chosen].anim)
        rows = np.empty((len(tree.chain), frames, ROW))
        for row, index in enumerate(tree.chain):
            node = self.nodes[index]
            for frame in range(frames):
                rows[row, frame] = _row(ufbx.evaluate_transform(anim, node, begin + frame / fps))
        rest = np.array([_row(self.nodes[index].local_transform) for index in tree.chain])
        facts = {
            "names": self.names,
            "parents": self.parents,
            "tree": [tree.joints, tree.parents, tree.chain, tree.left_aside],
            "takes": [stack.name for stack in self.stacks],
            "chosen": chosen,
            "seconds": end - begin,
            "fps": fps,
            "rate_by_keys": is_by_keys,
            "frames": frames,
            "unit": settings.unit_meters,
            "up": ufbx.CoordinateAxis(settings.axes.up).name,
        }
        parts = (rest, self._bound()[list(tree.chain)], rows)
        return facts, b"".join(np.ascontiguousarray(part, dtype="<f8").tobytes() for part in parts)

    def _body(self) -> NodeTree:
        """Return the body: of bones and of what skin hangs on, else of nodes without anything on them."""
        joints = [self.hold(node.bone) is not None for node in self.nodes]
        for _, place in self.skinned:
            joints[place] = True
        if not any(joints):
            joints = [not node.is_root and node.attrib_type in _BARE for node in self.nodes]
        return find_body(_NOWHERE, self.names, self.parents, joints)

    def _curves(self, stack: Any) -> list[Any]:
        """Return the curves of nodes' places and turns that have keys."""
        found: list[Any] = []
        for layer in self.all(stack.layers):
            for prop in self.all(layer.anim_props):
                if prop.prop_name in ("Lcl Translation", "Lcl Rotation"):
                    curves = self.all(self.hold(prop.anim_value).curves)
                    found += [
                        curve for curve in curves if curve is not None and len(self.hold(curve.keyframes))
                    ]
        return found

    def _rate(self, curves: list[Any], seconds: float, stated: float) -> tuple[float, bool]:
        """Return frames a second, and whether keys tell it, which follow at another rate than is stated."""
        keys = max((self.hold(curve.keyframes) for curve in curves), key=len)
        times = np.array([keys[key].time for key in range(min(len(keys), _MOST_KEYS))])
        # Of a long curve the first keys tell.
        fps = even_rate(times, 0.0 if len(keys) > len(times) else seconds)
        is_other = fps is not None and abs(fps - stated) > EVEN * stated
        return (fps, True) if fps is not None and is_other else (stated, False)

    def _bound(self) -> np.ndarray:
        """Return world matrices (N, 12) of nodes in the bind pose, by columns, NaN where it lacks them."""
        found = np.full((len(self.nodes), 12), np.nan)
        for cluster, place in self.skinned:
            found[place] = _columns(cluster.bind_to_world)
        for pose in self.all(self.scene.poses):
            for bone in self.all(pose.bone_poses) if pose.is_bind_pose else ():
                found[self.place[self.hold(bone.bone_node).typed_id]] = _columns(bone.bone_to_world)
        return found


def _frame_count(seconds: float, fps: float, nodes: int) -> int:
    if not 1e-3 <= fps <= 1e5 or not 0.0 <= seconds < 1e9:
        problem = f"has a take of {seconds:g} s at {fps:g} frames a second, expected a motion"
        raise CaptureError(_NOWHERE, problem)
    frames = 1 + round(seconds * fps)
    if frames * nodes > MAX_SAMPLES:
        raise CaptureError(_NOWHERE, f"holds {frames} frames of {nodes} nodes, at most {MAX_SAMPLES} in all")
    return frames


def _changes(curve: Any) -> bool:
    return curve.max_value > curve.min_value


def _row(transform: Any) -> tuple[float, ...]:
    place, turn, scale = transform.translation, transform.rotation, transform.scale
    return (*place, turn.w, turn.x, turn.y, turn.z, *scale)


def _columns(matrix: Any) -> list[float]:
    return [number for column in (matrix.c0, matrix.c1, matrix.c2, matrix.c3) for number in column]
