"""Addresses of PostgreSQL as they are given: each of libpq's keywords has its place."""

import ctypes
import ctypes.util
import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy.exc import ArgumentError

from metrobot.store.db.address import (
    ALIKE,
    LEFT_OUT,
    ONLY,
    PATIENCE,
    TAKEN,
    TRANSLATED,
    address_of,
    connect_arguments,
)

BASE: Final = "postgresql+asyncpg://ada:p%23w@host:5/games"
PAGE: Final = Path(__file__).parents[2] / "docs" / "hosting.md"
LIBPQ: Final = """host hostaddr port dbname user password passfile require_auth channel_binding
connect_timeout client_encoding options application_name fallback_application_name keepalives
keepalives_idle keepalives_interval keepalives_count tcp_user_timeout replication gssencmode sslmode
requiressl sslnegotiation sslcompression sslcert sslkey sslkeylogfile sslpassword sslcertmode
sslrootcert sslcrl sslcrldir sslsni requirepeer ssl_min_protocol_version ssl_max_protocol_version
min_protocol_version max_protocol_version krbsrvname gsslib gssdelegation scram_client_key
scram_server_key service servicefile target_session_attrs load_balance_hosts oauth_issuer
oauth_client_id oauth_client_secret oauth_scope"""
"""The keywords of PostgreSQL 18, in the order of its documentation (34.1.2)."""
OUTDATED: Final = {"authtype", "tty"}


def given(query: str) -> tuple[dict[str, Any], dict[str, str], str]:
    """Return the driver's arguments, what its own address says, and the schema."""
    arguments, schema = connect_arguments(address_of(f"{BASE}?{query}"))
    said = parse_qs(urlsplit(arguments.pop("dsn")).query, strict_parsing=True)
    return arguments, {name: value for name, (value,) in said.items()}, schema


def table() -> dict[str, str]:
    """Return each keyword of the table in docs/hosting.md with what becomes of it."""
    rows = re.findall(
        r"^\| (taken|translated|left out|only|refused) \| (.*?) \|", PAGE.read_text(), re.M
    )
    return {
        name: kind
        for kind, cell in rows
        for name in re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", cell))
    }


def kind_of(name: str) -> str:
    """Return the fate of a keyword, tried with a value of no sense."""
    if name in ONLY or name not in {*TAKEN, *TRANSLATED, *LEFT_OUT}:
        with pytest.raises(ArgumentError, match=name):
            given(f"{name}=7")
        for value in ONLY[name].split("|") if name in ONLY else ():
            given(f"{name}={value}")
        return "only" if name in ONLY else "refused"
    arguments, said, schema = given(f"{name}=7")
    if name in TAKEN:
        assert said[name] == "7"
        return "taken"
    assert name in TRANSLATED or name in LEFT_OUT
    if name in LEFT_OUT:
        assert (arguments, said) == given("")[:2]
        return "left out"
    assert "7" in (*said.values(), str(arguments["timeout"]), schema)
    return "translated"


@pytest.mark.parametrize("name", sorted({*LIBPQ.split(), "pgbouncer", "schema", "database", "ssl"}))
def test_each_keyword_is_dealt_with_as_the_page_for_hosts_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken, translated, left out, or refused by its name; never handed to the driver unknown."""
    monkeypatch.setattr(Path, "is_file", lambda _: True)

    assert kind_of(name) == table()[name]


def test_the_page_for_hosts_names_no_others() -> None:
    """The table is whole, and not more than that."""
    assert set(table()) == {*LIBPQ.split(), *TAKEN, *TRANSLATED, *LEFT_OUT, *ONLY}


@pytest.mark.skipif(ctypes.util.find_library("pq") is None, reason="libpq is not installed")
def test_the_list_is_that_of_libpq() -> None:
    class Option(ctypes.Structure):
        """Option of libpq, as `PQconninfoOption` has it."""

        _fields_ = (
            *((name, ctypes.c_char_p) for name in ("keyword", "envvar", "compiled", "val")),
            *((name, ctypes.c_char_p) for name in ("label", "dispchar")),
            ("dispsize", ctypes.c_int),
        )

    library = ctypes.CDLL(ctypes.util.find_library("pq"))
    library.PQconndefaults.restype = ctypes.POINTER(Option)
    found = set[str]()
    for option in library.PQconndefaults():
        if option.keyword is None:
            break
        found.add(option.keyword.decode())

    assert "sslmode" in found
    assert found - OUTDATED <= set(LIBPQ.split())


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("sslmod=require", "the driver knows no sslmod (sslmode, perhaps?)"),
        ("connection_limit=5", "the driver knows no connection_limit"),
        ("gssencmode=require", "the driver can keep to no gssencmode but disable or prefer"),
        ("client_encoding=latin1", "the driver can keep to no client_encoding but auto or utf8"),
        ("connect_timeout=soon", "its connect_timeout is no whole number"),
        ("sslrootcert=/no/ca.pem", "there is no file /no/ca.pem, which it names as sslrootcert"),
        ("scram_client_key=sesame", "the driver knows no scram_client_key"),
    ],
)
def test_what_the_driver_does_not_know_is_named(query: str, said: str) -> None:
    """Its value is not, unless it is a file."""
    with pytest.raises(ArgumentError) as refusal:
        given(query)

    assert str(refusal.value).startswith(said)
    assert "sesame" not in str(refusal.value)


def test_what_stands_in_an_address_reaches_the_driver() -> None:
    """Whichever way it is written; a query counts more, as with libpq."""
    plain = {"host": "host", "port": "5", "dbname": "games", "user": "ada", "password": "p#w"}

    assert given("")[:2] == ({"timeout": PATIENCE}, plain)
    assert given("host=/run&port=6")[1] == plain | {"host": "/run", "port": "6"}
    assert given("connect_timeout=3")[0] == {"timeout": 3}
    assert given("connect_timeout=0")[0] == {"timeout": PATIENCE}
    assert given("hostaddr=10.0.0.1&ssl=require")[1] == plain | {"host": "10.0.0.1"} | {
        "sslmode": "require"
    }
    assert given("sslmode=&application_name=a%26b")[1] == plain | {"application_name": "a&b"}
    assert given("schema=ours&pgbouncer=true&channel_binding=prefer") == (
        {"timeout": PATIENCE},
        plain,
        "ours",
    )


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg2"])
def test_every_name_of_postgresql_is_meant(scheme: str) -> None:
    """Providers give the address out with any of them."""
    assert address_of(f"{scheme}://ada@host/games").drivername == "postgresql+asyncpg"


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("postgresql://a:p@one:1,two:2/games?sslmode=require", "one:1,two:2"),
        ("postgresql://one,two", "one,two"),
        ("postgresql://ada@[::1]:5/games", "[::1]"),
    ],
)
def test_several_hosts_and_addresses_in_figures_are_taken(url: str, host: str) -> None:
    arguments, _ = connect_arguments(address_of(url))

    assert parse_qs(urlsplit(arguments["dsn"]).query)["host"] == [host]


def test_who_asks_for_channel_binding_gets_a_certificate_that_is_checked() -> None:
    """By the authorities of the system, or by those that the address names."""
    by_system = given("sslmode=require&channel_binding=require")
    by_file = given(f"channel_binding=require&sslrootcert={PAGE}")

    assert by_system[0]["ssl"] is True
    assert "ssl" not in by_file[0]
    assert (by_file[1]["sslmode"], by_file[1]["sslrootcert"]) == ("verify-full", str(PAGE))


def test_what_means_the_same_is_taken() -> None:
    assert set(ALIKE.values()) <= TAKEN
