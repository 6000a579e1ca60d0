"""A reader of ``torch.save``'s archives written from their description, so that tests need no torch."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

DTYPES = {"FloatStorage": np.float32, "BoolStorage": np.bool_}


def read_torch(path: Path) -> dict[str, Any]:
    """Return a saved dictionary with arrays in the place of tensors."""
    with zipfile.ZipFile(path) as archive:
        assert archive.read("archive/version") == b"3\n"
        assert all(info.compress_type == zipfile.ZIP_STORED for info in archive.infolist())
        return _Unpickler(archive).load()


class _Unpickler(pickle.Unpickler):
    def __init__(self, archive: zipfile.ZipFile) -> None:
        super().__init__(io.BytesIO(archive.read("archive/data.pkl")))
        self.archive = archive

    def find_class(self, module_name: str, global_name: str) -> Any:
        if module_name == "torch._utils":
            assert global_name == "_rebuild_tensor_v2"
            return _rebuild
        if module_name == "torch":
            return DTYPES[global_name]
        return super().find_class(module_name, global_name)

    def persistent_load(self, pid: Any) -> np.ndarray:
        kind, dtype, key, device, size = pid
        assert (kind, device) == ("storage", "cpu")
        storage = np.frombuffer(self.archive.read(f"archive/data/{key}"), dtype=dtype)
        assert storage.size == size
        return storage


def _rebuild(
    storage: np.ndarray, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: Any
) -> np.ndarray:
    strides = [step * storage.itemsize for step in stride]
    return np.lib.stride_tricks.as_strided(storage[offset:], size, strides)
