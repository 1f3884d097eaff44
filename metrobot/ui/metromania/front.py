"""MetrOmania's front, and its lesson."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from metrobot.engine.actors import Seat
from metrobot.games.metromania.title import MetroMania
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lesson_steps import LessonStep, LessonView
from metrobot.ui.metromania import board_text, narration, pictures, planner, status, steps
from metrobot.ui.metromania import finale as texts
from metrobot.ui.metromania.names import (
    COLOURS,
    LINES,
    MetroDraftView,
    MetroGameView,
    names_for,
    plain_names,
    spots_of,
)
from metrobot.ui.pages.values import Block, Closing, PlannerPage
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import FRONT_LIMIT
from render.metromania.topics import TOPICS
from render.theme import COMPANIES, Colour

MOST_BLOCKS: Final = 4
"""Most trips with pictures in one message."""


class MetroManiaFront(Front):
    """MetrOmania's words, pictures and pages.

    Attributes:
        things: its two kinds of lines, by their names in the record, and a station.
    """

    title = MetroMania()
    prefix = "mm"
    things: ClassVar[Mapping[str, str]] = {
        **{str(name): key for name, key in LINES.items()},
        "station": "mm.station",
    }
    pages = (
        *("goal", "turn", "setup", "start", "digging", "angle", "split"),
        *("meeting", "alongside", "intermediate", "destinations", "ending", "end", "blocked"),
        *("trips", "scoring", "two", "advanced", "options", "fairness", "secrets"),
    )
    pictured = TOPICS
    colours = COLOURS
    steps = (
        LessonStep("mm.lesson.aim", 2, LessonView.BOARD),
        LessonStep("mm.lesson.hand", 2, LessonView.SHEET),
        LessonStep("mm.lesson.dig", 2, LessonView.PLANNER),
        LessonStep("mm.lesson.told", 5, LessonView.TURN),
        LessonStep("mm.lesson.stations", 11, LessonView.PLANNER),
        LessonStep("mm.lesson.points", 14, LessonView.TURN),
        LessonStep("mm.lesson.place", 20, LessonView.PLANNER),
        LessonStep("mm.lesson.trips", 21, LessonView.BOARD),
        LessonStep("mm.lesson.onwards", 21),
    )

    # Documented at the functions themselves.
    names_for = staticmethod(names_for)
    board = staticmethod(pictures.board_picture)
    closing_board = staticmethod(pictures.closing_board)
    film_end = staticmethod(pictures.film_end)
    zooms = staticmethod(pictures.zooms)
    changes = staticmethod(pictures.board_since)
    view_picture = staticmethod(pictures.view_picture)
    report = staticmethod(narration.report)
    left_out = staticmethod(narration.left_out)
    opening = staticmethod(status.opening)
    brief = staticmethod(status.brief)
    topic_picture = staticmethod(pictures.topic_picture)
    board_text = staticmethod(board_text.board_text)
    status = staticmethod(status.status)

    def player_signs(self, game_view: MetroGameView, words: Words) -> Sequence[tuple[str, Colour]]:
        """Return the letter and colour of each player's first company."""
        names = plain_names(game_view, words)
        first = [game_view.player_of.index(player) for player in range(len(game_view.names))]
        return [(names.letter(Seat(n)), COMPANIES[names.colours[n]]) for n in first]

    def to_do(self, game_view: MetroGameView, words: Words) -> Sequence[str]:
        """Return the company on turn and its task."""
        return status.to_do(names_for(game_view, words), game_view.public)

    def finale(self, game_view: MetroGameView, words: Words) -> Sequence[Sequence[Block]]:
        """Return the whole week in one picture, then its seven trips one by one."""
        names, view = names_for(game_view, words), game_view.public
        assert view.result is not None, "the game is not over"
        week = Block(texts.week_title(names, view.result), pictures.board_picture(game_view, words))
        # The pictures, and their alt texts, say the rest.
        trips = (
            Block(texts.trip_line(names, trip), pictures.trip_picture(game_view, words, n))
            for n, trip in enumerate(view.result.trips)
        )
        return split([week, *trips])

    def closing(self, game_view: MetroGameView, words: Words) -> Closing:
        """Return the winner and what decided it; the board stands before the seven trips."""
        names, result = names_for(game_view, words), game_view.public.result
        assert result is not None, "the game is not over"
        winner, facts = texts.winner_text(names, result), texts.facts(names, result)
        ran = sum(trip.minutes is not None for trip in result.trips)
        return Closing(winner, facts, None, words.count("mm.closing.deed", ran))

    def hand(self, game_view: MetroGameView, words: Words) -> Block:
        """Return the reader's destinations."""
        text = board_text.hand_text(names_for(game_view, words), game_view.view)
        return Block(text, pictures.hand_picture(game_view, words))

    def newcomer(self, draft_view: MetroDraftView, rounds: int, words: Words) -> str:
        """Return the aim of the game, by the hand; later a note on the two sides of a point."""
        if not (rounds or draft_view.chosen):
            hand = draft_view.view.companies[draft_view.seat].hand or ()
            return words.say("mm.first.aim", letters=spots_of(words, hand))
        digs = steps.open_choices(draft_view.options).digs
        has_sides = len({offer.dig.end for offer in digs}) < len(digs)
        return words.say("mm.first.sides") if has_sides else ""

    def planner(
        self, game_view: MetroGameView, draft_view: MetroDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return the planner's page for a draft: its choices and open ones, with a picture."""
        choices = steps.open_choices(draft_view.options)
        look = planner.planner_tab(names_for(game_view, words), draft_view, choices, group)
        return PlannerPage(
            text=planner.text(look),
            picture=pictures.planner_picture(game_view, draft_view, words, look.numbered),
            buttons=planner.buttons(look),
            menus=planner.menus(look),
            tabs=look.tabs,
            instruction=planner.instruction(look),
        )


def split(blocks: Iterable[Block]) -> list[list[Block]]:
    """Split blocks into messages within Discord's limits."""
    messages: list[list[Block]] = [[]]
    for block in blocks:
        full = len(messages[-1]) >= MOST_BLOCKS
        length = sum(len(before.text) for before in messages[-1]) + len(block.text)
        # Discord would refuse a message over its limits as a whole.
        if messages[-1] and (full or length > FRONT_LIMIT):
            messages.append([])
        messages[-1].append(block)
    return messages
