"""The same line with another key, and other cards to come, behind what was published of it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from metrobot.engine.actors import CHANCE, Doer
from metrobot.service.daily.chain import Chain, key_of
from metrobot.service.model.chance import Dealing, draw_index


@dataclass(frozen=True)
class OtherChain(Chain):
    """A chain with other links from a line on, and the same published values."""

    first: int = field(kw_only=True)
    real: Chain = field(kw_only=True)

    def link(self, number: int) -> bytes:
        """Return another link for each line that is not over."""
        if number < self.first:
            return self.real.link(number)
        return hashlib.sha256(b"another" + self.secret + b"%d" % number).digest()

    def key(self, number: int) -> bytes:
        """Return the key that follows from the other link."""
        return key_of(number, self.link(number).hex())

    def commitment(self, number: int) -> str:
        """Return the published commitment."""
        return self.real.commitment(number)


def other_chain(real: Chain, first: int) -> OtherChain:
    """Return a chain with other links from a line on."""
    return OtherChain(real.secret, real.since, first=first, real=real)


@dataclass(frozen=True, kw_only=True)
class OtherDealing(Dealing):
    """A dealing with the first draws of another, and its own after them.

    Attributes:
        real: the other.
        known: how many draws agree.
    """

    real: Dealing
    known: int

    def index(self, before: Sequence[Doer], choices: int) -> int:
        """Return the real draw as long as it is known, then one of its own."""
        drawn = before.count(CHANCE)
        if drawn < self.known:
            return self.real.index(before, choices)
        return draw_index(self.key, self.salt, drawn + 1, choices)


def other_dealing(real: Dealing, chain: Chain, number: int, known: int) -> OtherDealing:
    """Return a line's dealing by another key, with a number of draws as they were."""
    return OtherDealing(chain.key(number), real.salt, real.numbering, real=real, known=known)
