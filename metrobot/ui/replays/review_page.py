"""Pages of a review: the chances over a game's turns, and three turns one by one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any, Final

from discord import ui

from metrobot.engine.actors import Seat
from metrobot.engine.log import applied
from metrobot.engine.title import Deed
from metrobot.players.analysis.facts import Better, Estimate, Review, Turning
from metrobot.players.analysis.facts import RecordedChoice as Choice
from metrobot.service.finished.what_ifs import Offers
from metrobot.service.model.play import Play
from metrobot.service.model.snapshots import finished_turns, snapshot_after
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.pictures.lazy_pictures import lazy_picture, prepared
from metrobot.ui.kit.views import game_view_of, replayed_view
from metrobot.ui.pages.args import ReplayArg
from metrobot.ui.pages.ids import Button, PressKind, ReplaySource, Style, button
from metrobot.ui.pages.page import Box, Page, Part, page
from metrobot.ui.pages.values import Picture
from metrobot.ui.turn.board_buttons import press, what_button
from metrobot.ui.turn.public_pages import TURN_COLOUR, turn_report
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed
from metrobot.ui.words.player_names import names_of, plain_name, shown_name
from render import chance_chart
from render.text.lettering import drawable_names

MOST_IN_WORDS: Final = 8
"""Most positions in the description for those who cannot see the picture."""
HALF_A_PERCENT: Final = 0.005
"""Lead over the mover's own shift from which on another player is told of instead."""
MOST_MARGIN: Final = 1000
"""Widest margin that is told, in points."""
WHYS: Final = keyed(
    "review.why",
    [
        "kept",
        "trips",
        "rail",
        "terminus",
        "pairs",
        "enclosed",
        "passenger",
        "lines",
        "transfers",
        "empty",
        "rivals",
    ],
)
"""Keys of the reasons for a better turn, by the parts of the final counts."""


def percent(estimate: Estimate) -> int:
    """Return a chance in percent."""
    return round(100 * estimate.value)


@prepared
def chart(front: Front, table: Play, review: Review, words: Words) -> Picture:
    """Return the picture of the chances to win over the turns; alone of the score."""
    outcome, game_view = table.title.outcome(table.state), game_view_of(table, words)
    signs = front.player_signs(game_view, words)
    names = drawable_names(names_of(table, words), words.say(f"{front.prefix}.picture.player"))
    strands = tuple(
        chance_chart.PlayerCurve(
            name=name,
            letter=signs[player][0],
            colour=signs[player][1],
            points=tuple(
                chance_chart.Interval(worth.value, worth.low, worth.high)
                for worth in (position.worths[player] for position in review.positions)
            ),
            end=words.count("review.points", outcome.scores[player]),
        )
        for player, name in enumerate(names)
    )
    chart = chance_chart.ChanceChart(
        head=words.say("review.picture.score" if review.is_alone else "review.picture.chance"),
        small=words.say("review.open"),
        turns=words.say("review.picture.turns"),
        strands=strands,
        marks=tuple(_moments(review, names, words)),
        is_share=not review.is_alone,
    )
    alt = _alt(table, review, words)
    return lazy_picture(f"{game_view.stem}-review", alt, partial(chance_chart.draw_chances, chart))


def _moments(review: Review, names: Sequence[str], words: Words) -> Iterator[chance_chart.Moment]:
    """Yield the positions that are numbered, with whom each has moved most and how much."""
    for position, turning in zip(_turning_marks(review), review.turnings, strict=True):
        most = _moved_most(turning)
        before, after = turning.pairs[most]
        if review.is_alone:
            shift = f"{words.number(round(before.value))} → {words.number(round(after.value))}"
            yield chance_chart.Moment(position, "", shift)
            continue
        shift = words.signed(percent(after) - percent(before))
        yield chance_chart.Moment(position, names[most], words.say("review.percent", n=shift))


