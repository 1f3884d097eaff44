"""The keys of lines: a chain of hashes, so that one value that is shown proves all before it."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from metrobot.service.daily.timetable import LATEST
from metrobot.service.model.chance import commitment_of

_KEPT: Final = 500
"""Distance between links that are kept; any other takes a fraction of a millisecond."""


@dataclass(frozen=True)
class Chain:
    """The chain of one secret.

    Attributes:
        secret: 32 bytes; who has them knows all keys.
        since: the first line whose key comes from it.
    """

    secret: bytes = field(repr=False)
    since: int = 1
    _links: dict[int, bytes] = field(default_factory=dict, init=False, repr=False, compare=False)

    def prepare(self) -> None:
        """Compute the chain once and keep some links: some ten milliseconds, so do it early."""
        link, links = self.secret, {LATEST: self.secret}
        for number in reversed(range(LATEST)):
            link = hashlib.sha256(link).digest()
            if number % _KEPT == 0:
                links[number] = link
        self._links.update(links)

    def link(self, number: int) -> bytes:
        """Return the link of a line: SHA-256 of it is the link of the line before.

        Args:
            number: 0, of the anchor, to `LATEST`.
        """
        if not self._links:
            self.prepare()
        later = min(LATEST, -(-number // _KEPT) * _KEPT)
        link = self._links[later]
        for _ in range(later - number):
            link = hashlib.sha256(link).digest()
        return link

    @property
    def anchor(self) -> str:
        """The link before the first, which binds all others, in hexadecimal."""
        return self.link(0).hex()

    def key(self, number: int) -> bytes:
        """Return the key of a line: 32 bytes."""
        return key_of(number, self.link(number).hex())

    def commitment(self, number: int) -> str:
        """Return the commitment of a line: the published hash of its key."""
        return commitment_of(self.key(number))

    def mark(self, number: int, player: int) -> str:
        """Return the mark of a person who began a line and was forgotten; no id stands in it."""
        message = f"barred|{number}|{player}".encode()
        # Keyed by the secret, so that nobody else can find the person by trying all ids.
        return hmac.digest(self.secret, message, "sha256").hex()


def key_of(number: int, link: str) -> bytes:
    """Return the key of a line, by its link in hexadecimal."""
    return hashlib.sha256(f"metrobot line|{number}|{link}".encode()).digest()


def leads_to(link: str, number: int, anchor: str) -> bool:
    """Return whether a line's link belongs to the chain with an anchor, all in hexadecimal."""
    digest = bytes.fromhex(link)
    for _ in range(number):
        digest = hashlib.sha256(digest).digest()
    return digest.hex() == anchor


def load_chains(text: str) -> tuple[Chain, ...]:
    """Return stored chains, the oldest first: one `since:secret` on each line."""
    parts = (line.split(":") for line in text.split())
    return tuple(Chain(bytes.fromhex(secret), int(first_number)) for first_number, secret in parts)


def dump_chains(chains: Sequence[Chain]) -> str:
    """Return chains as text that `load_chains` reads."""
    return "\n".join(f"{chain.since}:{chain.secret.hex()}" for chain in chains)


def chain_for(chains: Sequence[Chain], number: int) -> Chain:
    """Return the chain that a line's key comes from."""
    return next(chain for chain in reversed(chains) if chain.since <= max(1, number))


def chain_of(chains: Sequence[Chain], number: int, commitment: str) -> Chain | None:
    """Return the chain that a line's published commitment belongs to, or None."""
    # A line keeps the chain of its commitment, even if a newer chain covers its number by now or
    # the clock was set back.
    likely = chain_for(chains, number)
    others = (chain for chain in chains if chain != likely)
    matches = (chain for chain in (likely, *others) if chain.commitment(number) == commitment)
    return next(matches, None)
