"""Options and manners of commands that open the browser and serve it until they are interrupted."""

from __future__ import annotations

import argparse
import signal
import threading
import webbrowser

from understudy.commands.terminal import Terminal

LARGEST_PORT = 65535


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add where to listen, and whether the browser opens by itself."""
    parser.add_argument(
        "--port", type=port, default=0, metavar="N", help="the port to listen on (default: a free one)"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where to listen; beyond this machine the address holds a token (default: 127.0.0.1)",
    )
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="print the address and open nothing"
    )


def port(text: str) -> int:
    """Return a port as it was typed."""
    if not text.isdecimal() or not int(text) <= LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"'{text}' is no port, expected a number up to {LARGEST_PORT}")
    return int(text)


def serve(terminal: Terminal, address: str, browser: bool) -> int:
    """Show the address, open it where wanted, and wait until somebody interrupts; that is a success."""
    done = threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: done.set())
    terminal.give({"address": address})
    terminal.flush()
    terminal.title(f"{address}  (Ctrl-C ends)")
    if browser:
        webbrowser.open_new_tab(address)
    while not done.wait(1.0):
        pass
    return 0
