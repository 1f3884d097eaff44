"""What was used lately is kept up to a number, or a size."""

from metrobot.service.model.recent import LruCache


def test_the_one_longest_unused_goes_first() -> None:
    """Looking at a value uses it."""
    kept: LruCache[str, int] = LruCache(2)
    kept.put("a", 1)
    kept.put("b", 2)
    kept.get("a")
    kept.put("c", 3)

    assert (kept.get("a"), kept.get("b"), kept.get("c"), len(kept)) == (1, None, 3, 2)


def test_values_may_have_a_weight() -> None:
    """Together they weigh no more than is said; replaced and dropped ones weigh nothing."""
    kept: LruCache[str, bytes] = LruCache(10, weigh=len)
    kept.put("a", b"12345")
    kept.put("a", b"1234")
    kept.put("b", b"123456")
    assert len(kept) == 2

    kept.drop("b")
    kept.put("c", b"123456")
    kept.put("d", b"1")
    assert (kept.get("a"), kept.get("c"), kept.get("d")) == (None, b"123456", b"1")

    kept.clear()
    kept.put("e", b"1234567890")
    assert kept.get("e") == b"1234567890"


def test_a_value_that_is_too_heavy_alone_pushes_out_no_other() -> None:
    """It is not kept, nor is the older one of its key."""
    kept: LruCache[str, bytes] = LruCache(10, weigh=len)
    kept.put("a", b"1")
    kept.put("b", b"2")
    kept.put("b", b"12345678901")

    assert (kept.get("a"), kept.get("b")) == (b"1", None)
