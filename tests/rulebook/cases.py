"""The cases of a section: sentences of the rules, what the code makes of each, what is right."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Cases = Mapping[str, tuple[Callable[[], Any], Any]]


def section(cases: Cases) -> Any:
    """Return the test that each case comes out as the rules say."""

    @pytest.mark.parametrize(("actual", "expected"), cases.values(), ids=cases)
    def test(actual: Callable[[], Any], expected: Any) -> None:
        assert actual() == expected

    return test
