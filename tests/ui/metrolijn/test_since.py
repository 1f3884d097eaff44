"""Since my last turn: the round in which one has chosen, with what it changed."""

from metrobot.service.model.play import PlayerId
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.people.reminder_page import reminder_page
from metrobot.ui.turn.log_page import turns_since
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metrolijn.games import play, table_at

FRONT = MetrolijnFront()


def test_the_round_of_ones_own_choice_is_told() -> None:
    game = play(3, 1)
    table = table_at(game, game.turn_starts()[5])

    assert turns_since(table, table.people[0].id) == [4]


def test_who_takes_no_further_part_is_told_all_rounds_since() -> None:
    """With special stations somebody can be done early."""
    games = (play(3, seed, special=True) for seed in range(1, 40))
    table, seat = next(
        (table, seat)
        for game in games
        for table in [table_at(game)]
        for seat in range(3)
        if len(turns_since(table, table.people[seat].id)) > 1
    )
    rounds = [each.turn for each in table.log if each.event.actor == seat]

    told = turns_since(table, table.people[seat].id)

    assert told[0] == max(rounds)
    assert told[-1] == max(each.turn for each in table.log)


def test_a_stranger_is_told_everything() -> None:
    game = play(2, 3)

    assert turns_since(table_at(game, game.turn_starts()[3]), PlayerId(99)) == [0, 1, 2]


def test_the_picture_marks_all_that_changed() -> None:
    """Two rounds change more than one; alone it is the sheet."""
    for players in (1, 3):
        game = play(players, 1)
        table = table_at(game, game.turn_starts()[4])

        game_view, told = game_view_of(table, ENGLISH), [table.summary(turn) for turn in (1, 2, 3)]

        pictures = {FRONT.changes(game_view, some, ENGLISH).draw() for some in (told, told[2:], ())}

        assert len(pictures) == 3


def test_a_reminder_says_what_the_card_lets_one_do() -> None:
    """The open card, and its meaning in a line."""
    game = play(2, 1)
    table = table_at(game, game.turn_starts()[2])

    said = reminder_page(FRONT, table, (table.people[1].id,), ENGLISH, is_direct=False).content

    card, meaning = FRONT.prompt(game_view_of(table, ENGLISH), ENGLISH).splitlines()[:2]
    assert card.lstrip("# ") in said
    assert meaning in said
