"""Headless Chromium for tests that look at pages, drawn without a graphics card."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

FLAGS = (
    *("--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
PATIENCE = 300_000
"""Longest wait [ms] for anything to appear: machines that run tests are busy, and may compile kernels."""


@contextmanager
def browser() -> Iterator[Any]:
    """Yield a browser, or skip the test with a reason."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium here")
    with playwright.sync_playwright() as engine:
        opened = engine.chromium.launch(executable_path=path, args=list(FLAGS), timeout=PATIENCE)
        try:
            yield opened
        finally:
            opened.close()


def new_page(opened: Any, address: str, size: tuple[int, int] = (900, 600)) -> Any:
    """Open an address in a window of a size [pixels]; what the page asks for is listed in ``page.asked``."""
    page = opened.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.set_default_timeout(PATIENCE)
    page.asked, page.errors = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(address)
    page.wait_for_selector("canvas")
    return page


def until(holds: Callable[[], bool], seconds: float = PATIENCE / 1000.0) -> bool:
    """Return whether something comes to hold within a time [s]."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False
