"""Odd people at whole games: what can be shown of them, in each language."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

from metrobot.engine.draft import new_draft
from metrobot.service.finished.what_ifs import moments_of
from metrobot.service.membership.endings import END
from metrobot.service.membership.seats import REPLACE
from metrobot.service.membership.transfer_rules import SILENCE, TransferReason, agreement
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Place, Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.store.schema.rows import NOBODY
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.lobby.lost_pages import (
    Refused,
    lost_page,
    moved_page,
    refused_here_page,
    refused_page,
)
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.pages.page import Letter, Post, page
from metrobot.ui.people.my_games import games_page
from metrobot.ui.people.reminder_page import reminder_page
from metrobot.ui.replays.replay_command import replay_page
from metrobot.ui.seats.seat_pages import (
    board_news_page,
    end_page,
    news_page,
    offer_page,
    resign_parts,
    sure_parts,
)
from metrobot.ui.turn.board_buttons import board_page, done_page
from metrobot.ui.turn.log_page import log_parts, since_parts, turns_a_page
from metrobot.ui.turn.planner_page import planner_look, planner_page
from metrobot.ui.turn.public_pages import hand_page, over_pages, start_page, turn_page
from metrobot.ui.turn.undo import question_page, taken_back_page
from metrobot.ui.words.catalogue import Words, words_for
from metrobot.ui.words.text_length import ELLIPSIS
from tests.titles import GAMES
from tests.ui.limits import LONGEST_ALT, component_faults, ends_whole, length, letter_faults, walk

LANGUAGES = ("en", "nl", "es", "ko")
"""All that are spoken, whether or not they are complete."""
ODD = (
    "*" * 32,
    "@everyone <@123456789012345678>!",
    "\u202e\u05d0\u05d1\u05d2 \u202dmixed\u202c \u05d3\u05d4\u05d5 " + "\u05d6" * 10,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 6,
    "[_](http://x.yz) ~~||`\\\n# " + "W" * 12,
    "Z" + "\u0351\u0323" * 12 + "\uac00" * 7,
    "\u200b\u2060 \u3164\n\t\u200e",
    "<@&1> <#2> </game new:3> @here \u0645\u062f",
)
"""Names of up to 32 characters that would break what is not made safe."""
BIG = 10**18
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class _Mentions(dict[str, str]):
    """The longest mentions of commands, whatever there are."""

    def get(self, name: str, default: Any = None) -> Any:
        """Return a command's mention."""
        return f"</{name}:{BIG}>"


def words_in(language: str) -> Words:
    """Return a language as it is said in messages, commands mentioned."""
    return words_for(language).with_commands(_Mentions(all="of them"))


def odd_people(count: int) -> tuple[Person, ...]:
    """Return a number of people with odd names and the longest ids."""
    return tuple(Person(PlayerId(BIG + n), ODD[n % len(ODD)]) for n in range(count))


def odd(table: Table) -> Table:
    """Return a table with odd people and the longest ids."""
    people = odd_people(len(table.people))
    return replace(
        table,
        id=GameId(10**9),
        place=Place(guild=BIG, channel=BIG, host=people[0].id, board_message=BIG),
        people=people,
        salt=(str(BIG),) * 6,
    )


@cache
def course(title: str, players: int, **options: Any) -> tuple[Table, ...]:
    """Return the tables of one game: at the start of each turn, and at the end."""
    source = GAMES[title]
    game = source.play(players, 1, **options)
    return tuple(odd(source.table_at(game, events)) for events in game.turn_starts())


