"""The page of a game: one file that shows each turn in a browser, and asks nothing of a network."""

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from html import escape
from importlib import resources
from itertools import chain
from string import Template
from typing import Final

from metrobot.players.analysis.facts import Review
from metrobot.service.model.play import Play, Status
from metrobot.service.model.snapshots import finished_turns, snapshots_after
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of, replayed_view
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.pages.page import Box, Page, Part
from metrobot.ui.pages.values import Block, Picture
from metrobot.ui.replays.animations import AnimationMaker
from metrobot.ui.replays.review_page import ReviewReading, review_page, turning_page
from metrobot.ui.turn.public_pages import report_text, told_turn
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import escaped, names_of, plain_names
from render.film.strip import Strip

Sheet = tuple[str, Picture]
"""A picture of the page, and the text beside it as it reads in a message."""

_HEAD: Final = re.compile(r"(?:#{1,3}|-#|>) ")
"""Signs at the beginning of a line that say how it looks."""
_MARK: Final = re.compile(r"\\([\\*_~|`\[\]()<:])|(\*\*)")
"""A character that stands for itself (`player_names.escaped`), or the edge of bold text."""


async def make_page(
    maker: AnimationMaker,
    person: int,
    table: Play,
    words: Words,
    *,
    source: ReplaySource,
    review: Review | None,
) -> bytes | None:
    """Return the page of a game; None if it cannot be made.

    Args:
        maker: has the pictures made.
        person: who waits for it.
        table: with at least one finished turn.
        words: of the reader.
        source: where the game is kept.
        review: of the game, if there is one.

    Raises:
        Refusal: another one for the same person is being made.
    """

    async def make() -> bytes:
        front = maker.fronts[table.title.id]
        content = await maker.each(person, sheets(front, table, words, review))
        pictures = [picture for _, picture in content]
        strip = await maker.strip(person, table, words, pictures, source)
        return await maker.drawing.work(partial(page_file, table, words, content, strip), person)

    return await maker.alone(person, table, make)


def page_here(front: Front, table: Play, words: Words) -> bytes:
    """Return the page of a game, all of it made in this thread; arguments as above."""
    page_sheets = list(sheets(front, table, words))
    reel = Strip(picture.draw for _, picture in page_sheets)
    for _ in reel.steps():
        pass
    return page_file(table, words, page_sheets, reel.data or b"")


def sheets(
    front: Front, table: Play, words: Words, review: Review | None = None
) -> Iterator[Sheet]:
    """Yield the sheets of a page: each turn, then the final count, then the review.

    Args:
        front: of the game.
        table: with at least one finished turn.
        words: of the reader.
        review: of the game, if there is one.
    """
    turns = finished_turns(table)
    for number, moment in enumerate(snapshots_after(table, turns), start=1):
        said = report_text(told_turn(front, moment, turns[number - 1], words), words)
        board = front.closing_board if moment.status is Status.OVER else front.board
        yield said, board(replayed_view(moment, words), words)
    if table.status is not Status.OVER:
        return
    game_view = game_view_of(table, words)
    final, closing = front.board(game_view, words), front.closing(game_view, words)
    end = Block("\n".join((closing.winner, *closing.facts)), closing.picture)
    for block in (*chain.from_iterable(front.finale(game_view, words)), end):
        picture = block.picture or final
        # What a headline leaves to its picture is said beside it.
        caption = block.text if "\n" in block.text else f"{block.text}\n{escaped(picture.alt)}"
        yield caption, picture
    if review is not None:
        look = ReviewReading(front, table, review, words, ReplaySource.HERE)
        yield _sheet(review_page(look))
        for mark in range(1, len(review.turnings) + 1):
            yield _sheet(turning_page(look, mark))


def _sheet(message: Page) -> Sheet:
    """Return all texts of a message, and the last of its pictures."""
    parts = list(_flat(message.parts))
    text = "\n".join(part for part in parts if isinstance(part, str))
    return text, [part for part in parts if isinstance(part, Picture)][-1]


def _flat(parts: Sequence[Part]) -> Iterator[Part]:
    for part in parts:
        yield from _flat(part.parts) if isinstance(part, Box) else (part,)


def page_file(table: Play, words: Words, page_sheets: Sequence[Sheet], strip: bytes) -> bytes:
    """Return the page as a file.

    Args:
        table: the game.
        words: of the reader.
        page_sheets: all sheets.
        strip: of their pictures, in order.
    """
    about = [words.listed(plain_names(names_of(table, words)))]
    if table.status is Status.RUNNING:
        about.append(words.say("replay.page_running"))
    script, style = _read("page.js"), _read("page.css")
    facts = {
        "lang": words.locale,
        "title": words.title(table.title.id),
        "about": " · ".join(about),
        "count": str(len(page_sheets)),
        "go": words.say("replay.turn_menu"),
        **{way: words.say(f"replay.{way}") for way in ("first", "back", "on", "last")},
    }
    return (
        Template(_read("page.html"))
        .substitute(
            {name: escape(fact) for name, fact in facts.items()},
            log="".join(_entry(text, picture) for text, picture in page_sheets),
            frames=strip.decode(),
            script=script,
            style=style,
            script_hash=_hash(script),
            style_hash=_hash(style),
        )
        .encode()
    )


@cache
def _read(name: str) -> str:
    return resources.files(__package__).joinpath("page", name).read_text("utf-8")


def _hash(text: str) -> str:
    """Return the hash by which a browser knows a script or style that may stand in the page."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _entry(text: str, picture: Picture) -> str:
    first, *rest = [_line(line) for line in text.splitlines() if line.strip()]
    lines = "".join(f"<p>{line}</p>" for line in rest)
    facts = {"alt": escape(picture.alt), "first": first, "rest": lines}
    return Template(_read("entry.html")).substitute(facts)


def _line(text: str) -> str:
    """Return a line of a message as HTML: bold is bold, and all else stays text."""
    parts, end, bold = list[str](), 0, False
    text = _HEAD.sub("", text, count=1) if _HEAD.match(text) else text
    for mark in _MARK.finditer(text):
        parts.append(escape(text[end : mark.start()]))
        end = mark.end()
        if mark[2]:
            bold = not bold
        parts.append(escape(mark[1]) if mark[1] else "<b>" if bold else "</b>")
    return "".join((*parts, escape(text[end:]), "</b>" if bold else ""))
