"""Cases that `make test` leaves to `make check`: a marker `few` in place of a product.

A test with `few` over three titles and four languages has twelve cases. `make test` runs four of
them, which have each title and each language at least once; the others are `long`. With `few(4)`
it takes at most four values of each parameter: four maps, say, of twenty-four.
"""

from collections import defaultdict
from collections.abc import Iterable

import pytest

Case = tuple[str, ...]
"""The ids of a case's values: one of each decorator `parametrize`."""


def thin(items: Iterable[pytest.Item]) -> None:
    """Mark cases as long that `make test` can do without."""
    tests = defaultdict[str, dict[Case, pytest.Item]](dict)
    for item in items:
        if item.get_closest_marker("few") is not None:
            assert isinstance(item, pytest.Function)
            case: Case = tuple(item.callspec._idlist)
            tests[item.nodeid.partition("[")[0]][case] = item
    for cases in tests.values():
        few = next(iter(cases.values())).get_closest_marker("few")
        kept = _kept(list(cases), *(few.args if few is not None else ()))
        for case, item in cases.items():
            if case not in kept:
                item.add_marker(pytest.mark.long)


def _kept(cases: list[Case], most: int | None = None) -> set[Case]:
    """Return cases in which each value comes up, or at most so many values of each parameter."""
    axes = [_spread(list(dict.fromkeys(axis)), most) for axis in zip(*cases, strict=True)]
    return {tuple(axis[n % len(axis)] for axis in axes) for n in range(max(map(len, axes)))}


def _spread(values: list[str], most: int | None) -> list[str]:
    """Return some values, the first among them, all equally far apart."""
    count = len(values) if most is None else min(most, len(values))
    return [values[n * len(values) // count] for n in range(count)]
