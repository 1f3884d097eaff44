"""The dealing, held against the worked example of docs/fairness.md."""

import hashlib
import hmac
import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from metrobot.service.model import chance

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
KEY = bytes(range(32))
SALT = ("1001", "1002", "1003")


def test_commitment_is_the_hash_of_the_raw_key() -> None:
    assert chance.commitment_of(KEY) in DOCUMENT
    assert KEY.hex() in DOCUMENT


def test_draw_follows_the_documented_procedure() -> None:
    digest = hmac.new(KEY, b"1001,1002,1003|1|0", hashlib.sha256).hexdigest()

    assert digest in DOCUMENT
    assert chance.draw_index(KEY, SALT, 1, 524_880) == int(digest, 16) % 524_880


@pytest.mark.parametrize("row", re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|$", DOCUMENT, re.M))
def test_draws_of_the_document(row: tuple[str, str, str]) -> None:
    number, choices, index = map(int, row)

    assert chance.draw_index(KEY, SALT, number, choices) == index


@pytest.mark.parametrize("number", [4, 5])
def test_values_beyond_the_limit_are_rejected(number: int) -> None:
    """With 2**255 + 1 choices nearly half of them are, as the document shows."""
    assert f"{chance.draw_index(KEY, SALT, number, 2**255 + 1):064x}" in DOCUMENT


def test_the_limit_itself_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the first value that would favour a choice; the one below it still counts."""
    limit = 2**256 - 2**256 % 3
    values = iter((limit, limit - 1))
    monkeypatch.setattr(chance, "_value", lambda *_: next(values))

    assert chance.draw_index(KEY, SALT, 1, 3) == 2


@pytest.mark.parametrize("other", [(KEY[::-1], SALT), (KEY, ("1001", "1002")), (KEY, ())])
def test_key_and_salt_both_matter(other: tuple[bytes, tuple[str, ...]]) -> None:
    """Neither side can choose the outcome alone."""
    assert chance.draw_index(*other, 1, 2**200) != chance.draw_index(KEY, SALT, 1, 2**200)


def test_choices_come_equally_often() -> None:
    counts = Counter(chance.draw_index(KEY, SALT, number, 3) for number in range(3000))

    assert all(900 < counts[index] < 1100 for index in range(3))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_permutations_are_listed_as_in_a_dictionary(count: int) -> None:
    expected = list(permutations(range(count)))

    assert [chance.permutation(index, count) for index in range(len(expected))] == expected


def test_seating_is_draw_zero() -> None:
    index = chance.draw_index(KEY, SALT, 0, 24)

    assert chance.seating(KEY, SALT, 4) == list(permutations(range(4)))[index]
