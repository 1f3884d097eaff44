"""The chain of keys: each link binds all before it, and one shown value proves them all."""

import hashlib
import hmac
from functools import reduce

import pytest

from metrobot.service.daily.chain import (
    Chain,
    chain_for,
    dump_chains,
    key_of,
    leads_to,
    load_chains,
)
from metrobot.service.daily.timetable import LATEST

SECRET, OTHER = bytes(range(32)), bytes(range(32, 64))


def hashed(value: bytes, times: int) -> bytes:
    """Apply SHA-256 to a value a number of times."""
    return reduce(lambda each, _: hashlib.sha256(each).digest(), range(times), value)


def test_each_link_is_the_hash_of_the_one_after_it() -> None:
    """From the secret, which is the last, down to the anchor, which is public."""
    chain = Chain(SECRET)

    assert chain.link(LATEST) == SECRET
    assert chain.link(0).hex() == chain.anchor == hashed(SECRET, LATEST).hex()
    for number in (1, 2, 127, 128, 39_999, LATEST):
        assert hashed(chain.link(number), 1) == chain.link(number - 1)


@pytest.mark.parametrize("order", [1, -1])
def test_a_link_is_the_same_in_whatever_order_they_are_asked_for(order: int) -> None:
    """More of them than are remembered, and some of them twice."""
    chain, numbers = Chain(SECRET), [*range(30_000, 30_040, 2), 30_005, 30_000, 0, 39_990][::order]

    assert [chain.link(each) for each in numbers] == [
        hashed(SECRET, LATEST - each) for each in numbers
    ]


def test_key_and_commitment_are_made_as_the_page_says() -> None:
    chain = Chain(SECRET)
    link = hashed(SECRET, LATEST - 128).hex()
    key = hashlib.sha256(f"metrobot line|128|{link}".encode()).digest()

    assert chain.key(128) == key_of(128, link) == key
    assert chain.commitment(128) == hashlib.sha256(key).hexdigest()


def test_keys_of_different_lines_have_nothing_in_common() -> None:
    keys = [Chain(each).key(number) for each in (SECRET, OTHER) for number in range(39_950, LATEST)]

    assert len(set(keys)) == len(keys)
    assert len({key.hex()[:8] for key in keys}) == len(keys)


def test_a_link_leads_to_its_own_anchor_alone() -> None:
    """Not that of another line, nor one in which a digit differs, nor to another anchor."""
    chain = Chain(SECRET)
    link = chain.link(31).hex()
    spoilt = f"{link[:-1]}{(int(link[-1], 16) + 1) % 16:x}"

    assert leads_to(link, 31, chain.anchor)
    assert leads_to(chain.anchor, 0, chain.anchor)
    for other in ((link, 30, chain.anchor), (link, 32, chain.anchor), (spoilt, 31, chain.anchor)):
        assert not leads_to(*other)
    assert not leads_to(link, 31, Chain(OTHER).anchor)


def test_a_mark_tells_nobody_without_the_secret_who_it_is_of() -> None:
    """It is keyed, and another one for each person, line and chain."""
    chain = Chain(SECRET)
    made = {
        each.mark(number, player)
        for each in (chain, Chain(OTHER))
        for number in (1, 11)
        for player in (1, 11, 111)
    }

    assert len(made) == 12
    assert chain.mark(5, 77) == hmac.new(SECRET, b"barred|5|77", hashlib.sha256).hexdigest()


def test_chains_are_kept_as_they_are() -> None:
    chains = (Chain(SECRET), Chain(OTHER, 12), Chain(SECRET[::-1], 40))

    assert load_chains(dump_chains(chains)) == chains
    assert [chain_for(chains, number) for number in (0, 1, 11, 12, 39, 40, 999)] == [
        chains[place] for place in (0, 0, 0, 1, 1, 2, 2)
    ]


def test_a_chain_does_not_tell_its_secret_when_it_is_written_down() -> None:
    chain = Chain(SECRET)
    chain.link(39_999)

    assert SECRET.hex() not in repr(chain)
    assert repr(SECRET) not in repr(chain)
    assert chain.link(39_999).hex() not in repr(chain)
