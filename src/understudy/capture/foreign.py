"""Files that people take for captures and that none of our readers knows, told by how they begin.

Each has a sentence that says what the file is and how a capture comes out of it. They are looked at after
every reader has declined, so that a plug-in may read any of them.
"""

from __future__ import annotations

import re
from io import BytesIO

from understudy.capture.text.quoting import shown_list
from understudy.motion.array_members import BrokenArrayError, open_archive

_LOOKED_AT = 1 << 16
_C3D_BLOCK = 512
_XML = rb"[\xef\xbb\xbf\s]*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"


def _opening(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.DOTALL | re.IGNORECASE)


_KINDS: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (_opening(rb"#usda|PXR-USDC"), "is USD, expected its skeleton as BVH"),
    (_opening(rb"\x89PNG|\xff\xd8\xff"), "is a picture, expected a capture of a moving person"),
    (_opening(rb"\xff\xfe|\xfe\xff"), "is a text in UTF-16 or UTF-32, expected UTF-8: save it again as that"),
    (_opening(rb"MATLAB \d"), "is a MAT-file, expected a table: save it as CSV, by MATLAB's writetable"),
    (
        _opening(rb"\x89HDF"),
        "is HDF5, expected an .npz archive with the arrays points and names, or poses and trans",
    ),
    (_opening(rb"\xd0\xcf\x11\xe0"), "is a document of an office program, expected a table: save it as CSV"),
    (
        _opening(rb"\x1f\x8b|BZh|7z\xbc\xaf|\xfd7zXZ|Rar!"),
        "is a packed file, expected what is in it: unpack it first",
    ),
    (_opening(rb"%PDF"), "is a PDF, expected a capture"),
    (
        _opening(_XML + rb"<!DOCTYPE"),
        "declares a document type, by which a text may grow without bound, expected XML without one",
    ),
    (
        _opening(_XML + rb"<(?:robot|mujoco|sdf)[\s>/]"),
        "is the model of a robot, expected a capture of a person; `understudy robots onboard` reads models",
    ),
)
"""How a file begins → what it is, and what would be valid."""


def foreign_kind(content: bytes) -> str | None:
    """Return what a file that no reader knows is, as the predicate of a sentence, None where nobody knows."""
    beginning = content[:_LOOKED_AT]
    for opening, told in _KINDS:
        if opening.match(beginning):
            return told
    if content.startswith(b"PK"):
        return _archive(content)
    if content[1:2] == b"\x50" and len(content) < 2 * _C3D_BLOCK:
        return f"begins as a C3D and is cut off after {len(content)} bytes, expected a header and parameters"
    return None


def _archive(content: bytes) -> str | None:
    try:
        names = open_archive(BytesIO(content)).namelist()
    except BrokenArrayError:
        return "begins as a ZIP archive, such as an .npz is, and is damaged or cut off"
    if any(name.startswith("xl/") for name in names):
        return "is a workbook of a spreadsheet program, expected a table: save it as CSV"
    if names and all(name.endswith(".npy") for name in names):
        return None
    some = shown_list(names[:3])
    return f"is a ZIP archive of {len(names)} files ({some}), expected a capture: unpack it first"
