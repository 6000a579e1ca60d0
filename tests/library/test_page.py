"""The page in a browser: search, play, upload, download, a wrong file; by keyboard and on a small screen."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from understudy.library.entries import About
from understudy.library.library import Library
from understudy.library.server.app import create_app
from understudy.library.server.settings import Settings

if TYPE_CHECKING:
    from playwright import sync_api
else:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 300_000
"""How long a busy machine may take [ms]."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"),
)
Moves = Callable[[int], Path]


class Site:
    """A server in a thread of this process."""

    def __init__(self, library: Library) -> None:
        """Serve a library at a free port."""
        import uvicorn

        self.library = library
        self.token = library.new_token("ed", "editor")
        app = create_app(library, Settings(requests_a_minute=0, requests_a_minute_by_token=0))
        self._server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        self.url = f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    def stop(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join(30)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, moves: Moves) -> Iterator[Site]:
    with Library.open(tmp_path_factory.mktemp("site") / "library") as library:
        library.add(moves(1), About("Slow waltz", project="Dances", categories=("dance/waltz",)))
        library.add(
            moves(2), About("Quick walk", "through the hall", categories=("locomotion/bipedal/walk",))
        )
        library.add(moves(3), About("Hidden", access="private"))
        running = Site(library)
        yield running
        running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with sync_api.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS), timeout=PATIENCE)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: sync_api.Browser, site: Site) -> Iterator[sync_api.Page]:
    context = browser.new_context(base_url=site.url, accept_downloads=True)
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    requested: list[str] = []
    opened.on("request", lambda request: requested.append(request.url))
    yield opened
    context.close()
    assert problems == []
    assert [url for url in requested if not url.startswith((site.url, "data:", "blob:"))] == []


def signed_in(page: sync_api.Page, site: Site) -> None:
    page.goto("/sign-in")
    page.get_by_label("Your token").fill(site.token)
    page.get_by_label("Your token").press("Enter")
    page.get_by_role("link", name="Add").wait_for()


def test_motions_are_searched_and_browsed(page: sync_api.Page) -> None:
    page.goto("/")
    assert page.get_by_role("status").inner_text() == "2 motions"
    page.get_by_label("Words to look for").fill("walk hall")
    page.get_by_role("button", name="Find").click()
    page.get_by_text("Quick walk").wait_for()
    assert page.locator(".card").count() == 1
    page.goto("/")
    page.locator(".tree").get_by_role("link", name="dance", exact=True).click()
    page.get_by_role("heading", name="dance", exact=True).wait_for()
    assert page.locator(".card b").all_inner_texts() == ["Slow waltz"]
    drawn = "() => document.images.length && [...document.images].every((image) => image.naturalWidth)"
    page.wait_for_function(drawn)
    page.get_by_label("Project").fill("Nothing of the kind")
    page.get_by_role("button", name="Apply").click()
    page.get_by_text("Nothing was found").wait_for()


def test_a_motion_is_shown_played_and_downloaded(page: sync_api.Page, tmp_path: Path) -> None:
    pytest.importorskip("viser", reason="viser is not installed")
    page.goto("/?text=waltz")
    page.locator(".card").click()
    page.get_by_role("heading", name="Slow waltz").wait_for()
    page.get_by_role("heading", name="More like this").wait_for()
    page.get_by_label("Format").select_option("trc")
    with page.expect_download() as saved:
        page.locator("#download button").click()
    assert saved.value.suggested_filename == "move_001.trc"
    saved.value.save_as(tmp_path / "a.trc")
    assert (tmp_path / "a.trc").read_bytes().startswith(b"PathFileType")
    page.get_by_role("button", name="Play in 3D").click()
    player = page.frame_locator("#player")
    player.locator("canvas").first.wait_for(state="attached")
    assert page.locator("#player").is_visible()


def test_a_file_is_dropped_looked_at_and_saved(page: sync_api.Page, site: Site, moves: Moves) -> None:
    signed_in(page, site)
    page.goto("/upload")
    content = list(moves(9).read_bytes())
    page.evaluate(
        """([name, content]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(content)], name));
            const dropped = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.getElementById("drop").dispatchEvent(dropped);
        }""",
        ["dropped.npz", content],
    )
    page.get_by_role("heading", name="What was inferred").wait_for()
    said = page.locator("#inferred dl").inner_text()
    assert "human" in said and "fps" in said and "30" in said
    assert site.library.find().count == 3, "nothing is kept before it is saved"
    assert page.get_by_label("Title").input_value() == "dropped"
    page.get_by_label("Descriptions, separated by commas").fill("dance/tango, speed/slow")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/motions/*")
    motion = site.library.find().motions[0]
    assert (motion.title, motion.categories, motion.owner) == ("dropped", ("dance/tango", "speed/slow"), "ed")
    page.get_by_label("Your comment").fill("nice & <b>bold</b>")
    page.get_by_role("button", name="Write").click()
    page.get_by_text("nice & <b>bold</b>").wait_for()
    page.get_by_label("Title").fill("renamed")
    page.locator("#change button").first.click()
    page.get_by_role("heading", name="renamed").wait_for()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url("**/")
    assert site.library.find().count == 3


def test_a_wrong_file_is_told_in_a_sentence(page: sync_api.Page, site: Site, tmp_path: Path) -> None:
    signed_in(page, site)
    page.goto("/upload")
    path = tmp_path / "broken.bvh"
    path.write_text("HIERARCHY\nnonsense", encoding="utf-8")
    page.locator("#file").set_input_files(path)
    page.get_by_text("broken.bvh, line 2").wait_for()
    assert page.locator("#inferred").is_hidden()


def test_a_wrong_token_and_a_wrong_address_are_told(page: sync_api.Page) -> None:
    page.goto("/sign-in")
    page.get_by_label("Your token").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    assert "not one of this library's" in page.get_by_role("alert").inner_text()
    page.goto("/motions/999")
    assert "there is no motion 999" in page.get_by_role("alert").inner_text()


def test_the_keyboard_suffices(page: sync_api.Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "content"
    page.goto("/?text=quick")
    page.locator(".card").focus()
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Quick walk").wait_for()
    assert outline == "solid"
    unnamed = page.evaluate(
        "() => [...document.querySelectorAll('input, select, textarea')].filter((field) => "
        "field.type !== 'hidden' && !field.labels.length && !field.ariaLabel).length"
    )
    assert unnamed == 0


@pytest.mark.parametrize("path", ["/", "/motions/1", "/sign-in"])
def test_a_small_screen_shows_all_without_scrolling_sideways(page: sync_api.Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(path)
    overflow = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0
    if path == "/":
        assert page.locator(".filters").is_hidden()
        page.locator(".side > summary").click()
        page.locator(".filters").wait_for()