def _turning_marks(review: Review) -> tuple[int, ...]:
    """Return the positions right after the turns that moved most."""
    after = {p.turn: n for n, p in enumerate(review.positions) if p.turn is not None}
    return tuple(after[turning.turn] for turning in review.turnings)


def _alt(table: Play, review: Review, words: Words) -> str:
    """Return the picture in words: each line at some of its turns, the numbered turns."""
    # Positions spread over the game, its first and its last one among them.
    few, last = min(len(review.positions), MOST_IN_WORDS), len(review.positions) - 1
    places = sorted({round(n * last / max(1, few - 1)) for n in range(few)})
    key = "review.alt_score" if review.is_alone else "review.alt_chance"
    names = [plain_name(name) for name in names_of(table, words)]
    lines = [
        words.say("review.alt_line", name=name, values=_values(review, player, places, words))
        for player, name in enumerate(names)
    ]
    turns = ", ".join(map(str, _turning_marks(review)))
    head = words.say(key, count=last, turns=", ".join(map(str, places)))
    marks = words.say("review.alt_marks", turns=turns) if turns else ""
    return " ".join(filter(None, (head, *lines, marks)))


def _values(review: Review, player: int, places: Sequence[int], words: Words) -> str:
    worths = [review.positions[place].worths[player] for place in places]
    if review.is_alone:
        return ", ".join(str(round(worth.value)) for worth in worths)
    return ", ".join(words.say("review.percent", n=percent(worth)) for worth in worths)


def _summary_instead(table: Play, turn: int, seat: Seat, choices: Sequence[Choice]) -> Any:
    """Return the summary of other choices in a turn, as far as whoever moved could know it."""
    title, state = table.title, table.title.initial_state(table.rules)
    for logged in table.log:
        if logged.turn == turn and isinstance(logged.event.actor, int):
            break
        state = applied(title, state, logged.event.actor, logged.event.action)
    before, deeds = state, list[Deed[Any]]()
    for choice in choices:
        action = title.decode(choice.kind, choice.fields)
        if title.objection(state, seat, action) is not None:
            break
        state = title.tried(state, seat, action)
        deeds.append(Deed(seat, action, state))
    seats = {s for s in title.seats(before) if table.person_at(s) == table.person_at(seat)}
    return title.summary(before, deeds, seats, preview=True)


@dataclass(frozen=True, slots=True)
class ReviewReading:
    """A review with all that its pages are made from.

    Attributes:
        front: of the game.
        table: which is over.
        review: of the game.
        words: of the reader.
        source: where the game is kept.
        goes_on: whether more of the review is being made.
        offers: tells where another way can be tried; nowhere in a file, which has no buttons.
    """

    front: Front
    table: Play
    review: Review
    words: Words
    source: ReplaySource
    goes_on: bool = False
    offers: Offers = lambda *_: ()

    def name(self, player: int) -> str:
        """Return a player's name for a message."""
        return shown_name(names_of(self.table, self.words)[player])

    def number(self, turning: Turning) -> int:
        """Return the number of a turn as replays count them."""
        return finished_turns(self.table).index(turning.turn) + 1


def making_page(table: Play, words: Words, source: ReplaySource) -> Page:
    """Return the note that the review is being made, with a button to look again."""
    again = press(table, PressKind.REVIEW, ReplayArg(source, "0"))
    text = words.say("review.making", title=words.title(table.title.id))
    return page(text, ui.ActionRow(button(again, words.say("review.show"), Style.primary)))


def empty_page(table: Play, words: Words) -> Page:
    """Return the note that a game has no turn to review."""
    return page(words.say("review.no_turn", title=words.title(table.title.id)))


def review_page(look: ReviewReading) -> Page:
    """Return the chances over the turns, and the turns that moved them most."""
    words, review = look.words, look.review
    parts: list[Part] = [
        _head(look),
        _about(look),
        chart(look.front, look.table, review, words),
        "\n".join(_summary(look)),
    ]
    if review.turnings:
        parts.append(_row(look, shown_mark=0))
    return page(*parts, tag=f"review{look.source}")


