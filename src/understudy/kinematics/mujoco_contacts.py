"""Where MuJoCo's data keeps the contacts that it found, for kernels to read.

MuJoCo's bindings show contacts to Python only, and a kernel cannot ask them. Where the number of contacts and
the first of them stand in MuJoCo's data differs from version to version, so it is looked for: in data of some
balls of which, one time after the other, another number touches the floor.
"""

from __future__ import annotations

import ctypes
import mmap
from functools import cache
from typing import NamedTuple

import mujoco
import numpy as np

_BALLS = 3
_TOUCHING = (2, 0, 3, 1, 2)
"""How many balls touch the floor in one look after the other; no other number of the data changes so."""

_MOST_PAGES = 256
"""Pages of memory in which the number is looked for; MuJoCo's data takes some fifty."""

_COUNT, _ADDRESS = np.dtype(np.intc), np.dtype(np.uintp)


class Contacts(NamedTuple):
    """MuJoCo's own memory, in which every collision detection writes what it found."""

    number: np.ndarray  # (1,) how many contacts there are
    distances: np.ndarray  # (N,) [m] of contacts, of which the first `number` count
    geoms: np.ndarray  # (N, 2) of contacts, negative for what is no geom


class _Layout(NamedTuple):
    """Where things stand [bytes], from the beginning of the data and of a contact."""

    number: int
    contacts: int
    contact_size: int
    geoms: int


def contacts_of(model: mujoco.MjModel, data: mujoco.MjData) -> Contacts | None:
    """Return where data of a model keeps contacts, None where this MuJoCo keeps them unlike all others.

    Hold the data for as long as the memory is looked at.
    """
    layout = _layout()
    if layout is None:
        return None
    count = _memory(data._address + layout.number, _COUNT.itemsize)
    first = ctypes.c_void_p.from_address(data._address + layout.contacts).value
    assert first is not None
    size = layout.contact_size
    room = int(model.narena) // size
    memory = _memory(first, room * size)
    return Contacts(
        np.ndarray((1,), _COUNT, count),
        np.ndarray((room,), np.float64, memory, 0, (size,)),
        np.ndarray((room, 2), np.intc, memory, layout.geoms, (size, _COUNT.itemsize)),
    )


@cache
def _layout() -> _Layout | None:
    """Return where this MuJoCo keeps contacts, None where it is not found."""
    balls = "".join(
        f'<body pos="{index} 0 1"><freejoint/><geom size=".1"/></body>' for index in range(_BALLS)
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><worldbody><geom type="plane" size="9 9 1"/>{balls}</worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    heights = data.qpos.reshape(_BALLS, -1)[:, 2]
    for pages in range(1, _MOST_PAGES):
        looks = []
        for touching in _TOUCHING:
            heights[:] = 1.0
            heights[:touching] = 0.05
            mujoco.mj_kinematics(model, data)
            mujoco.mj_collision(model, data)
            looks.append(_beginning(data, pages))
        counts = np.array([np.frombuffer(look, _COUNT) for look in looks])
        places = np.flatnonzero((counts == np.array(_TOUCHING)[:, None]).all(axis=0))
        if len(places):
            return _with_contacts(data, int(places[0]) * _COUNT.itemsize)
    return None


def _beginning(data: mujoco.MjData, pages: int) -> bytes:
    """Return the first bytes of data, to the end of a page: memory that is there for one byte is for all."""
    whole = mmap.PAGESIZE
    return ctypes.string_at(data._address, pages * whole - data._address % whole)


def _with_contacts(data: mujoco.MjData, count: int) -> _Layout | None:
    """Return the layout of data with some contacts whose number stands in a certain place."""
    distances, geoms = data.contact.dist, data.contact.geom
    first = distances.ctypes.data
    pages = 2 + count // mmap.PAGESIZE
    for enough in range(1, pages + 1):
        addresses = np.frombuffer(_beginning(data, enough), _ADDRESS)
        places = np.flatnonzero(addresses == first)
        if len(places):
            return _Layout(
                count,
                int(places[0]) * _ADDRESS.itemsize,
                int(distances.strides[0]),
                int(geoms.ctypes.data - first),
            )
    return None


def _memory(address: int, size: int) -> memoryview:
    return memoryview((ctypes.c_char * size).from_address(address))
