"""Discord's signatures: genuine, recent, and each interaction taken once."""

import math
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from metrobot.service.model.clock import Clock

OLDEST: Final = 60
"""Seconds by which the time of a signature may differ from now, either way."""
MOST_KNOWN: Final = 20_000
"""Interactions that are remembered: more than come in two minutes."""

Verify = Callable[[bytes, bytes], bool]
"""Function that tells whether a signature belongs to the signed bytes."""


class NoVerifierError(Exception):
    """Signatures cannot be verified; the message is one line for whoever runs the bot."""


def verifier(public_key: str) -> Verify:
    """Return the function that checks signatures with a key.

    Args:
        public_key: of the application, in hexadecimal.

    Raises:
        NoVerifierError: it is no key, or the library that checks is not installed.
    """
    try:
        # Imported here: only hosts who serve over HTTP have it.
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415
    except ImportError as error:
        raise NoVerifierError(
            "cryptography is not installed: "
            "python -m pip install --require-hashes -r requirements/serve.lock"
        ) from error
    try:
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
    except ValueError as error:
        raise NoVerifierError("DISCORD_PUBLIC_KEY is no public key of an application") from error

    def verify(signature: bytes, signed: bytes) -> bool:
        try:
            key.verify(signature, signed)
        except InvalidSignature:
            return False
        return True

    return verify


class Signatures:
    """Checks signatures, and remembers the interactions of the last two minutes.

    Args:
        verify: checks Discord's signatures.
        clock: the time.
    """

    def __init__(self, verify: Verify, clock: Clock) -> None:
        self._verify = verify
        self._clock = clock
        self._known: OrderedDict[Any, datetime] = OrderedDict()

    def is_valid(self, signature: str, timestamp: str, body: bytes) -> bool:
        """Return whether Discord has signed a body within the last minute.

        Args:
            signature: in hexadecimal, as the request has it.
            timestamp: in seconds, which was signed with the body.
            body: of the request.
        """
        try:
            age = self._clock.now().timestamp() - float(timestamp)
            signature_bytes, message = bytes.fromhex(signature), timestamp.encode("ascii") + body
        except ValueError:
            return False
        # float() also reads nan and inf.
        if not (math.isfinite(age) and abs(age) <= OLDEST):
            return False
        return self._verify(signature_bytes, message)

    def is_new(self, interaction: str) -> bool:
        """Return whether an interaction has not come yet, and remember it."""
        # `is_valid` refuses old signatures: what is forgotten after two minutes cannot come again.
        now = self._clock.now()
        while self._known and self._is_forgotten(next(iter(self._known.values())), now):
            self._known.popitem(last=False)
        if interaction in self._known:
            return False
        self._known[interaction] = now
        return True

    def _is_forgotten(self, came: datetime, now: datetime) -> bool:
        is_old = abs((now - came).total_seconds()) > 2 * OLDEST
        return is_old or len(self._known) >= MOST_KNOWN
