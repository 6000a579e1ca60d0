"""The scene, by the messages that it sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError, RenderError
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.view.web.curves import Curves
from understudy.view.web.person_body import PersonBody
from understudy.view.web.recording import Captions, record_page
from understudy.view.web.scene import Scene

pytest.importorskip("viser")

FPS = 60.0


@pytest.fixture
def scene() -> Iterator[Scene]:
    with Scene("a scene") as made:
        yield made


@pytest.fixture
def swing(robot: Robot) -> RobotMotion:
    """Return a motion in which the toy robot swings a leg."""
    q = np.tile(robot.home, (61, 1))
    q[:, robot.model.joint("hip_l").qposadr[0]] = np.linspace(0.0, 1.0, 61)
    return RobotMotion(robot.name, "track", robot.joints, q, FPS, np.zeros(61, dtype=int))


class Sent:
    """What a scene sends, by the kind of message and the node."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        """Listen from now on."""
        self.messages: list[Any] = []
        sockets = scene.server._websock_server
        queue = sockets.queue_message

        def record(message: Any) -> None:
            self.messages.append(message)
            queue(message)

        monkeypatch.setattr(sockets, "queue_message", record)

    def turned(self) -> dict[str, tuple[float, ...]]:
        found = {}
        for message in self.messages:
            if type(message).__name__ == "SetOrientationMessage":
                found[message.name] = message.wxyz
        return found


def test_an_empty_scene_says_what_it_needs(scene: Scene) -> None:
    with pytest.raises(RenderError, match="add a person or a robot"):
        scene.begin()


def test_a_frame_sends_only_bodies_that_turned(
    scene: Scene, robot: Robot, swing: RobotMotion, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Sent(scene, monkeypatch)
    actor = scene.add_robot(robot, swing)
    scene.begin()
    scene.show_at(0.0)
    sent.messages.clear()
    scene.show_at(1.0)
    turned = sent.turned()
    leg = actor.node.names[robot.model.body("leg_l").id]
    assert list(turned) == [leg]
    assert turned[leg] == pytest.approx((np.cos(0.5), 0.0, np.sin(0.5), 0.0), abs=1e-6)


def test_meshes_are_sent_once(
    scene: Scene, robot: Robot, swing: RobotMotion, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Sent(scene, monkeypatch)
    scene.add_robot(robot, swing)
    scene.begin()
    scene.refresh()
    sent.messages.clear()
    for time in np.linspace(0.0, 1.0, 20):
        scene.show_at(float(time))
    assert not [message for message in sent.messages if type(message).__name__ == "MeshMessage"]


def test_time_and_moments_and_plots_follow_one_clock(
    scene: Scene, make_person: Callable[..., HumanMotion], robot: Robot, swing: RobotMotion
) -> None:
    scene.add_person(make_person(frames=61, speed=1.0))
    scene.add_robot(robot, swing)
    scene.set_curves({"angles": Curves(FPS, "°", {"hip_l": np.arange(61.0)})})
    scene.set_moments([("leg off", 0.5)])
    scene.set_notes("| a | b |")
    scene.begin()
    assert scene.clock.duration == pytest.approx(1.0)
    scene._plots._jump_on()
    assert scene.clock.now.time == 0.5
    scene._at_address({"t": "0.25"})
    assert scene.clock.now.time == 0.25
    for bad in ("nan", "soon", "1e999"):
        scene._at_address({"t": bad})
    assert scene.clock.now.time == 0.25


def test_layers_layouts_and_hiding_can_be_switched_while_it_plays(
    scene: Scene, make_person: Callable[..., HumanMotion], robot: Robot, swing: RobotMotion
) -> None:
    scene.add_person(make_person(frames=61, speed=1.0))
    actor = scene.add_robot(robot, swing)
    scene.begin()
    scene.clock.play()
    scene.looks.layers |= {"contacts", "footprints", "paths", "balance"}
    scene.looks.layout = "overlaid"
    scene.refresh()
    scene.looks.hidden.add(actor.label)
    scene.refresh()
    scene.show_at(0.5)
    assert not actor._root.visible
    scene.looks.layers.clear()
    scene.looks.hidden.clear()
    scene.refresh()
    scene.show_at(0.6)
    assert actor._root.visible
    scene.remove(actor)
    scene.begin()
    scene.show_at(0.7)


def test_a_live_robot_takes_poses_as_they_come(
    scene: Scene, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = scene.add_live_robot(robot, "now")
    scene.begin()
    sent = Sent(scene, monkeypatch)
    live = scene.add_live_robot(robot, "second")
    q = robot.home.copy()
    q[robot.model.joint("hip_r").qposadr[0]] = 0.3
    sent.messages.clear()
    live.pose(q)
    assert list(sent.turned()) == [live.node.names[robot.model.body("leg_r").id]]
    with pytest.raises(InvalidMotionError, match="finite coordinates"):
        live.pose(q[:-1])


def test_a_page_holds_the_scene_and_what_is_said_about_it(
    scene: Scene, robot: Robot, swing: RobotMotion
) -> None:
    scene.add_robot(robot, swing)
    scene.begin()
    told: list[tuple[int, int]] = []
    captions = Captions("</script> & co", [("Feet", "1 cm", "✓")], [("leg", 0.5)])
    page = record_page(scene, captions, lambda done, count: told.append((done, count)))
    assert told[-1] == (31, 31)
    assert "__VISER_EMBED_DATA__" in page and "default-src 'none'" in page
    assert '\\u003c/script> & co"' in page, "a title cannot end the script"


def test_the_last_seconds_of_a_live_robot_can_be_looked_at_again(scene: Scene, robot: Robot) -> None:
    live = scene.add_live_robot(robot)
    scene.begin()
    place = int(robot.model.joint("hip_l").qposadr[0])
    assert scene._timeline is not None and not scene._timeline._panel.visible
    for angle in (0.1, 0.2, 0.3):
        q = robot.home.copy()
        q[place] = angle
        live.pose(q)
    assert scene._back_panel is not None
    scene._back_panel.go(True)
    assert scene._timeline._panel.visible and scene.clock.duration == live.duration > 0.0
    q[place] = 0.9
    live.pose(q)
    scene.show_at(live.duration)
    assert live._data.qpos[place] == 0.3, "what comes meanwhile is not shown"
    scene.show_at(0.0)
    assert live._data.qpos[place] == robot.home[place]
    scene.go_live()
    assert live._data.qpos[place] == 0.9
    assert not scene._timeline._panel.visible and scene.clock.duration == 0.0


def test_a_fitted_person_is_a_body_a_skeleton_or_both(
    scene: Scene, make_person: Callable[..., HumanMotion], robot: Robot, swing: RobotMotion
) -> None:
    body = PersonBody(robot.model, swing.q, frozenset((1, robot.model.body("leg_l").id)))
    person = scene.add_person(make_person(frames=61), body=body)
    scene.begin()

    def seen() -> tuple[bool, bool]:
        nodes = (f"{person.name}/body", f"{person.name}/skeleton")
        found = [scene.server.scene.get_handle_by_name(node) is not None for node in nodes]
        return found[0], found[1]

    assert seen() == (True, False)
    hidden = robot.model.body("leg_r").id
    meshes = [name for name in scene.server.scene._handle_from_node_name if "/shell_" in name]
    assert meshes and not [name for name in meshes if f"/b{hidden}/" in name], "an unseen limb is not drawn"
    for form, expected in (("skeleton", (False, True)), ("both", (True, True)), ("body", (True, False))):
        scene.looks.form = form
        scene.refresh()
        scene.show_at(0.5)
        assert seen() == expected
    with pytest.raises(InvalidMotionError, match="a frame"):
        PersonBody(robot.model, swing.q[:, 1:], frozenset())
