"""Lines of the day on a simulated Discord: opened, played card by card, closed by passing days."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import discord
import simcord
from simcord import interactions

from metrobot.service.daily import timetable
from metrobot.service.daily.daily import Daily
from metrobot.service.daily.runs import OVER, Run
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.play.lock_choice import draft_for
from metrobot.store.schema import daily_tables
from metrobot.store.statements.daily.lines import LineRow
from metrobot.store.statements.daily.papers import PaperRow
from metrobot.store.statements.daily.runs import RunRow
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.kit.front import Front
from metrobot.ui.pages.ids import PressKind
from metrobot.ui.words.catalogue import Words
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, again, ids, labels, raw, texts

LINES: Final[Mapping[str, Front]] = {"metrolijn": FRONTS["metrolijn"]}
"""The one title that lines of the day need."""
PAPER_HOUR: Final = 9
"""Hour of the morning papers in tests, in UTC: three hours after a line closes."""
UNKNOWN: Final = "no longer works"
"""Words for a button that this release does not know, or that stands in a wrong place."""


def pages_of(stage: Stage, daily: Daily, who: Person, words: Words) -> LinePages:
    """Return the pages about lines for somebody here."""
    members, here = stage.bot.parts.members, stage.guild.id
    reader = (members.is_bot_there, who, here, words, members.gone)
    return LinePages(daily, LINES, *reader, manages=False)


async def home(stage: Stage, number: int = 0, **options: Any) -> Shown:
    """Type /daily; return its private page."""
    answer = await stage.person(number).slash(stage.channel, "daily", **options)
    return answer.response


async def begun(stage: Stage, number: int = 0) -> Shown:
    """Open today's line and press Play or Go on; return the planner."""
    shown = await home(stage, number)
    return await stage.press(number, shown, "Play" if "Play" in labels(shown) else "Continue")


def choices(message: Shown) -> list[str]:
    """Return the ids of the buttons in a planner that choose something."""
    return [each for each in ids(message) if f":{PressKind.RUN}:{PressKind.TRY}!" in each]


def ids_of_run(message: Shown) -> list[str]:
    """Return the ids of all buttons and menus that belong to a run."""
    return [each for each in ids(message) if f":{PressKind.RUN}:" in each]


async def pressed(stage: Stage, number: int, message: Shown, custom_id: str) -> Shown:
    """Press a button by its id; return the message as it is then."""
    await stage.person(number).click(message, custom_id=custom_id)
    return again(stage, message)


async def chosen(stage: Stage, number: int, message: Shown, which: int = 0) -> Shown:
    """Choose something for a card, by buttons or else by a menu, until it can be confirmed."""
    while "Confirm" not in labels(message) and is_planner(message):
        found = choices(message)
        if found:
            message = await pressed(stage, number, message, found[which % len(found)])
            continue
        menu = next(each for each in walk(raw(message)) if each["type"] == 3)
        option = menu["options"][which % len(menu["options"])]["value"]
        await stage.person(number).select(message, [option], custom_id=menu["custom_id"])
        message = again(stage, message)
    return message


def is_planner(message: Shown) -> bool:
    """Return whether a page is the planner of a run."""
    return any(f":{PressKind.RUN}:" in each for each in ids(message))


async def used(stage: Stage, number: int, message: Shown, cards: int = 1) -> Shown:
    """Use some cards; return the planner of the next one, or the result."""
    for _ in range(cards):
        message = await chosen(stage, number, message)
        if "Confirm" in labels(message):
            message = await stage.press(number, message, "Confirm")
    return message


async def finished(stage: Stage, number: int = 0, which: int = 0) -> Shown:
    """Play today's line to its end; return the page with the result."""
    message = await begun(stage, number)
    while is_planner(message):
        message = await chosen(stage, number, message, which)
        if "Confirm" in labels(message):
            message = await stage.press(number, message, "Confirm")
    return message


async def switched(stage: Stage, number: int = 0) -> Shown:
    """Switch At once in the settings; return them."""
    shown = await stage.press(number, await home(stage, number), "Settings")
    label = next(each for each in labels(shown) if each.startswith("At once"))
    return await stage.press(number, shown, label)


async def pass_days(stage: Stage, days: float = 1.0) -> None:
    """Advance by days, with all that is due in them; simcord wants short leaps."""
    while days > 0:
        await stage.env.advance_time(min(days, 3.0) * 86_400)
        days -= 3.0
    await stage.env.settle()


async def leap(stage: Stage, days: float = 1.0) -> None:
    """Advance by days without a round; each of them only gets its line."""
    clock, lines = stage.env.backend.clock, stage.bot.parts.tables.daily.lines
    while days > 0:
        clock._epoch += timedelta(days=min(days, 1.0))
        days -= 1.0
        await lines.today()


def today(stage: Stage) -> int:
    return timetable.number_at(stage.env.now())


def said(message: Shown) -> str:
    return " ".join(texts(message).split())


def answered(answer: simcord.InteractionResult) -> str:
    """Return the text of the private answer to an interaction."""
    found = answer.followups[-1] if answer.followups else answer.response
    assert found is not None
    assert found.ephemeral
    return said(found)


async def forged(stage: Stage, number: int, message: Shown, custom_id: str, *values: str) -> str:
    """Press a button or menu that a message does not have; return what is answered."""
    answer = stage.forge(stage.person(number), message, custom_id, *values)
    await stage.env.settle()
    return answered(answer)


def label_id(message: Shown, label: str) -> str:
    return next(
        str(each["custom_id"])
        for each in walk(raw(message))
        if each["type"] == 2 and each["label"] == label
    )


# --- behind the bot's back ---


