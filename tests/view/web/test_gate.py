"""Who may come in."""

from __future__ import annotations

import pytest

from understudy.view.web.gate import Gate, is_loopback, new_token, query_of

OWN = {"Host": "127.0.0.1:8080"}
TOKEN = "a-token"


def test_this_machine_comes_in_without_a_token() -> None:
    assert Gate().refusal("/", OWN) is None
    assert Gate().refusal("/", {"host": "localhost:1234", "origin": "http://localhost:1234"}) is None
    assert Gate().refusal("/", {"Host": "[::1]:8080"}) is None


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:8080", "", "[::", "192.168.0.7:8080"]
)
def test_a_strangers_name_that_leads_here_is_refused(host: str) -> None:
    refusal = Gate().refusal("/", {"Host": host})
    assert refusal is not None and "own machine" in refusal


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999"])
def test_a_page_of_somebody_else_is_refused(origin: str) -> None:
    for gate in (Gate(), Gate(TOKEN)):
        refusal = gate.refusal(f"/?token={TOKEN}", OWN | {"Origin": origin})
        assert refusal is not None and "another page" in refusal


def test_beyond_this_machine_a_token_opens_once_and_a_cookie_afterwards() -> None:
    gate, far = Gate(TOKEN), {"Host": "robot-lab:8080"}
    refusal = gate.refusal("/", far)
    assert refusal is not None and "token" in refusal
    assert gate.refusal("/?token=wrong", far) is not None
    assert gate.refusal(f"/?token={TOKEN}&t=1.5", far) is None
    cookie = gate.cookie(f"/?token={TOKEN}")
    assert cookie is not None and "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert gate.refusal("/", far | {"Cookie": cookie.partition(";")[0]}) is None
    assert gate.cookie("/?token=wrong") is None


def test_an_endless_address_is_refused() -> None:
    assert Gate().refusal("/?" + "a" * 10_000, OWN) is not None


def test_tokens_differ_and_only_loopback_goes_without() -> None:
    assert new_token() != new_token()
    assert is_loopback("127.0.0.1") and not is_loopback("0.0.0.0")


def test_the_last_of_each_word_in_an_address_counts() -> None:
    assert query_of("/?t=1&t=2&x=%41") == {"t": "2", "x": "A"}
