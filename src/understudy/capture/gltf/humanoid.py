"""Which node is which bone of a person, as VRM's extensions of glTF say."""

from __future__ import annotations

from understudy.capture.gltf.document import Entry, GltfDocument

KINDS = ("VRMC_vrm_animation", "VRMC_vrm", "VRM")
"""Extensions that say it: of an animation, of an avatar, and of an avatar of VRM 0."""


def humanoid_bones(document: GltfDocument) -> tuple[str, dict[int, str]]:
    """Return the extension that names bones, and node → the bone that it is; empty where there is none.

    Raises:
        CaptureError: Where it refers to what is not there, or to one thing twice.
    """
    count = len(document.entries("nodes"))
    extensions = document.root.entry("extensions")
    for kind in KINDS if extensions is not None else ():
        extension = extensions.entry(kind) if extensions is not None else None
        humanoid = None if extension is None else extension.entry("humanoid")
        if humanoid is None:
            continue
        found: dict[int, str] = {}
        for bone, entry in _bones(humanoid):
            node = entry.index("node", count)
            if node is None:
                continue
            if node in found or bone in found.values():
                raise entry.error("names a bone or a node a second time")
            found[node] = bone
        if found:
            return kind, found
    return "", {}


def _bones(humanoid: Entry) -> list[tuple[str, Entry]]:
    """Return every bone's name and what is said of it, in a list with names in VRM 0, else by name."""
    if isinstance(humanoid.data.get("humanBones"), list):
        return [(entry.text("bone"), entry) for entry in humanoid.entries("humanBones")]
    bones = humanoid.entry("humanBones")
    named = [] if bones is None else [(name, bones.entry(name)) for name in bones.data]
    return [(name, entry) for name, entry in named if entry is not None]