def person(stage: Stage, number: int) -> Person:
    """Return a person as the service knows them."""
    member = stage.person(number)
    return Person(PlayerId(member.id), member.name)


async def allow(stage: Stage, number: int) -> None:
    """Allow somebody's sheet to be shown, without a press."""
    await stage.bot.parts.tables.people.prefer(person(stage, number), show_sheet=True)


def elsewhere(stage: Stage, number: int | None = None) -> Stage:
    """Return the same bot on another server, with somebody who is on both, or a stranger."""
    guild = stage.env.create_guild("Far", owner=stage.env.create_user("Zed"))
    channel = guild.create_text_channel("far")
    user = stage.env.create_user("Zoe") if number is None else stage.person(number).user
    return replace(stage, guild=guild, channel=channel, people=[guild.add_member(user)])


async def begun_run(stage: Stage, number: int = 0, *, is_new: bool = False) -> Run:
    """Begin today's line here for somebody, without a press."""
    run = await stage.bot.parts.tables.daily.runs.begin(
        today(stage),
        person(stage, number),
        guild=stage.guild.id,
        interaction=stage.env.backend.snowflake(),
        is_new=is_new,
    )
    await stage.env.settle()  # whoever judges lines is called
    return run


async def advanced(stage: Stage, run: Run, cards: int = 99, which: int = 0) -> Run:
    """Use some more cards for somebody, without a press."""
    runs = stage.bot.parts.tables.daily.runs
    who = run.play.people[0]
    for _ in range(cards):
        if run.is_over:
            break
        draft = draft_for(run.play, who.id)
        while not draft.is_turn_over:
            draft = draft.then(which % len(draft.open_choices))
        run = await runs.play_draft(run.row.id, who, run.play.revision, draft.code)
    return run


async def done(stage: Stage, number: int = 0, which: int = 0) -> Run:
    """Finish today's line here for somebody, without a press."""
    return await advanced(stage, await begun_run(stage, number), which=which)


async def two_lines(stage: Stage) -> Shown:
    """Let Ann finish line 1, which is over, and begin today's line 2; return her page."""
    await done(stage)
    await leap(stage, 1.3)
    await advanced(stage, await begun_run(stage), 2)
    return await home(stage)


def joined(stage: Stage, who: Person) -> None:
    """Have Discord say that somebody is on the server, under their name."""
    backend = stage.env.backend
    if who.id not in backend.guilds[stage.guild.id].members:
        user = backend.users.setdefault(who.id, replace(backend.bot_user, id=who.id, bot=False))
        backend.add_member(stage.guild.id, user.id, nick=who.name)


async def scored(
    stage: Stage, who: Person, line: int, score: int, *, compared: bool = True
) -> None:
    """Store a score of somebody on a line here, and nothing else of it."""
    joined(stage, who)
    store, now = stage.store, stage.env.now()
    new = RunRow(kind="line", of=line, player=who.id, compared=compared, begun_at=now)
    row = await store.runs.begin(new, who.name, salt="1", guild=stage.guild.id, mark="")
    over = replace(row, deeds=None, turns=1, status=OVER, score=score, empty=9, over_at=now)
    await store.runs.save(over)


async def valued(
    stage: Stage, line: int, par: int, *, easy: int = 5, best: int = 60, fair: int | None = None
) -> None:
    """Store a line's worth."""
    worth = LineRow(line, "", "", par=par, easy=easy, best=best, policy=7, fair=fair)
    await stage.store.lines.store_par(worth)


async def paper_row(stage: Stage) -> PaperRow:
    """Return the paper of the server as it is kept."""
    found = await stage.store.papers.of(stage.guild.id)
    assert found is not None
    return found


@contextmanager
def long_ago(env: simcord.Env, days: int = 90) -> Iterator[None]:
    """Make all accounts created meanwhile older."""
    clock = env.backend.clock
    clock._epoch -= timedelta(days=days)
    try:
        yield
    finally:
        clock._epoch += timedelta(days=days)


def newcomer(stage: Stage, name: str, *, days: int = 90, **permissions: bool) -> int:
    """Add somebody with an account of a given age; return their number."""
    with long_ago(stage.env, days):
        user = stage.env.create_user(name)
    granted = discord.Permissions(**permissions)
    roles = [stage.guild.create_role(name, permissions=granted)] if permissions else []
    stage.people.append(stage.guild.add_member(user, roles=roles))
    return len(stage.people) - 1


def manager(stage: Stage) -> int:
    """Add a manager of the server; return their number."""
    return newcomer(stage, "Gil", manage_guild=True)


KEPT_OF_LINES: Final = ("lines", "runs", "line_places", "line_bars", "papers")
"""The tables of the database that are about lines of the day."""


async def kept(stage: Stage, *others: str) -> dict[str, list[dict[str, Any]]]:
    """Return everything stored about lines, and in some other tables."""
    found = dict[str, list[dict[str, Any]]]()
    for name in (*KEPT_OF_LINES, *others):
        rows = stage.store.content.batches(daily_tables.lines.metadata.tables[name])
        found[name] = [dict(row) async for batch in rows for row in batch]
    return found


async def typed(stage: Stage, number: int, value: Any) -> str:
    """Send /daily line: with any value, as no client would; return what is answered."""
    backend = stage.env.backend
    options = [{"name": "line", "type": 4, "value": value}]
    record, payload = interactions.base_payload(
        backend,
        type=2,
        channel_id=stage.channel.id,
        guild_id=stage.guild.id,
        user_id=stage.person(number).id,
        data={"id": "1", "name": "daily", "type": 1, "options": options},
    )
    backend.emit("INTERACTION_CREATE", payload)
    await stage.env.settle()
    return answered(simcord.InteractionResult(stage.env, record))