def some_of(tables: tuple[Table, ...], count: int = 6) -> tuple[Table, ...]:
    """Return the first two tables of a game, the last two, and some between."""
    return (tables[0], tables[1], *tables[2 : -1 : max(1, len(tables) // count)], *tables[-2:])


def shown_pages(front: Front, table: Table, words: Words) -> Iterator[Post]:
    yield from _private(front, table, words)
    yield from _past(front, table, words)
    yield from _seats(front, table, words)
    if table.status is Status.OVER:
        yield from over_pages(front, table, words)
    elif table.to_act():
        yield start_page(front, table, words)
        yield moved_page(front, table, words)
        yield from _planners(front, table, words)


def _private(front: Front, table: Table, words: Words) -> Iterator[Post]:
    """Yield the private messages of each player."""
    for person in table.people:
        if table.title.deals_hands(table.rules):
            yield hand_page(front, table, person.id, words)
        yield page("\n".join(front.status(game_view_of(table, words, person.id), words)))
        yield board_page(front, table, words, person.id, note=words.say("board.moved_on"))
        yield page(*since_parts(front, table, words, person.id))
    for zoom in front.zooms(game_view_of(table, words, table.people[0].id), words):
        yield board_page(front, table, words, table.people[0].id, zoom=zoom.key)
    player = table.people[-1].id
    for is_direct in (True, False) if table.to_act() else ():
        yield reminder_page(front, table, (player,), words, is_direct=is_direct)
    yield lost_page(table, ODD[0], words)
    for turn in (None, *finished_turns(table)[-1:]):
        about = Refused(turn, "50035")
        yield refused_page(table, ODD[0], about, words)
        yield refused_here_page(table, player, about, words)
    many = [replace(table, id=GameId(table.id + number)) for number in range(25)]
    yield games_page(many, BIG, player, words)
    yield page(*resign_parts(table, table.people[0].id, words))
    yield done_page(table, "seats.offered", words)


def _past(front: Front, table: Table, words: Words) -> Iterator[Post]:
    """Yield the messages about turns that are over."""
    played = finished_turns(table)
    if not played:
        return
    delivery = Delivery(1, table.id, DeliveryKind.TURN, played[-1], table.revision, None, "n")
    yield turn_page(front, table, delivery, words)
    yield turn_page(front, table, replace(delivery, revision=1), words)
    for number in range(0, len(played), turns_a_page(table)):
        yield page(*log_parts(front, table, words, number // turns_a_page(table)))
    yield from _undone(front, table, words, played[-1])
    for source in ReplaySource:
        yield replay_page(front, table, words, source, None, offers=moments_of)
        yield replay_page(front, table, words, source, len(played), offers=moments_of)


def row_pages(front: Front, table: Table, words: Words) -> Iterator[Post]:
    """Yield the messages about as many turns in a row as people play."""
    row = tuple(finished_turns(table)[-len(table.people) :])
    if row:
        delivery = Delivery(1, table.id, DeliveryKind.TURNS, row[0], table.revision, None, "n")
        in_a_row = replace(delivery, turns=row)
        yield turn_page(front, table, in_a_row, words)
        yield turn_page(front, table, replace(in_a_row, revision=1), words)


def _undone(front: Front, table: Table, words: Words, turn: int) -> Iterator[Post]:
    """Yield the questions and news about a turn that is taken back."""
    everybody = [person.id for person in table.people]
    for agreed in (everybody, everybody[:1], ()):
        asked = ballot(table, UNDO, everybody, agreed, {"turn": turn})
        yield question_page(front, table, asked, words)
    player = everybody[-1]
    delivery = Delivery(1, table.id, DeliveryKind.TAKEN_BACK, turn, table.revision, player, "n")
    yield taken_back_page(front, table, table, delivery, words)
    yield taken_back_page(front, table, table, replace(delivery, revision=1), words)


def _seats(front: Front, table: Table, words: Words) -> Iterator[Post]:
    """Yield the questions and news about places, with the most people asked."""
    everybody = [person.id for person in table.people]
    newcomer = PlayerId(BIG - 1)
    gone = replace(
        table, people=tuple(replace(p, id=PlayerId(NOBODY), name="") for p in table.people)
    )
    for kind in (DeliveryKind.VACATED, DeliveryKind.SEATED, DeliveryKind.ENDED):
        delivery = Delivery(1, table.id, kind, None, table.revision, newcomer, "n")
        yield news_page(gone, delivery, words)
    yield board_news_page(front, table, words)
    for agreed in (everybody, everybody[:1], ()):
        for payload in ({"result": True}, {"result": False}):
            asked = ballot(table, END, everybody, agreed, payload)
            yield end_page(table, asked, words)
            yield page(*sure_parts(table, asked, words))
        for ground in TransferReason:
            about = {"position": 0, "ground": ground.value}
            asked = ballot(table, REPLACE, [newcomer, *everybody], agreed, about)
            opposed = replace(asked, objected=frozenset(everybody) - asked.agreed, opener=newcomer)
            for each in (asked, opposed):
                count = agreement(table, each, each.until, SILENCE)
                yield offer_page(table, each, count, words)
            yield page(*sure_parts(table, asked, words))


def ballot(
    table: Table,
    kind: str,
    voters: Iterable[PlayerId],
    agreed: Iterable[PlayerId],
    payload: dict[str, Any],
) -> Ballot:
    """Return a ballot with the longest ids."""
    asked = frozenset(voters)
    return Ballot(
        id=10**9,
        game=table.id,
        kind=kind,
        payload=payload,
        opener=table.people[0].id,
        voters=asked,
        agreed=frozenset(agreed),
        quorum=len(asked),
        revision=table.revision,
        message=BIG,
        until=NOW,
    )


def _planners(front: Front, table: Table, words: Words) -> Iterator[Post]:
    """Return the planner with the first choice after the first, to the end of the turn."""
    draft = new_draft(table.title, table.state, table.seats_to_act()[0])
    for _ in range(12):
        groups = planner_look(front, table, draft, words, None)
        keys = [each.key for each in (*groups.groups, *groups.tabs)]
        for group in (None, *keys):
            yield planner_page(front, table, draft, words, group)
        if draft.is_turn_over or not draft.open_choices:
            return
        draft = draft.then(len(draft.open_choices) - 1)


def faults(shown: Post) -> list[str]:
    """Return the limits of Discord that a message breaks before it is drawn."""
    names = [f"{each.stem}.png" for each in shown.pictures]
    alts = [each.alt for each in shown.pictures]
    found = [] if len(names) <= 10 and len(set(names)) == len(names) else ["pictures"]
    if not all(1 <= length(alt) <= LONGEST_ALT for alt in alts):
        found.append("alts of pictures")
    found += [f"no whole sentence: {each[-40:]}" for each in alts if not ends_whole(each)]
    if isinstance(shown, Letter):
        found += letter_faults(shown.content, rows_of(shown))
    return [*found, *component_faults(parts_of(shown))]


def lacks_lines(shown: Post) -> bool:
    """Return whether a message had no room for all its lines."""
    return isinstance(shown, Letter) and ELLIPSIS in shown.content.splitlines()


def parts_of(shown: Post) -> list[dict[str, Any]]:
    """Return all components of a message, inner ones too."""
    return list(walk(rows_of(shown)))


def rows_of(shown: Post) -> list[dict[str, Any]]:
    """Return the outermost components of a message."""
    raw: Any = shown.view.to_components()
    return list(raw)


def said_in(shown: Post) -> str:
    """Return all texts of a message in which Markdown means something."""
    if isinstance(shown, Letter):
        return shown.content
    return "\n".join(each["content"] for each in parts_of(shown) if each["type"] == 10)
