"""Shards: how they are written, and what is said of mistakes."""

import pytest

from metrobot.settings import Settings
from metrobot.sharding import Shards, ShardsError, shards_of


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("0-3/16", Shards(0, 3, 16)),
        (" 4 - 7 / 16 ", Shards(4, 7, 16)),
        ("5/16", Shards(5, 5, 16)),
        ("0/1", Shards(0, 0, 1)),
        ("", None),
    ],
)
def test_shards_are_read_as_they_are_written(written: str, meant: Shards | None) -> None:
    assert shards_of(written) == meant


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("all", "write it as 0-3/16"),
        ("0-3", "write it as 0-3/16"),
        ("0,2/16", "write it as 0-3/16"),
        ("-1/16", "write it as 0-3/16"),
        ("0/0", "there is at least one shard in all"),
        ("7-4/16", "shard 7 comes after shard 4: write the lower one first"),
        ("12-16/16", "there is no shard 16 among 16: they are counted from 0 to 15"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(written: str, said: str) -> None:
    with pytest.raises(ShardsError, match=said):
        shards_of(written)


def test_the_setting_is_read_and_refused_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARDS", "0-3/16")
    assert Settings(_env_file=None).shards == Shards(0, 3, 16)  # type: ignore[call-arg]  # pydantic's

    monkeypatch.setenv("SHARDS", "16/16")
    with pytest.raises(ValueError, match="there is no shard 16 among 16"):
        Settings(_env_file=None)  # type: ignore[call-arg]  # the same


def test_it_is_known_whether_others_are_needed() -> None:
    assert not Shards(0, 3, 16).are_all
    assert Shards(0, 1, 2).are_all
