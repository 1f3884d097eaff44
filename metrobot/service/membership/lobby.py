"""Changes of a lobby: functions from a stored game to the one to be stored."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from metrobot.engine.errors import RecordError
from metrobot.engine.ruleset import COLOURS, OptionValue, Ruleset, complete_options
from metrobot.engine.title import AnyTitle
from metrobot.service.model import chance
from metrobot.service.model.computers import LEVELS, computer_of, free_computer
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.guards import check_host
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import Seating
from metrobot.service.people.terms import HINTS, OPEN_SEATS, PACE, mark_of, terms_of, with_values
from metrobot.service.waits.paces import NO_PACE, PACES
from metrobot.store.schema.rows import GameRow, PersonRow

SEATINGS: tuple[Seating, ...] = ("random", "joined")
"""Ways to find the order of play; the first is the default."""

ALLOWED: Final = "on"
FORBIDDEN: Final = "off"

MOST_JOINS: Final = 64
"""Most joins of one lobby; each adds to the salt, which stays when the person leaves."""

Change = Callable[[GameRow], GameRow]
"""Change of a lobby; raises TableError if it is not allowed."""


def new_lobby(
    title: AnyTitle,
    host: Person,
    *,
    guild: int,
    capacity: int | None,
    seating: Seating,
    key: bytes,
    now: datetime,
    private: bool = False,
    pace: str | None = None,
) -> GameRow:
    """Return a new lobby with its host in it, in no channel yet; a private one has one place.

    Raises:
        TableError: the title cannot be played by so many, or others are to join
            a private game.
    """
    if private:
        if capacity not in (None, 1):
            raise TableError(TableKey.PRIVATE_ALONE)
        capacity = 1
    if pace is not None:
        check_pace(pace, capacity)
    if capacity is not None:
        check_count(title, capacity)
    return GameRow(
        id=0,
        guild=guild,
        channel=0,
        title=title.id,
        rules_version=title.rules_version,
        status=Status.LOBBY,
        host=host.id,
        capacity=capacity,
        players=None,
        options=dict(complete_options(title.options, {})),
        seating=seating,
        commitment=chance.commitment_of(key),
        salt=(),
        key=key.hex(),
        revision=0,
        result=None,
        board_message=None,
        created_at=now,
        turn_since=now,
        people=(PersonRow(host.id, host.name),),
        private=private,
        dealing=chance.BY_DRAW,
        pace=pace,
    )


def check_pace(pace: str, capacity: int | None) -> None:
    """Refuse a pace that there is not, and any for a game alone.

    Raises:
        TableError: there is none, or nobody else plays.
    """
    if pace not in PACES:
        raise TableError(TableKey.NO_SUCH_OPTION, option=PACE, value=pace)
    if capacity == 1:
        raise TableError(TableKey.PACE_ALONE)


def check_count(title: AnyTitle, have: int) -> None:
    """Refuse a number of people that the title cannot play with.

    Raises:
        TableError: it does not.
    """
    if have not in title.player_counts:
        counts = tuple(map(str, title.player_counts))
        raise TableError(TableKey.WRONG_COUNT, have=have, counts=counts)


def with_person(
    title: AnyTitle, row: GameRow, person: Person, salt: tuple[str, ...] = ()
) -> GameRow:
    """Return the lobby with one more person, and with their salt if they are new.

    Raises:
        TableError: the person is in, or was removed; all places are taken, or people
            have come and gone too often.
    """
    if person.id in (row.removed or ()):
        raise TableError(TableKey.REMOVED)
    if any(other.id == person.id for other in row.people):
        raise TableError(TableKey.ALREADY_IN)
    _check_place(title, row)
    # Joining and leaving again would make the salt grow without end.
    if salt and len(row.salt) >= MOST_JOINS:
        raise TableError(TableKey.JOINED_OFTEN, most=MOST_JOINS)
    people = (*row.people, PersonRow(person.id, person.name))
    # Everybody else may have left the server, the host too.
    host = row.host if row.people else person.id
    return replace(row, people=people, salt=(*row.salt, *salt), host=host)


def _check_place(title: AnyTitle, row: GameRow) -> None:
    """Refuse one more person if all places are taken."""
    places = row.capacity or max(title.player_counts)
    if len(row.people) >= places:
        has_computers = any(computer_of(person.id) is not None for person in row.people)
        key = TableKey.FULL_COMPUTERS if has_computers else TableKey.FULL
        raise TableError(key, capacity=places)


def with_computer(title: AnyTitle, row: GameRow, player: int, level: str) -> GameRow:
    """Return the lobby with a computer that its host adds; computers bring no salt.

    Raises:
        TableError: it is not the host, there is no such level, or no place.
    """
    check_host(row, player, may_manage=False)
    _check_place(title, row)
    computer = free_computer(level, [person.id for person in row.people])
    if level not in LEVELS or computer is None:
        raise TableError(TableKey.NO_SUCH_OPTION, option="level", value=level)
    return replace(row, people=(*row.people, PersonRow(computer.id, computer.name)))


def without_other(row: GameRow, player: int, other: int) -> GameRow:
    """Return the lobby without a computer, or somebody who cannot come back, as its host wants.

    Raises:
        TableError: it is not the host, no such person or computer is in, or it is the host's
            own place.
    """
    check_host(row, player, may_manage=False)
    if other == player or all(person.id != other for person in row.people):
        raise TableError(TableKey.NOT_THERE)
    new = without_person(row, other)
    return new if computer_of(other) else replace(new, removed=(*(row.removed or ()), other))


def without_person(row: GameRow, player: int) -> GameRow:
    """Return the lobby without somebody; empty if they were the last person.

    Raises:
        TableError: they are not in.
    """
    people = tuple(person for person in row.people if person.id != player)
    if len(people) == len(row.people):
        raise TableError(TableKey.NOT_IN_LOBBY)
    persons = [person.id for person in people if computer_of(person.id) is None]
    if not persons:
        return replace(row, people=())
    host = persons[0] if row.host == player else row.host
    return replace(row, people=people, host=host)


def with_ok(row: GameRow, player: int, mark: str) -> GameRow:
    """Return the lobby with somebody's OK to the terms of a mark; others are still to be agreed to.

    Raises:
        TableError: they are not in.
    """
    if all(person.id != player for person in row.people):
        raise TableError(TableKey.NOT_IN_LOBBY)
    if mark != mark_of(row):
        return row
    (own,) = (person for person in row.people if person.id == player)
    agreed = with_values(own.agreed or {}, terms_of(row))
    own = replace(own, agreed=agreed, asked=False, asked_at=None)
    return replace(row, people=tuple(own if p.id == player else p for p in row.people))


def without_gone(row: GameRow, leavers: Iterable[int]) -> GameRow:
    """Return the lobby without people who have left the server; empty if all have."""
    for person in leavers:
        row = without_person(row, person) if row.people else row
    return row


def with_choice(
    title: AnyTitle, row: GameRow, player: int, name: str, value: OptionValue
) -> GameRow:
    """Return the lobby with one choice of the host: an option, the seating, or hints.

    Raises:
        TableError: it is not the host, or there is no such option or value.
    """
    check_host(row, player, may_manage=False)
    if name == "seating" and value in SEATINGS:
        return replace(row, seating=str(value))
    if name == PACE:
        pace = None if value == NO_PACE else str(value)
        if pace is not None:
            check_pace(pace, row.capacity)
        return replace(row, pace=pace)
    if name in (HINTS, OPEN_SEATS) and value in (ALLOWED, FORBIDDEN):
        is_on = value == ALLOWED
        return replace(row, hints=is_on) if name == HINTS else replace(row, open_seats=is_on)
    return with_options(title, row, {name: value})


def with_options(title: AnyTitle, row: GameRow, choices: Mapping[str, OptionValue]) -> GameRow:
    """Return the lobby with these options, the others as they were.

    Raises:
        TableError: there is no such option or value.
    """
    # One by one, so that the refusal names the wrong one.
    for name, value in choices.items():
        try:
            options = complete_options(title.options, {**row.options, name: value})
        except RecordError as error:
            facts = {"option": name, "value": str(value)}
            raise TableError(TableKey.NO_SUCH_OPTION, **facts) from error
        row = replace(row, options=dict(options))
    return row


def started_game(
    title: AnyTitle,
    row: GameRow,
    interaction: int,
    now: datetime,
    wishes: Mapping[int, Sequence[int]],
) -> GameRow:
    """Return the game with its people in the order of play, before its first event.

    Args:
        title: of the game.
        row: its lobby.
        interaction: salt for the dealing.
        now: the time.
        wishes: the colours that people wish for, the dearest first.

    Raises:
        TableError: too few people, more than can play, or somebody is asked for their OK.
    """
    if names := tuple(person.name for person in row.people if person.asked):
        raise TableError(TableKey.NOT_AGREED, names=names)
    people = len(row.people)
    need = min(title.player_counts)
    if people < need:
        raise TableError(TableKey.TOO_FEW, need=need, have=people)
    check_count(title, people)
    # Options without effect for so many people have their default.
    options = {
        option.name: row.options[option.name]
        for option in title.options
        if people in option.players and option.name in row.options
    }
    salt = (*row.salt, str(interaction))
    seated = _seated(row, salt)
    rules = title.ruleset(people, options)
    if title.colour_count(rules):
        joined = [seated.index(person) for person in row.people]
        colours = _colours(title, rules, joined, [wishes.get(each.id, ()) for each in seated])
        rules = title.ruleset(people, {**options, COLOURS: colours})
    persons = [person for person in row.people if computer_of(person.id) is None]
    return replace(
        row,
        status=Status.RUNNING,
        players=people,
        options=dict(rules.options),
        salt=salt,
        people=tuple(replace(person, agreed=None) for person in seated),
        turn_since=now,
        # Computers do not wait.
        pace=row.pace if len(persons) > 1 else None,
    )


def _colours(
    title: AnyTitle, rules: Ruleset, joined: Sequence[int], wishes: Sequence[Sequence[int]]
) -> str:
    """Return the colours of the seats as their players wish, the rest in order.

    Args:
        title: of the game.
        rules: of the game, as yet without colours.
        joined: the players in the order in which they joined.
        wishes: of each player, the dearest first.
    """
    holders = title.holders(rules)
    numbers = range(*(len(str(each.default)) for each in title.options if each.name == COLOURS))
    free, own = [*range(title.colour_count(rules))], dict[int, int]()
    # Nobody's second company has a wish before everybody's first.
    order = sorted(
        range(len(holders)), key=lambda n: (holders[:n].count(holders[n]), joined.index(holders[n]))
    )
    for seat in order:
        for colour in [colour for colour in wishes[holders[seat]] if colour in free][:1]:
            own[seat] = colour
            free.remove(colour)
    rest = iter([number for number in numbers if number not in own.values()])
    return "".join(str(own[n] if n in own else next(rest)) for n in range(len(numbers)))


def _seated(row: GameRow, salt: tuple[str, ...]) -> tuple[PersonRow, ...]:
    if row.seating == "joined":
        return row.people
    order = chance.seating(bytes.fromhex(row.key), salt, len(row.people))
    return tuple(row.people[place] for place in order)
