"""Every format that motions are exported to; what writes one is imported when it writes.

To add a format, write its file with a function ``write(path, clip, **options)`` and list it here.
"""

from __future__ import annotations

from pathlib import Path

from understudy.errors import OutputError, unknown_name
from understudy.export.format import ExportFormat, Option, Takes

_DEPTH = "model's, depth first"
_WORLD = "world, z up"
_SI = "m, rad"
_ROBOT = (Takes.ROBOT,)

_ALL = (
    ExportFormat(
        name="tracking",
        summary="reinforcement learning with BeyondMimic, mjlab or Isaac Lab",
        suffixes=(".npz",),
        takes=_ROBOT,
        module="learning.tracking",
        joints="model's, depth or breadth first",
        quaternions="wxyz",
        units="m, rad, m/s, rad/s",
        rate="`fps`",
        frames=_WORLD,
        options=(
            Option(
                "order",
                "depth",
                "joints and bodies depth first as in MuJoCo and mjlab, or breadth first as in Isaac Lab",
                ("depth", "breadth"),
            ),
        ),
    ),
    ExportFormat(
        name="lafan1",
        summary="tables as Unitree's retargeted LAFAN1 has them, a row a frame",
        suffixes=(".csv",),
        takes=_ROBOT,
        module="learning.lafan1",
        joints=_DEPTH,
        quaternions="xyzw",
        units=_SI,
        rate="not in the file",
        frames=_WORLD,
        options=(Option("header", False, "whether the first row names the columns"),),
    ),
    ExportFormat(
        name="gmr",
        summary="GMR's dictionary, as arrays or as the pickle that its users load",
        suffixes=(".pkl", ".npz"),
        takes=_ROBOT,
        module="learning.gmr",
        joints=_DEPTH,
        quaternions="xyzw",
        units=_SI,
        rate="`fps`",
        frames="world, z up; `local_body_pos` in the root's",
    ),
)

FORMATS: dict[str, ExportFormat] = {each.name: each for each in _ALL}
"""Every format by name."""


def formats(takes: Takes | None = None) -> tuple[ExportFormat, ...]:
    """Return all formats, or those that are written from one kind of motion."""
    return tuple(each for each in _ALL if takes is None or takes in each.takes)


def find_format(name: str) -> ExportFormat:
    """Return the format of a name.

    Raises:
        OutputError: For an unknown name.
    """
    if name not in FORMATS:
        raise OutputError(unknown_name("format", name, FORMATS))
    return FORMATS[name]


def format_of(path: str | Path, kinds: tuple[Takes, ...]) -> ExportFormat:
    """Return the format that the ending of a file's name stands for.

    Args:
        path: The file.
        kinds: What would be written; of several formats with the same ending the first one listed is meant.

    Raises:
        OutputError: Where the ending is no format's.
    """
    ending = Path(path).suffix.lower()
    fitting = [each for each in _ALL if set(kinds) & set(each.takes)]
    for each in fitting:
        # An archive of arrays may be anybody's, so that its ending says nothing.
        if ending in each.suffixes and ending != ".npz":
            return each
    endings = sorted({suffix for each in fitting for suffix in each.suffixes})
    raise OutputError(
        f"cannot write {path}: its ending '{ending}' is no format's; valid are {', '.join(endings)}, or name "
        f"the format with --to: {', '.join(each.name for each in fitting)}"
    )


def require_suffix(path: str | Path, chosen: ExportFormat) -> None:
    """Refuse a file whose name does not end as those of a format do."""
    ending = Path(path).suffix.lower()
    if chosen.suffixes and ending not in chosen.suffixes:
        raise OutputError(
            f"cannot write {path} as {chosen.name}: its name ends in '{ending}', expected "
            f"{' or '.join(chosen.suffixes)}"
        )
