"""The grammar of the games' own slash commands: rows of options, each a part of a turn.

They build the same private draft as the planner's buttons and open it there;
nothing is played before the player confirms it. A title declares its commands:
the options, what each suggests, and what a row of them does to a draft.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, Signature
from itertools import islice, takewhile
from typing import Any, Final, TypeAlias

from discord import app_commands

from metrobot.engine.actions import Action
from metrobot.engine.draft import Draft
from metrobot.engine.errors import Refusal, RuleError
from metrobot.service.model.table import Table
from metrobot.service.play.lock_choice import draft_for
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import ANSWERS, CAUSES, Answers
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import player_id
from metrobot.ui.kit.views import GameView, game_view_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.text_length import clipped

TYPED: Final = {ANSWERS: Answers.PRIVATE, CAUSES: ()}
"""Extras of commands that type turns: they answer in private, and charge no account."""
LISTED_AT_MOST: Final = 10
"""Most legal choices that a refusal names."""
AnyDraft: TypeAlias = Draft[Any, Any]
AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group
Row: TypeAlias = Mapping[str, Any]
"""One row of options as far as filled in, by their names without the number of the row."""
Suggestion: TypeAlias = tuple[str, Any]
"""The text that the reader sees, and the value that is filled in."""
MakeTurns: TypeAlias = Callable[[str, str], "TypedTurns"]
"""Function that makes the TypedTurns of one game; arguments from `title` on."""
Show: TypeAlias = Callable[[Press, Table, AnyDraft], Awaitable[None]]
"""Function that shows a draft to its owner in private, to go on from there."""


@dataclass(frozen=True, slots=True)
class TypedTurn:
    """A turn that somebody types.

    Attributes:
        table: the game of the channel.
        draft: of the person who types, with the rows that were read so far.
        words: of the person who types.
    """

    table: Table
    draft: AnyDraft
    words: Words

    @property
    def game_view(self) -> GameView[Any, Any]:
        """The game as the person who types may see it."""
        return game_view_of(self.table, self.words, self.table.person_at(self.draft.seat).id)

    def tried(self, action: Action, refusal: Callable[[RuleError], Refusal]) -> AnyDraft:
        """Return the draft with an action tried.

        Args:
            action: as typed.
            refusal: puts the rules' reason against it into words.

        Raises:
            Refusal: the rules forbid it.
        """
        try:
            return self.draft.then_action(action)
        except RuleError as error:
            raise refusal(error) from error


@dataclass(frozen=True, slots=True)
class TypedTurns:
    """Lets people type turns of one game.

    Attributes:
        readers: find the words.
        games: find the game of a channel.
        open: opens the planner.
        title: id of the game.
        other_game: key of the sentence that another game is played here.
    """

    readers: Readers
    games: GameAccess
    open: Show
    title: str
    other_game: str

    async def begin(self, ix: Press) -> TypedTurn:
        """Return an empty draft on the game of this channel.

        Raises:
            Refusal: there is no such game here, or it is not their turn.
        """
        table, words = await self.games.table_here(ix), self.readers.words(ix)
        if table.title.id != self.title:
            raise Refusal(self.other_game, title=words.title(table.title.id))
        # A choice that was locked already is in the draft: typing starts over.
        return TypedTurn(table, draft_for(table, player_id(ix)).cleared(), words)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command.

    Attributes:
        name: on Discord, without the number of its row.
        key: of its description.
        suggest: returns the values that a row may have; None: nothing is suggested.
        kind: its type, as discord.py reads it from a parameter.
        default: its value where it is left out; without one it has to be filled in.
    """

    name: str
    key: str
    suggest: Callable[[TypedTurn, Row], Iterable[Suggestion]] | None = None
    kind: Any = str
    default: Any = Parameter.empty

    def parameter(self, name: str) -> Parameter:
        """Return the option as a parameter of this name."""
        return Parameter(name, Parameter.KEYWORD_ONLY, default=self.default, annotation=self.kind)


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A slash command that types a turn, row by row.

    Attributes:
        name: on Discord.
        key: of its description.
        then: returns the draft with a row tried, or raises a refusal.
        options: of the first row.
        further: of each further row.
        rows: the most rows.
        heads: options of which a further row has one at least; without, it ends the turn.
    """

    name: str
    key: str
    then: Callable[[TypedTurn, Row], AnyDraft]
    options: Sequence[Option] = ()
    further: Sequence[Option] = ()
    rows: int = 1
    heads: Collection[str] = ()

    def draft(self, turn: TypedTurn, values: Row) -> AnyDraft:
        """Return the draft with all rows tried.

        Args:
            turn: the turn, nothing chosen yet.
            values: the values of the options, by their names on Discord.

        Raises:
            Refusal: a row is not understood or not legal.
        """
        first, *further = self._read(values)
        rows = takewhile(lambda row: any(name in row for name in self.heads), further)
        return self._after(turn, (first, *rows)).draft

    def suggestions(
        self, turn: TypedTurn, values: Row, name: str, text: str = ""
    ) -> list[Suggestion]:
        """Return the values that an option may have, those with the typed text.

        Args:
            turn: the turn, nothing chosen yet.
            values: the values of the options so far, by their names on Discord.
            name: of the option on Discord.
            text: as far as it is typed; numbers are suggested whatever it is.

        Raises:
            Refusal: a row before it, or this one so far, is not understood or not legal.
        """
        (number, option), rows = self._numbered[name], self._read(values)
        # Nobody asks for suggestions of the others.
        assert option.suggest is not None
        # A row goes on from those before it, so these are tried first.
        choices = option.suggest(self._after(turn, rows[:number]), rows[number])
        return matching(choices, text if option.kind is str else "")

    def made(self, turns: TypedTurns) -> AnyCommand:
        """Return the command for discord.py, which reads the options from a signature."""

        async def play(ix: Press, **_: Any) -> None:
            turn = await turns.begin(ix)
            await turns.open(ix, turn.table, self.draft(turn, dict(iter(ix.namespace))))

        # Python reserves `from`, so each parameter has another name than its option.
        options = {f"{name}_": option for name, (_, option) in self._numbered.items()}
        parameters = [option.parameter(key) for key, option in options.items()]
        signature = Signature([Parameter("ix", Parameter.KEYWORD_ONLY), *parameters])
        play.__signature__ = signature  # type: ignore[attr-defined]  # discord.py inspects it
        app_commands.rename(**{key: key[:-1] for key in options})(play)
        app_commands.describe(**{key: ENGLISH.say(o.key) for key, o in options.items()})(play)
        suggesting = [key for key, option in options.items() if option.suggest]
        app_commands.autocomplete(**{k: self._suggester(turns, k[:-1]) for k in suggesting})(play)
        command = app_commands.Command[Any, ..., Any](
            name=self.name, description=ENGLISH.say(self.key), callback=play, extras=TYPED
        )
        return app_commands.guild_only(command)

    def _suggester(self, turns: TypedTurns, name: str) -> Callable[[Press, Any], Any]:
        async def suggester(ix: Press, current: Any) -> list[app_commands.Choice[Any]]:
            try:
                turn, values = await turns.begin(ix), dict(iter(ix.namespace))
                choices = self.suggestions(turn, values, name, str(current))
            # Nothing is suggested; the command itself will explain the refusal.
            except Refusal:
                return []
            return [app_commands.Choice(name=label, value=value) for label, value in choices]

        return suggester

    @property
    def _numbered(self) -> dict[str, tuple[int, Option]]:
        """Each option with the index of its row, by its name on Discord."""
        first = {option.name: (0, option) for option in self.options}
        rows = range(1, self.rows)
        return first | {f"{o.name}{row + 1}": (row, o) for row in rows for o in self.further}

    def _read(self, values: Row) -> list[Row]:
        """Return all rows; what is just begun counts as left out."""
        rows = [dict[str, Any]() for _ in range(self.rows)]
        for name, (row, option) in self._numbered.items():
            if values.get(name) not in {None, ""}:
                rows[row][option.name] = values[name]
        return list(rows)

    def _after(self, turn: TypedTurn, rows: Iterable[Row]) -> TypedTurn:
        for row in rows:
            turn = replace(turn, draft=self.then(turn, row))
        return turn


def matching(choices: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """Return the suggestions that contain what was typed so far, as many as Discord takes."""
    # Nobody types the apostrophe that names have.
    part = text.strip().casefold().replace("'", "’")
    labels = dict[Any, str]()
    for label, value in choices:
        labels.setdefault(value, label)
    fitting = (pair for pair in labels.items() if part in pair[1].casefold())
    return [(clipped(label, CHOICE_LIMIT), value) for value, label in islice(fitting, MOST_CHOICES)]


def place_meant(
    text: str, names: Sequence[Sequence[str]], none: str, several: str, likely: Collection[int] = ()
) -> int:
    """Return the number of the only place that a typed name may mean.

    Args:
        text: as typed.
        names: of all places, of each the one to show first.
        none: key of the refusal where it means none.
        several: key of the refusal where it means several.
        likely: places that are meant first.

    Raises:
        Refusal: it means none, or several.
    """
    fitting = matching_places(text, names)
    fitting = [number for number in fitting if number in likely] or fitting
    # Typed text is shown back, so its Markdown is made harmless.
    if not fitting:
        raise Refusal(none, text=shown_name(text))
    if len(fitting) > 1:
        legal = tuple(names[number][0] for number in fitting[:LISTED_AT_MOST])
        raise Refusal(several, text=shown_name(text), legal=legal)
    return fitting[0]


def bare(text: str) -> str:
    """Return a text without case, spaces and signs, for comparing typed names."""
    return "".join(char for char in text.casefold() if char.isalnum())


def matching_places(text: str, names: Iterable[Sequence[str]]) -> list[int]:
    """Return the numbers of the places that a typed name may mean.

    Args:
        text: as typed; case and signs do not matter.
        names: of each place; where none is typed in full, its first one may begin so.
    """
    plain = bare(text)
    places = [[bare(name) for name in of_place] for of_place in names]
    whole = [number for number, of_place in enumerate(places) if plain in of_place]
    if whole or not plain:
        return whole
    return [number for number, of_place in enumerate(places) if of_place[0].startswith(plain)]
