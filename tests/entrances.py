"""By which way interactions come in tests: from the gateway, or with --entrance=http over HTTP.

Over HTTP the bot hears of nothing else: no server, channel or thread is in any cache.
"""

import simcord._runtime

_GATEWAY = "ShardRouter"


def over_http() -> None:
    """Send all interactions of this process over HTTP."""
    # Here, since only what serves over HTTP needs what verifies signatures.
    from tests.ui.postman import Postman  # noqa: PLC0415

    setattr(simcord._runtime, _GATEWAY, Postman)


def is_http() -> bool:
    """Return whether interactions go over HTTP."""
    return bool(getattr(simcord._runtime, _GATEWAY).__name__ != _GATEWAY)