def turning_page(look: ReviewReading, mark: int) -> Page:
    """Return one of the turns that moved most: as it was played, and a better one.

    Args:
        look: at the review.
        mark: the number of the turn in it, from 1; beyond: the nearest one. Where no turn
            is told of, all of the review is shown.
    """
    if not look.review.turnings:
        return review_page(look)
    words, mark = look.words, max(1, min(mark, len(look.review.turnings)))
    turning = look.review.turnings[mark - 1]
    moment = snapshot_after(look.table, turning.turn)
    parts: list[Part] = [
        _head(look),
        "\n".join(_moved(look, turning, mark)),
        played_box(look.front, moment, turning.turn, words),
    ]
    if turning.better is None and turning.found:
        parts.append(words.count("review.nothing", turning.found))
    elif turning.better is None:
        parts.append(words.say("review.same"))
    else:
        parts.append(_instead(look, moment, turning, turning.better))
        parts.append("\n".join(_worth(look, turning, turning.better)))
    parts.append(words.say("review.means"))
    parts.append(_row(look, shown_mark=mark))
    if any(turning.seat == way.seat for way in look.offers(look.source, look.table, turning.turn)):
        what_if = what_button(look.table, words, look.source, turning.turn, turning.seat)
        parts.append(ui.ActionRow(what_if))
    return page(*parts, tag=f"review{look.source}{mark}")


def _head(look: ReviewReading) -> str:
    return look.words.say("review.head", title=look.words.title(look.table.title.id))


def _about(look: ReviewReading) -> str:
    """Return the note about the games played on: their number, the margin, the time."""
    words, review, scale = look.words, look.review, 1 if look.review.is_alone else 100
    least = words.say("review.at_least", n=review.games) if review.games else ""
    margin = max(_margin(worth, scale) for p in review.positions for worth in p.worths)
    key = "review.about_score" if review.is_alone else "review.about_chance"
    text = words.say(key, times=least or words.say("review.many_times"), margin=margin)
    if not review.is_short:
        return text
    return f"{text} {words.say('review.goes_on' if look.goes_on else 'review.short')}"


def _row(look: ReviewReading, *, shown_mark: int) -> ui.ActionRow[Any]:
    def to(mark: int, label: str) -> Button:
        where = press(look.table, PressKind.REVIEW, ReplayArg(look.source, str(mark)))
        return button(where, label, disabled=mark == shown_mark)

    turns = [
        to(mark, look.words.say("review.turn_button", mark=mark, number=look.number(turning)))
        for mark, turning in enumerate(look.review.turnings, start=1)
    ]
    return ui.ActionRow(to(0, look.words.say("review.overview")), *turns)


def _summary(look: ReviewReading) -> Iterator[str]:
    """Yield the turns that moved most, and whether the review was cut short."""
    review, words = look.review, look.words
    if review.turnings:
        yield words.say("review.most_score" if review.is_alone else "review.most_chance")
    else:
        yield words.say("review.none")
    for mark, turning in enumerate(review.turnings, start=1):
        yield _line(look, turning, mark)
    if review.is_cut:
        yield words.say("review.cut")


def _line(look: ReviewReading, turning: Turning, mark: int) -> str:
    """Return one turn with the shift of the player whom it moved most."""
    words, most = look.words, _moved_most(turning)
    before, after = turning.pairs[most]
    facts = {"mark": mark, "number": look.number(turning)}
    if look.review.is_alone:
        ends = {"before": round(before.value), "after": round(after.value)}
        if turning.better is None:
            return words.say("review.line_score", **facts, **ends)
        # Rounded, a better turn may come to the same points, and would read as if it were none.
        best = max(ends["after"] + 1, round(after.value + turning.better.gain.value))
        return words.say("review.line_missed", **facts, **ends, best=best)
    ends = {"before": percent(before), "after": percent(after)}
    key = "review.line" if most == turning.player else "review.line_other"
    name, other_name = look.name(turning.player), look.name(most)
    return words.say(key, **facts, **ends, name=name, other=other_name)


