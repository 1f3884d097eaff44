"""Which sum `make test` tells at its end."""

from pathlib import Path

from tests.house.loops import cost


def test_a_cost_is_told_in_loops_that_were_timed_before_and_after() -> None:
    """So that a machine twice as slow tells the same number."""
    assert cost(900, 4, 5) == "900 s of a processor, 200 loops of 4.50 s"
    assert cost(1800, 8, 10).split(", ")[1].startswith("200 loops")


def test_make_test_tells_it() -> None:
    recipe = Path("Makefile").read_text().partition("\ntest:")[2].partition("\n\n")[0]

    assert "-p tests.house.loops" in recipe
