"""On the Underground's front, and its lesson."""

from collections.abc import Sequence

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import seat_colours
from metrobot.games.underground.board import COLOUR_SETS, COLOURS
from metrobot.games.underground.state import colours_of
from metrobot.games.underground.title import Underground
from metrobot.ui.kit.front import AnyDraftView, AnyGameView, Front
from metrobot.ui.kit.lesson_steps import LessonStep, LessonView
from metrobot.ui.pages.values import Block, Closing, PlannerPage, Zoom
from metrobot.ui.underground import board_text, finale, menus, narration, pictures, planner, status
from metrobot.ui.underground.names import COLOUR_WORDS, names_for, plain_names
from metrobot.ui.underground.steps import open_choices
from metrobot.ui.words.catalogue import Words
from render.theme import Colour
from render.underground.inks import LINES
from render.underground.topics import TOPICS


class UndergroundFront(Front):
    """On the Underground's words, pictures and pages; everybody sees everything.

    The board is as tall for any number of people.
    """

    title = Underground()
    hand_key = "ou.button.pieces"
    prefix = "ou"
    pages = (
        *("goal", "turn", "words", "setup", "building", "branch", "loop", "points"),
        *("pairs", "enclosed", "passenger", "choice", "cards", "end", "fairness"),
    )
    pictured = TOPICS
    # A set is named by its first colour, which it has with any number of players.
    colours = tuple(COLOUR_WORDS[COLOURS[first].id] for first, *_ in COLOUR_SETS[max(COLOUR_SETS)])
    board_lines = (17,)
    steps = (
        LessonStep("ou.lesson.aim", 2, LessonView.BOARD),
        LessonStep("ou.lesson.build", 2, LessonView.PLANNER),
        LessonStep("ou.lesson.passenger", 9, LessonView.BOARD),
        LessonStep("ou.lesson.others", 23, LessonView.BOARD),
        LessonStep("ou.lesson.extend", 23, LessonView.PLANNER),
        LessonStep("ou.lesson.told", 30, LessonView.BOARD),
        LessonStep("ou.lesson.points", 30, topic="enclosed"),
        LessonStep("ou.lesson.onwards", 30),
    )

    # Documented at the functions themselves.
    names_for = staticmethod(names_for)
    board = staticmethod(pictures.board_picture)
    changes = staticmethod(pictures.board_since)
    view_picture = staticmethod(pictures.view_picture)
    report = staticmethod(narration.report)
    opening = staticmethod(status.opening)
    brief = staticmethod(status.brief)
    topic_picture = staticmethod(pictures.topic_picture)
    board_text = staticmethod(board_text.board_text)
    status = staticmethod(status.status)

    def player_signs(self, game_view: AnyGameView, words: Words) -> Sequence[tuple[str, Colour]]:
        """Return the letter and colour of one of each player's lines, any two of them apart.

        It is their darkest, or of two sets the second darkest, so that every eye tells them apart.
        """
        del words
        sets = [colours_of(game_view.rules, Seat(seat)) for seat in range(len(game_view.names))]
        ranked = [sorted(colours, key=lambda c: sum(LINES[c])) for colours in sets]
        numbers = seat_colours(game_view.rules.options)
        shown = [colours[n in {1, 2}] for n, colours in zip(numbers, ranked, strict=False)]
        return [(COLOURS[colour].code, LINES[colour]) for colour in shown]

    def zooms(self, game_view: AnyGameView, words: Words) -> Sequence[Zoom]:
        """Return the parts of London."""
        del game_view
        return pictures.zooms(words)

    def to_do(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return the player on turn and the task."""
        return status.to_do(names_for(game_view, words), game_view.public)

    def hand(self, game_view: AnyGameView, words: Words) -> Block:
        """Return one person's pieces and tokens, which are no secret."""
        return Block(board_text.hand_text(names_for(game_view, words), game_view.view))

    def closing(self, game_view: AnyGameView, words: Words) -> Closing:
        """Return the winner, the deciding facts, and the board."""
        names, result = names_for(game_view, words), game_view.public.result
        picture = pictures.board_picture(game_view, words)
        deed = words.count("ou.closing.deed", result.turns)
        winner = finale.winner_text(names, result)
        return Closing(winner, finale.facts(names, result), picture, deed)

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return the planner's page for a draft: its pieces, open choices and trips."""
        names, plain = names_for(game_view, words), plain_names(game_view, words)
        choices, view = open_choices(draft_view.options), draft_view.view
        look = menus.shown_choices(view, choices, group, draft_view.turn.pieces)
        return PlannerPage(
            text=planner.text(names, draft_view),
            picture=pictures.planner_picture(game_view, words, draft_view, look),
            instruction=planner.instruction(names, draft_view, choices, look),
            buttons=menus.buttons(plain, choices, look),
            menus=menus.menus(plain, choices, look),
            groups=menus.areas(plain, choices, look),
            tabs=menus.tabs(plain, view, choices, look),
            groups_prompt=words.say("ou.menu.areas"),
            lines=11 if draft_view.is_turn_over else 12,
        )
