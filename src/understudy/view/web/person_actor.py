"""A person in the scene: skeleton, or the body that was fitted to them, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.motion.human_motion import HumanMotion
from understudy.view.source import Source
from understudy.view.viewpoint import Viewpoint
from understudy.view.web.actor import Actor
from understudy.view.web.person_body import PersonBody, PersonBodyNode
from understudy.view.web.person_node import PersonNode
from understudy.view.web.spots import ContactNode

if TYPE_CHECKING:
    from viser import ViserServer

FORMS = ("body", "skeleton", "both")
"""How a person may be drawn to whom a body was fitted; in ``both`` one sees the skeleton through the body."""


class PersonActor(Actor):
    """The source.

    Attributes:
        has_body: Whether a body was fitted, so that there is more to see than a skeleton.
    """

    def __init__(
        self,
        server: ViserServer,
        name: str,
        human: HumanMotion,
        label: str = "source",
        body: PersonBody | None = None,
    ) -> None:
        """Add the person.

        Args:
            server: viser's.
            name: Of the node under which all of it is.
            human: The person's motion.
            label: Their name in the scene.
            body: The body that was fitted to it.
        """
        source = Source(human)
        source.label = label
        super().__init__(server, name, source)
        self._human, self._body = human, body
        self.viewpoint = Viewpoint.on_person(human)
        self.layers = ("contacts", "footprints", "paths")
        self.has_body, self._form = body is not None, FORMS[0]
        self._bones = source.skeleton
        self._contacts: ContactNode | None = None
        self._dress()

    def set_ghost(self, ghost: bool) -> None:
        """Have one see through it, or not."""
        if ghost != self._is_ghost:
            self._is_ghost = ghost
            self._dress()

    def set_form(self, form: str) -> None:
        """Be drawn in one of ``FORMS``, where there is a body."""
        if form != self._form:
            self._form = form
            self._dress()

    def _dress(self) -> None:
        """Send what is drawn of the person, in place of what was."""
        form = self._form if self._body is not None else FORMS[1]
        for drawn in (f"{self.name}/skeleton", f"{self.name}/body"):
            old = self._server.scene.get_handle_by_name(drawn)
            if old is not None:
                old.remove()
        self._drawn: list[PersonNode | PersonBodyNode] = []
        if form != FORMS[0]:
            node = f"{self.name}/skeleton"
            self._drawn.append(PersonNode(self._server, node, self._bones, self._is_ghost))
        if self._body is not None and form != FORMS[1]:
            see_through = self._is_ghost or form == FORMS[2]
            self._drawn.append(PersonBodyNode(self._server, f"{self.name}/body", self._body, see_through))
        self.refresh()

    def _make(self, layer: str) -> tuple[str, ...]:
        if layer == "contacts":
            node = f"{self.name}/contacts"
            self._contacts = ContactNode(self._server, node, self._human, self.performer.stature.height)
            return (node,)
        return self._traces(layer, self._human)

    def _pose(self, frame: int) -> None:
        for node in self._drawn:
            node.show(frame)
        if self._contacts is not None and "contacts" in self._shown:
            self._contacts.show(frame)
