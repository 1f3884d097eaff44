"""Addresses of PostgreSQL, as hosts are given them, in the words of the driver."""

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

PATIENCE: Final = 10.0
"""Seconds to wait for a new connection, unless the address says otherwise."""
_SEVERAL: Final = re.compile(r"((?:.*@)?)([^@/?]*,[^@/?]*)(/[^?]*)?(?:\?(.*))?", re.DOTALL)
"""Login, hosts, database and the rest of an address that names several hosts."""
_FILES: Final = {"sslcert", "sslkey", "sslrootcert", "sslcrl"}
_TAKEN: Final = """host port dbname user password passfile service options application_name sslmode
sslnegotiation sslpassword ssl_min_protocol_version ssl_max_protocol_version target_session_attrs
krbsrvname gsslib"""
_LEFT_OUT: Final = """keepalives keepalives_idle keepalives_interval keepalives_count
tcp_user_timeout fallback_application_name sslcompression max_protocol_version pgbouncer"""
TAKEN: Final = _FILES.union(_TAKEN.split())
"""Keywords of libpq that the driver, asyncpg, takes as they are."""
ALIKE: Final = {"hostaddr": "host", "database": "dbname", "ssl": "sslmode"}
"""Keywords that mean what another one does."""
TRANSLATED: Final = frozenset(("channel_binding", "connect_timeout", "schema")).union(ALIKE)
"""Keywords that the driver is told in other words; not all of them are libpq's."""
LEFT_OUT: Final = frozenset(_LEFT_OUT.split())
"""Keywords of what the bot looks after by itself, or what nobody does any more."""
_ONLY: Final = """channel_binding=disable|prefer|require client_encoding=auto|utf8|utf-8|unicode
gssdelegation=0 gssencmode=disable|prefer load_balance_hosts=disable min_protocol_version=3.0
replication=false|off|no|0 sslcertmode=allow sslsni=1"""
ONLY: Final = dict(pair.split("=") for pair in _ONLY.split())
"""The only values that the driver can keep to."""
_KNOWN: Final = (*TAKEN, *TRANSLATED, *LEFT_OUT, *ONLY)


def address_of(url: str) -> URL:
    """Return an address as SQLAlchemy has it; PostgreSQL's with our driver, whichever it names.

    Raises:
        ArgumentError: it is none.
    """
    scheme, mark, rest = url.partition("://")
    if scheme.partition("+")[0] in ("postgres", "postgresql"):
        scheme = "postgresql+asyncpg"
        # SQLAlchemy takes the hosts for one, and their ports for no number.
        if several := _SEVERAL.fullmatch(rest):
            login, hosts, place, query = several.groups("")
            rest = f"{login}{place or '/'}?{urlencode({'host': hosts})}&{query}".rstrip("&")
    try:
        return make_url(f"{scheme}{mark}{rest}")
    except ValueError as error:
        raise ArgumentError("its port is no number") from error


def connect_arguments(address: URL) -> tuple[dict[str, Any], str]:
    """Return the arguments with which the driver connects to an address, and the schema named.

    Raises:
        ArgumentError: the address asks for something that the driver does not know.
    """
    query = _keywords(address)
    seconds = query.get("connect_timeout", "0")
    if not seconds.isdecimal():
        raise ArgumentError("its connect_timeout is no whole number")
    # Without an end the bot would wait for ever for a server that says nothing.
    arguments: dict[str, Any] = {"timeout": int(seconds) or PATIENCE}
    if query.get("channel_binding") == "require":
        # The driver cannot bind. It is asked for so that nobody in between can pretend to be the
        # server, and a certificate that is looked at wholly holds that too.
        query |= {"sslmode": "verify-full", "sslrootcert": query.get("sslrootcert", "system")}
    if query.get("sslrootcert") == "system":
        arguments["ssl"] = bool(query.pop("sslrootcert"))
    for name in _FILES.intersection(query):
        if not Path(query[name]).is_file():
            raise ArgumentError(f"there is no file {query[name]}, which it names as {name}")
    parameters = {name: value for name, value in query.items() if name in TAKEN}
    return {**arguments, "dsn": f"postgresql://?{urlencode(parameters)}"}, query.get("schema", "")


def _keywords(address: URL) -> dict[str, str]:
    """Return all that an address says, by libpq's keywords.

    Raises:
        ArgumentError: one is not understood; values are not shown, they may be secret.
    """
    host = f"[{address.host}]" if ":" in (address.host or "") else address.host
    target = {"host": host, "port": address.port, "dbname": address.database}
    login = {"user": address.username, "password": address.password}
    query = {
        ALIKE.get(name, name): value if isinstance(value, str) else ",".join(value)
        for name, value in address.query.items()
    }
    for name, value in query.items():
        if name not in _KNOWN:
            suggestions = [
                f" ({suggestion}, perhaps?)" for suggestion in get_close_matches(name, _KNOWN, 1)
            ]
            raise ArgumentError(f"the driver knows no {name}{''.join(suggestions)}")
        able = ONLY.get(name, value.lower()).split("|")
        if value and value.lower() not in able:
            raise ArgumentError(f"the driver can keep to no {name} but {' or '.join(able)}")
    return {name: str(value) for name, value in {**target, **login, **query}.items() if value}
