"""The choice among places that cost something by themselves and more among others."""

from render.placing.choice import cheapest

PLACES = [("near", 1.0), ("far", 2.0), ("farther", 3.0), ("away", 9.0)]


def test_the_place_that_costs_least_in_all_is_chosen() -> None:
    more = {"near": 5.0, "far": 2.0, "farther": 2.0, "away": 0.0}
    last = {"near": 0.0, "far": 4.0, "farther": 0.5, "away": 0.0}

    assert cheapest(PLACES, lambda _: 0.0) == ("near", 1.0)
    assert cheapest(PLACES, more.__getitem__) == ("far", 4.0)
    assert cheapest(PLACES, more.__getitem__, last.__getitem__) == ("farther", 5.5)
    assert cheapest([], more.__getitem__) is None


def test_of_equal_places_the_first_is_chosen() -> None:
    """And the last cost is asked of none that costs as much already."""
    asked = list[str]()

    def last(place: str) -> float:
        asked.append(place)
        return 0.0

    assert cheapest([("one", 1.0), ("two", 1.0)], lambda _: 0.0, last) == ("one", 1.0)
    assert cheapest([("one", 0.5), ("two", 0.5)], {"one": 0.5, "two": 0.5}.__getitem__, last) == (
        "one",
        1.0,
    )
    assert asked == ["one", "one"]
