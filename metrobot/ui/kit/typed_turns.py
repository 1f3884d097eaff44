"""Common parts of the games' own slash commands: a draft to type on, and suggestions.

They build the same private draft as the planner's buttons and open it there;
nothing is played before the player confirms it.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar

from discord import app_commands

from metrobot.engine.draft import Draft
from metrobot.engine.errors import Refusal
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
Value = TypeVar("Value", str, int)
Suggestion: TypeAlias = tuple[str, str]
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
        draft: of the person who types; nothing is chosen yet.
        words: of the person who types.
        filled: the options of the command, as far as they are filled in.
    """

    table: Table
    draft: AnyDraft
    words: Words
    filled: Any

    @property
    def game_view(self) -> GameView[Any, Any]:
        """The game as the person who types may see it."""
        return game_view_of(self.table, self.words, self.table.person_at(self.draft.seat).id)


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
        table = await self.games.table_here(ix)
        if table.title.id != self.title:
            raise Refusal(self.other_game, title=self.readers.words(ix).title(table.title.id))
        draft = draft_for(table, player_id(ix))
        # A choice that was locked already is in the draft: typing starts over.
        while draft.choices:
            draft = draft.undo()
        return TypedTurn(table, draft, self.readers.words(ix), ix.namespace)

    async def show(self, ix: Press, typed: TypedTurn, draft: AnyDraft) -> None:
        """Open the planner with what was typed."""
        await self.open(ix, typed.table, draft)

    def suggest(
        self,
        command: app_commands.Command[Any, ..., Any],
        option: str,
        lister: Callable[[TypedTurn, str], Sequence[tuple[str, Value]]],
    ) -> None:
        """Let an option of a command suggest what is possible now.

        Args:
            command: one of the game's own.
            option: its name.
            lister: returns the suggestions that fit what was typed.
        """

        async def suggester(ix: Press, current: Any) -> list[app_commands.Choice[Any]]:
            try:
                found = lister(await self.begin(ix), str(current))
            # Nothing is suggested; the command itself will explain the refusal.
            except (Refusal, ValueError):
                return []
            return [app_commands.Choice(name=label, value=value) for label, value in found]

        command.autocomplete(option)(suggester)


def typed_command(
    name: str, key: str, /, **options: str
) -> Callable[[Any], app_commands.Command[Any, ..., Any]]:
    """Return the decorator that makes a slash command for typing turns.

    Args:
        name: of the command.
        key: of its description.
        options: keys of the descriptions of its options.
    """

    def made(callback: Any) -> app_commands.Command[Any, ..., Any]:
        described = {option: ENGLISH.say(each) for option, each in options.items()}
        command = app_commands.Command[Any, ..., Any](
            name=name,
            description=ENGLISH.say(key),
            callback=app_commands.describe(**described)(callback),
            extras=TYPED,
        )
        return app_commands.guild_only(command)

    return made


def matching(items: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """Return the suggestions that contain what was typed so far, as many as Discord takes."""
    # Nobody types the apostrophe that names have.
    wanted = text.strip().casefold().replace("'", "’")
    found = (pair for pair in items if wanted in pair[0].casefold())
    return [(clipped(label, CHOICE_LIMIT), value) for label, value in islice(found, MOST_CHOICES)]


def the_place(
    text: str, fitting: Sequence[int], names: Sequence[str], none: str, several: str
) -> int:
    """Return the number of the only place that a typed name may mean.

    Args:
        text: as typed.
        fitting: the numbers of all places that it may mean.
        names: of all places.
        none: key of the refusal where there is none.
        several: key of the refusal where there are several.

    Raises:
        Refusal: there is none, or several.
    """
    # Typed text is shown back, so its Markdown is made harmless.
    if not fitting:
        raise Refusal(none, text=shown_name(text))
    if len(fitting) > 1:
        legal = tuple(names[n] for n in fitting[:LISTED_AT_MOST])
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
    wanted = bare(text)
    known = [[bare(name) for name in each] for each in names]
    whole = [n for n, each in enumerate(known) if wanted in each]
    if whole or not wanted:
        return whole
    return [n for n, each in enumerate(known) if each[0].startswith(wanted)]
