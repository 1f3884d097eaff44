"""The way through a game as it was: buttons and menus to its turns."""

from collections.abc import Iterator, Sequence

import discord
from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.model.play import Play, Status
from metrobot.ui.pages.ids import (
    PressId,
    PressKind,
    ReplaySource,
    button,
    menu,
    option,
    parse_number,
)
from metrobot.ui.pages.page import Part
from metrobot.ui.turn.board_buttons import film_button, press, review_button
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.player_names import plain_name, player_name
from metrobot.ui.words.refusals import FrameKey


def is_played_here(press_id: PressId) -> bool:
    """Return whether the number in an id is that of a game, not of a record or a run."""
    elsewhere = (ReplaySource.IMPORTED, ReplaySource.LINE)
    return press_id.arg.partition("-")[0] not in elsewhere


def target_turn(press_id: PressId, chosen: str) -> tuple[ReplaySource, int | None]:
    """Return the source and the turn of a button or menu; None for a turn that cannot be read.

    Raises:
        Refusal: it names no place where games are kept.
    """
    source, _, rest = press_id.arg.partition("-")
    if source not in set(ReplaySource):
        raise Refusal(FrameKey.UNKNOWN_PRESS)
    return ReplaySource(source), parse_number(chosen or rest.partition("-")[0])


def controls(
    table: Play, words: Words, source: ReplaySource, step: int, turns: Sequence[int]
) -> Iterator[Part]:
    """Yield the buttons and menus to other turns."""
    last = len(turns) - 1
    ways = (
        ("first", "replay.first", 0, step == 0),
        ("back", "replay.back", max(0, step - 1), step == 0),
        ("on", "replay.on", min(last, step + 1), step == last),
        ("last", "replay.last", last, step == last),
    )
    yield ui.ActionRow(
        *(
            # The name of the way keeps apart two buttons that lead to the same turn.
            button(
                press(table, PressKind.STEP, f"{source}-{to}-{way}"), words.say(key), disabled=off
            )
            for way, key, to, off in ways
        ),
        *(() if source is ReplaySource.LINE else (film_button(table, words, source),)),
    )
    if table.status is Status.OVER and source is not ReplaySource.LINE:
        yield ui.ActionRow(review_button(table, words, source))
    if len(turns) > MOST_CHOICES:
        parts = _part_options(words, step, len(turns))
        part = press(table, PressKind.JUMP, f"{source}-part")
        yield menu(part, words.say("replay.part_menu"), parts)
    if last:
        options = _turn_options(table, words, step, turns)
        turn = press(table, PressKind.JUMP, f"{source}-turn")
        yield menu(turn, words.say("replay.turn_menu"), options)


def _part_options(words: Words, step: int, count: int) -> Iterator[discord.SelectOption]:
    """Yield the parts of a long game; at most as many as a menu can hold."""
    for start in range(0, min(count, MOST_CHOICES * MOST_CHOICES), MOST_CHOICES):
        end = min(start + MOST_CHOICES, count)
        label = words.say("replay.part", first=start + 1, last=end)
        yield option(label, str(start), is_chosen=start <= step < end)


def _turn_options(
    table: Play, words: Words, step: int, turns: Sequence[int]
) -> Iterator[discord.SelectOption]:
    start = step - step % MOST_CHOICES
    for number in range(start, min(start + MOST_CHOICES, len(turns))):
        who = _who(table, turns[number], words)
        key = "replay.turn_of" if who else "replay.turn"
        label = words.say(key, number=number + 1, name=who)
        yield option(label, str(number), is_chosen=number == step)


def _who(table: Play, turn: int, words: Words) -> str:
    """Return the name of the person who played a turn; nothing where it was several people."""
    events = (logged.event for logged in table.log if logged.turn == turn)
    actors = (event.actor for event in events)
    people = {table.person_at(actor) for actor in actors if isinstance(actor, int)}
    return plain_name(player_name(people.pop(), words)) if len(people) == 1 else ""
