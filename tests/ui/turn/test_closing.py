"""What stands last in the channel: the winner, what decided it, the board, the way on."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from metrobot.games.metromania.result import Result
from metrobot.games.metromania.title import MetroMania
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import PlayerNames, game_view_of
from metrobot.ui.turn.public_pages import over_pages, present_page, scores
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from tests.titles import GAMES, SETTINGS, arguments
from tests.ui.extremes import faults, parts_of, said_in


@cache
def ended(number: int) -> Table:
    """Return one of the games at its end."""
    title, players, options = SETTINGS[number]
    table: Table = GAMES[title].table_at(GAMES[title].play(players, 3, **arguments(options)))
    return table


@pytest.mark.few
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_last_message_has_the_winner_the_facts_the_board_and_the_way_on(
    number: int, language: str
) -> None:
    """At most three facts, seven buttons, no hash, within Discord's limits; the board once."""
    table, words = ended(number), words_for(language)
    *count, last = over_pages(FRONTS[table.title.id], table, words)
    closing = FRONTS[table.title.id].closing(game_view_of(table, words), words)

    said = said_in(last)
    lines = said.splitlines()[len(table.people) > 1 :]
    assert "\n".join(lines).startswith(f"## {closing.winner}")
    assert all(f"\n- {fact}" in said for fact in closing.facts)
    assert len(closing.facts) in (1, 2, 3)
    before = [each for shown in count for each in shown.pictures if "-board-" in each.stem]
    assert len(last.pictures) + len(before) == 1
    first = ("again.button", "replay.open", "review.open")
    second = ("dealing.button", "replay.show_off", "whatif.button", "deal.button")
    assert _labels(last) == [words.say(key) for key in (*first, *second)]
    assert table.commitment not in said
    people = table.seated if len(table.people) > 1 else ()
    assert re.findall(r"<@(\d+)>", said) == [str(person.id) for person in people]
    assert all("<@" not in said_in(each) for each in count)
    assert closing.winner not in "".join(map(said_in, count))
    assert faults(last) == []


def _labels(shown: Any) -> list[str]:
    return [each["label"] for each in parts_of(shown) if each["type"] == 2]


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_scores_stand_below_the_winner(number: int) -> None:
    """The best first; alone the one score is told already."""
    table = ended(number)
    result = table.title.outcome(table.state)
    said = scores(table, ENGLISH)

    assert result is not None
    if len(table.people) == 1:
        assert said == ""
    else:
        numbers = [part.rsplit(" ", 1)[1] for part in said.split(" · ")]
        ranked = sorted(result.scores, reverse=True)
        assert numbers == [ENGLISH.number(points) for points in ranked]


def test_the_scores_go_by_places() -> None:
    class Tied(MetroMania):
        """Ends with as many points for each, and a tie that was broken."""

        def outcome(self, state: Any) -> Result:
            """Return places that the scores do not tell."""
            return replace(super().outcome(state), scores=(5, 5, 5, 5), places=(4, 2, 1, 3))

    table = replace(ended(2), title=Tied())
    said = scores(table, ENGLISH)

    assert sorted(range(4), key=lambda n: said.index(table.people[n].name)) == [2, 1, 3, 0]


def test_the_board_of_an_end_stands_in_one_message() -> None:
    """The post of the last turn leaves it to the count, unless that shows it otherwise."""
    for number in range(len(SETTINGS)):
        table, front = ended(number), FRONTS[SETTINGS[number][0]]
        last = present_page(front, table, ENGLISH)
        apart = front.closing(game_view_of(table, ENGLISH), ENGLISH).picture is None

        assert len(last.pictures) == apart


def test_each_did_best_where_they_got_most_more_than_the_others() -> None:
    """A source in which everybody got much is none; nor is anybody named who got nothing."""
    names = PlayerNames(ENGLISH, ("Ada", "Ben", "Cy"))
    said = names.bests({"rail": (20, 19, 0), "pairs": (6, 0, 0), "start": (1, 9, -2)})

    assert said == "Best: Ada +20 (rail), Ben +9 (start)"
    assert names.bests({"rail": (0, 0, 0)}) == ""


@pytest.mark.parametrize(
    ("best", "special"), [(None, False), (61, False), (-60, False), (61, True)]
)
def test_a_score_alone_stands_on_a_scale(best: int | None, special: bool) -> None:
    """Between usual scores of computers, the best rank and one's own best, if that is better."""
    options = {"map": "berlin", "special": special}
    table = GAMES["metrolijn"].table_at(GAMES["metrolijn"].play(1, 3, **arguments(options)))
    game_view = replace(game_view_of(table, ENGLISH), best=best)
    score, own = game_view.public.result.scores[0], "**\u2068Anna\u2069**"
    scale, *others = FRONTS["metrolijn"].closing(game_view, ENGLISH).facts
    marks = [(score, own), (15, "easy"), (45, "fair"), (50, "Wow!"), (57, "strong")]
    marks += [(61, "best so far")] if best == 61 else []
    said = " · ".join(f"{name} {ENGLISH.number(points)}" for points, name in sorted(marks))

    assert (scale == f"Scale: {said}") != special
    assert sum("Next step: line" in fact for fact in (scale, *others)) == 1
