"""Who the computers are that sit at tables."""

from metrobot.service.model.computers import LEVELS, NAMES, computer_of, free_computer
from metrobot.service.model.play import Person, PlayerId
from metrobot.store.schema.rows import COMPUTERS, NOBODY


def test_a_computer_is_known_by_its_id() -> None:
    found = [free_computer(level, ()) for level in LEVELS]

    assert [None if each is None else each.level for each in found] == list(LEVELS)
    assert all(each is not None and computer_of(each.id) == each for each in found)
    assert all(each is not None and each.id <= COMPUTERS for each in found)


def test_a_name_comes_once_at_a_table() -> None:
    taken = list[int]()
    for number in range(len(NAMES)):
        computer = free_computer(LEVELS[number % len(LEVELS)], taken)
        assert computer is not None
        taken.append(computer.id)

    names = [found.name for found in map(computer_of, taken) if found is not None]
    assert sorted(names) == sorted(NAMES)
    assert free_computer("easy", taken) is None


def test_people_are_no_computers() -> None:
    for number in (1, 10**18, -1, -500, COMPUTERS + 1, NOBODY):
        person = Person(PlayerId(number), "Ann")
        assert not person.is_computer
        assert person.level is None


def test_a_covered_person_stays_a_person() -> None:
    """A computer plays for them; they are none."""
    person = Person(PlayerId(10), "Ann", cover="fair")

    assert not person.is_computer
    assert person.level is None
    assert person.played_by == "fair"
