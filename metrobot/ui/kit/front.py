"""The contract between the bot and each game: words and pictures of a title.

The bot knows messages, buttons, lobbies and deliveries; a front knows what
one game looks like and how it speaks. A front is pure: it makes values from
game views and words, and never talks to Discord, so that it can be tested alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from metrobot.engine.title import AnyTitle
from metrobot.ui.kit.lesson_steps import Lesson, LessonStep, read_lesson
from metrobot.ui.kit.views import DraftView, GameView, PlayerNames
from metrobot.ui.pages import values
from metrobot.ui.words.catalogue import Words
from render.chance_chart import COLOURS
from render.theme import Colour

AnyGameView = GameView[Any, Any]
AnyDraftView = DraftView[Any, Any, Any]


class Front(ABC):
    """Presentation of one game title in Discord.

    Attributes:
        title: the rules.
        plan_key: key of the button that opens the planner.
        hand_key: key of the button that shows a player's hand.
        replaces: whether the planner offers choices in place of the last one.
        things: keys of the names of things in a hint's reason, by their ids.
        prefix: beginning of the keys of the game's own sentences, such as `mm`.
        pages: keys of the pages of the rules, in the order of reading: each has
            the sentences `<prefix>.topic.<page>.name` and `.text`.
        pictured: the pages that have a picture, with `<prefix>.alt.topic_<page>`.
        board_lines: lines of a phone that leave it room for the board and its buttons: of a
            game for one, for two and so on, the last one for all larger ones.
        colours: keys of the colours that people may wish for, by number.
        steps: pages of the lesson, each with the number of the record's events before it; none
            where there is no lesson.
    """

    title: ClassVar[AnyTitle]
    plan_key: ClassVar[str] = "board.plan"
    hand_key: ClassVar[str] = "board.hand"
    replaces: ClassVar[bool] = False
    things: ClassVar[Mapping[str, str]] = MappingProxyType({})
    prefix: ClassVar[str]
    pages: ClassVar[Sequence[str]]
    pictured: ClassVar[Collection[str]] = ()
    board_lines: ClassVar[Sequence[int]] = (21,)
    steps: ClassVar[tuple[LessonStep, ...]] = ()
    colours: ClassVar[Sequence[str]] = ()

    def lines_above(self, people: int) -> int:
        """Return the lines of a phone that may stand above the board, by the number of people."""
        return self.board_lines[min(people, len(self.board_lines)) - 1]

    @staticmethod
    def names_for(game_view: AnyGameView, words: Words) -> PlayerNames:
        """Return the names in a game, safe for Markdown."""
        return PlayerNames(words, game_view.shown)

    @abstractmethod
    def board(
        self, game_view: AnyGameView, words: Words, *, zoom: str | None = None
    ) -> values.Picture:
        """Return the board with the last turn's changes, whole or a part of it.

        Raises:
            Refusal: there is no such part.
        """

    @abstractmethod
    def changes(self, game_view: AnyGameView, turns: Sequence[Any], words: Words) -> values.Picture:
        """Return the whole board with all changes of some turns marked.

        Args:
            game_view: as it is now.
            turns: summaries for the reader, oldest first, the newest included; may be none.
            words: of the reader.
        """

    @abstractmethod
    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere.

        Args:
            view: of the title's own kind.
            names: of the players, in turn order.
            words: of the reader.
        """

    def closing_board(
        self, game_view: AnyGameView, words: Words, turns: Sequence[Any] = ()
    ) -> values.Picture:
        """Return the board of a game just over, before anything is counted.

        It stands before a final count that is told step by step, and gives nothing away.

        Args:
            game_view: as it is now.
            words: of the reader.
            turns: summaries for the reader, where the changes of several are marked.
        """
        if len(turns) > 1:
            return self.changes(game_view, turns, words)
        return self.board(game_view, words)

    def film_end(self, game_view: AnyGameView, words: Words) -> Sequence[values.Picture]:
        """Return the last pictures of a film, which follow the last turn; the final one is held.

        Args:
            game_view: after the last turn that was played.
            words: of the reader.
        """
        return [self.board(game_view, words)]

    def player_signs(self, game_view: AnyGameView, words: Words) -> Sequence[tuple[str, Colour]]:
        """Return each player's letter and colour in charts.

        By default they are the charts' own numbers and colours.
        """
        del words
        return [(str(n + 1), COLOURS[n % len(COLOURS)]) for n in range(len(game_view.names))]

    @abstractmethod
    def zooms(self, game_view: AnyGameView, words: Words) -> Sequence[values.Zoom]:
        """Return the parts of the board that the reader may ask for."""

    def newcomer(self, draft_view: AnyDraftView, rounds: int, words: Words) -> str:
        """Return the line above the planner in somebody's first game of the title, or nothing.

        Args:
            draft_view: what was chosen so far.
            rounds: how many they have played; at most two.
            words: of the reader.
        """
        return "" if rounds or draft_view.chosen else words.say(f"{self.prefix}.first.aim")

    @abstractmethod
    def board_text(self, game_view: AnyGameView, words: Words) -> str:
        """Return the whole board in words, with all that the picture shows."""

    @abstractmethod
    def report(self, game_view: AnyGameView, turn: Any, words: Words) -> values.TurnReport:
        """Return the report of one turn.

        Args:
            game_view: as it is now, for names alone.
            turn: summary for the reader.
            words: of the reader.
        """

    @abstractmethod
    def opening(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return the lines that everybody is told when the game starts."""

    def prompt(self, game_view: AnyGameView, words: Words) -> str:  # noqa: ARG002 -- games that ask look at it
        """Return the question under the newest board, if all players answer the same one.

        It is empty unless the game says otherwise.
        """
        return ""

    def asked_first(self, game_view: AnyGameView, words: Words) -> str:
        """Return the words with which a call to all players begins: what they choose for.

        They are empty unless the game says otherwise. What is new comes first, since a phone
        shows little of a message.
        """
        del game_view, words
        return ""

    @abstractmethod
    def status(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return the lines of the game's status: scores, meter, what is to be done."""

    @abstractmethod
    def brief(self, game_view: AnyGameView, words: Words) -> values.Brief:
        """Return the task and the score of a game under way, in few words: public."""

    def to_do(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return the possible actions of those who are awaited, line by line: public."""
        del game_view, words
        return ()

    @abstractmethod
    def hand(self, game_view: AnyGameView, words: Words) -> values.Block:
        """Return the part of the game that only the reader, a player, may see."""

    def finale(self, game_view: AnyGameView, words: Words) -> Sequence[Sequence[values.Block]]:
        """Return the final count as messages of blocks (at most 9 a message, 3,500 characters).

        The winner is left to `closing`, which comes after it. By default the picture there counts.
        """
        del game_view, words
        return ()

    @abstractmethod
    def closing(self, game_view: AnyGameView, words: Words) -> values.Closing:
        """Return the last message in the channel: the winner, what decided it, the board."""

    @abstractmethod
    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> values.PlannerPage:
        """Return the planner's page for a draft.

        Args:
            game_view: the game without the draft, for its owner.
            draft_view: what was chosen and what is open.
            words: of the owner.
            group: of choices that the owner looks at.
        """

    def left_out(
        self,
        game_view: AnyGameView,  # noqa: ARG002 -- games that do not foresee all look at it
        draft_view: AnyDraftView,  # noqa: ARG002 -- likewise
        count: int,  # noqa: ARG002 -- likewise
        words: Words,  # noqa: ARG002 -- likewise
    ) -> str:
        """Return the sentence on choices of a confirmed draft that were not played: for its owner.

        It is empty unless the title does not foresee where every turn ends
        (`Title.foresees`).

        Args:
            game_view: the game after the turn, for the draft's owner.
            draft_view: the whole draft.
            count: how many of its last actions were not played.
            words: of the owner.
        """
        return ""

    def lesson(self) -> Lesson | None:
        """Return the game's lesson for beginners, if it has one: `lesson.json` of its package."""
        package = type(self).__module__.rpartition(".")[0]
        return read_lesson(self.title, package, self.steps) if self.steps else None

    def topics(self, words: Words) -> Sequence[values.Topic]:
        """Return the pages of the rules."""
        return [self._topic(key, words) for key in self.pages]

    def _topic(self, key: str, words: Words) -> values.Topic:
        say, area = words.say, f"{self.prefix}.topic.{key}"
        picture = None
        if key in self.pictured:
            picture = self.topic_picture(key, say(f"{self.prefix}.alt.topic_{key}"), words)
        return values.Topic(key, say(f"{area}.name"), say(f"{area}.text"), picture)

    @abstractmethod
    def topic_picture(self, key: str, alt: str, words: Words) -> values.Picture:
        """Return the small picture of a page of the rules.

        Args:
            key: of a page that is `pictured`.
            alt: the picture in words.
            words: of the reader.
        """