def _moved_most(turning: Turning) -> int:
    """Return the player whose worth a turn has moved most; who moved, if nobody's more."""
    shifts = [abs(after.value - before.value) for before, after in turning.pairs]
    own_shift, most = shifts[turning.player], max(shifts)
    return turning.player if own_shift >= most - HALF_A_PERCENT else shifts.index(most)


def _moved(look: ReviewReading, turning: Turning, mark: int) -> Iterator[str]:
    """Yield the number of a turn, and the worths before and after it, with margins."""
    count = len(finished_turns(look.table))
    number, name = look.number(turning), look.name(turning.player)
    yield look.words.say("review.turn", mark=mark, number=number, count=count, name=name)
    scale = 1 if look.review.is_alone else 100
    for player in dict.fromkeys((turning.player, _moved_most(turning))):
        before, after = turning.pairs[player]
        yield look.words.say(
            "review.moved_score" if look.review.is_alone else "review.moved_chance",
            name=look.name(player),
            before=round(scale * before.value),
            margin=_margin(before, scale),
            after=round(scale * after.value),
            margin_after=_margin(after, scale),
        )


def _margin(estimate: Estimate, scale: int) -> int:
    """Return a margin in whole numbers: of points, or of percent at a scale of 100."""
    return ceil(scale * min(estimate.margin, 1 if scale > 1 else MOST_MARGIN))


def _instead(look: ReviewReading, moment: Play, turning: Turning, better: Better) -> Box:
    summary = _summary_instead(look.table, turning.turn, Seat(turning.seat), better.deeds)
    head = look.words.say("review.instead", name=look.name(turning.player))
    return instead_box(look.front, moment, summary, head, look.words)


def played_box(front: Front, moment: Play, turn: int, words: Words) -> Box:
    """Return a turn as it was played: what it brought, and the board after it."""
    report = turn_report(front, moment, turn, words)
    text = "\n".join((words.say("review.played"), report.headline, *report.lines))
    return Box((text, front.board(replayed_view(moment, words), words)), TURN_COLOUR)


def instead_box(front: Front, moment: Play, summary: Any, head: str, words: Words) -> Box:
    """Return another way to play a turn: what it would have brought, and the board after it.

    Args:
        front: of the game.
        moment: the game after the turn that was played.
        summary: of the other way.
        head: stands first.
        words: of the reader.
    """
    base_view, view = replayed_view(moment, words), summary.after
    stem = f"{base_view.stem}-instead"
    game_view = replace(base_view, stem=stem, view=view, public=view, last=summary, ended=None)
    report = front.report(game_view, summary, words)
    text = "\n".join((head, report.headline, *report.lines))
    board = front.board(game_view, words)
    alt = words.say("review.alt_instead", board=board.alt)
    return Box((text, replace(board, alt=alt)), TURN_COLOUR)


def _worth(look: ReviewReading, turning: Turning, better: Better) -> Iterator[str]:
    """Yield the gain of the better turn, with its interval, and the reasons."""
    gain, words = better.gain, look.words
    if look.review.is_alone:
        # Likewise rounding must not make nothing of a gain.
        low, high = max(1, round(gain.low)), max(1, round(gain.high))
        yield words.count("review.gain_score", max(1, round(gain.value)), low=low, high=high)
    else:
        n, low, high = (max(1, round(100 * share)) for share in (gain.value, gain.low, gain.high))
        name = look.name(turning.player)
        yield words.say("review.gain_chance", name=name, n=n, low=low, high=high)
    for why in better.whys:
        if why.part in WHYS:
            reason = words.count(WHYS[why.part], max(1, round(why.points)))
            yield words.say("review.why", reason=reason)
