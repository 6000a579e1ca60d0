"""The panel of saving: what is saved goes into the studio's folder, and to whoever asked for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.errors import UnderstudyError
from understudy.opening import read_file
from understudy.studio.panels.capture_panel import escaped
from understudy.studio.saving import kinds, save
from understudy.studio.session import Session
from understudy.studio.variant import NAMES

if TYPE_CHECKING:
    from viser import ViserServer

_LARGEST = 512 * 1024 * 1024
"""Most bytes [B] that are sent to a browser; larger files stay in the folder."""


class SavingPanel:
    """Chooses what is saved, and says where it went."""

    def __init__(self, server: ViserServer, session: Session, folder: Path) -> None:
        """Add the controls to the panel that is open.

        Args:
            server: viser's.
            session: Whose results are saved.
            folder: Where to.
        """
        gui, self._session, self._folder = server.gui, session, folder
        self._kind = gui.add_dropdown("as", kinds())
        self._variant = gui.add_dropdown("variant", NAMES)
        button = gui.add_button("save and download")
        self._told = gui.add_markdown("")
        button.on_click(lambda event: self._save(event.client))

    def _save(self, client: Any) -> None:
        kind, variant = self._kind.value, self._variant.value
        self._told.content = "*saving …*"
        self._session.jobs.start("saving", lambda _: self._write(kind, variant, _sender(client)))

    def _write(self, kind: str, variant: str, send: Callable[[str, bytes], None]) -> None:
        path = self._session.state.path
        try:
            stem = "capture" if path is None else path.stem
            written = save(self._session.result(variant), kind, stem, self._folder)
        except UnderstudyError as error:
            self._told.content = f"**Problem:** {escaped(str(error))}"
            return
        self._told.content = f"Saved {escaped(written.name)}."
        if written.is_file() and written.stat().st_size <= _LARGEST:
            send(written.name, read_file(written, _LARGEST))


def _sender(client: Any) -> Callable[[str, bytes], None]:
    def send(name: str, content: bytes) -> None:
        if client is not None:
            client.send_file_download(name, content, save_immediately=True)

    return send
