"""All that a front gets: a game as one reader may see it, a draft as its owner may.

Neither holds a state, a log or a sealed choice, so a front can tell nothing that its
reader may not know.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.sentence import Sentence
from metrobot.service.model.play import Play, PlayerId, Status
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import names_of, plain_names, shown_names

V = TypeVar("V")
T = TypeVar("T", bound="Summary")
O = TypeVar("O")  # noqa: E741 -- stands beside V and T: an option
FactNames: TypeAlias = Mapping[str, Callable[[Any, Any], str]]
"""The functions that name things in facts, given the names of a game, by their names there."""


class Summary(Protocol):
    """Summary of a turn, as far as it is the same for all titles."""

    @property
    def after(self) -> Any:
        """The view after the turn."""


# It holds no state, log or sealed choice: a front cannot show what it was never given
# (docs/decisions/secrets.md).
@dataclass(frozen=True, slots=True)
class GameView(Generic[V, T]):
    """A game that has started, as one reader may see it.

    Attributes:
        stem: beginning of the names of its pictures' files; nothing secret.
        rules: players and options.
        names: names of the places, in turn order; not yet made safe.
        shown: the same for messages.
        plain: the same for where Markdown means nothing.
        player_of: for each seat its player's place in the turn order.
        seats: the reader's own; none for someone who only watches.
        view: what the reader may see now.
        public: what everybody may see now.
        last: summary of the newest turn for the reader; None before the first.
        is_watched: a turn is looked at again, so that pictures are about who played.
        ended: the day in UTC on which the game ended; None while it is played.
        so_far: the games alone of whoever played alone, in words, as they stood at the end; empty
            wherever the game is seen again, and where they let nobody see them.
        best: their best score in these; None as for `so_far`.
    """

    stem: str
    rules: Ruleset
    names: tuple[str, ...]
    shown: tuple[str, ...]
    plain: tuple[str, ...]
    player_of: tuple[int, ...]
    seats: frozenset[Seat]
    view: V
    public: V
    last: T | None
    is_watched: bool = False
    ended: date | None = None
    so_far: str = ""
    best: int | None = None

    def file(self, what: str) -> str:
        """Return the name of a picture's file, without its ending."""
        return f"{self.stem}-{what}"


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """The people of one game, and the words of one reader.

    Attributes:
        words: of the reader.
        players: their names in turn order, safe for the kind of text they go into.
    """

    words: Words
    players: tuple[str, ...]

    def player_at(self, place: int) -> str:
        """Return a player by their place in the turn order."""
        return self.players[place]

    def people(self, places: Iterable[int]) -> str:
        """Return several players as a list in words."""
        return self.words.listed([self.players[place] for place in places])

    def parts(self, key: str, **numbers: Iterable[object]) -> str:
        """Return a number of each player: Ada 12, Ben 9."""
        return ", ".join(self.words.each(key, name=self.players, **numbers))

    def bests(self, sources: Mapping[str, Sequence[int]]) -> str:
        """Return the best source of each player: the one with most more than the others got.

        Args:
            sources: each player's points, by the name of what brought them.
        """
        parts = list[str]()
        for player, name in enumerate(self.players):
            # Equal leads are told apart by the points themselves.
            leads = {
                thing: (points[player] * len(points) - sum(points), points[player])
                for thing, points in sources.items()
                if points[player] > 0
            }
            if leads:
                thing = max(leads, key=leads.__getitem__)
                points = self.words.signed(leads[thing][1])
                parts.append(self.words.say("over.best", name=name, points=points, thing=thing))
        return self.words.say("over.bests", parts=", ".join(parts)) if parts else ""

    in_facts: ClassVar[FactNames] = {
        **dict.fromkeys(("seat", "other", "player"), player_at),
        **dict.fromkeys(("seats", "others"), people),
    }

    def fact(self, fact: Sentence) -> str:
        """Return a fact in words."""
        named = self.in_facts
        facts = {
            name: named[name](self, value) if name in named else value
            for name, value in fact.facts.items()
        }
        if fact.count is None:
            return self.words.say(fact.key, **facts)
        return self.words.count(fact.key, fact.count, **facts)


@dataclass(frozen=True, slots=True)
class DraftView(Generic[V, T, O]):
    """A draft as its owner may see it.

    Attributes:
        seat: whose it is.
        turn: what was chosen, and what came of it.
        options: prospects of each open choice; a choice goes by its place here.
        replaced: the same for what was open before the last choice; empty where
            nothing was chosen, or where the front offers no other choice instead.
        chosen: how many choices were made.
        is_turn_over: whether they use up the turn.
    """

    seat: Seat
    turn: T
    options: tuple[O, ...]
    replaced: tuple[O, ...]
    chosen: int
    is_turn_over: bool

    @property
    def view(self) -> V:
        """The game with all that was chosen."""
        view: V = self.turn.after
        return view


def game_view_of(table: Play, words: Words, viewer: PlayerId | None = None) -> GameView[Any, Any]:
    """Return a game as a person may see it; None: as everybody may.

    Raises:
        TableError: the game has not started.
    """
    return table.once(("game_view", viewer, words), lambda: _game_view_of(table, words, viewer))


def replayed_view(table: Play, words: Words) -> GameView[Any, Any]:
    """Return a game after a turn that is looked at again, as everybody may see it."""
    return replace(game_view_of(table, words), is_watched=True)


def _game_view_of(table: Play, words: Words, viewer: PlayerId | None) -> GameView[Any, Any]:
    turns, names, public = table.turns_played, names_of(table, words), table.view_for(None)
    return GameView(
        stem=stem_of(table),
        rules=table.rules,
        names=names,
        shown=shown_names(names),
        plain=plain_names(names),
        player_of=table.player_of,
        seats=frozenset() if viewer is None else table.seats_of(viewer),
        view=public if viewer is None else table.view_for(viewer),
        public=public,
        last=table.summary(turns[-1], viewer) if turns else None,
        ended=table.log[-1].at.date() if table.status is Status.OVER and table.log else None,
    )


def stem_of(table: Play) -> str:
    """Return the beginning of a game's file names: title, number, revision."""
    return f"{table.title.id}-{table.id}-{table.revision}"


def draft_view_of(draft: Draft[Any, Any], *, replaces: bool = False) -> DraftView[Any, Any, Any]:
    """Return a draft as its owner may see it.

    Args:
        draft: what was chosen so far.
        replaces: whether other choices may be offered in place of the last one.
    """
    title, own = draft.title, frozenset((draft.seat,))
    old = draft.undo() if replaces and draft.choices else None
    return DraftView(
        seat=draft.seat,
        turn=title.summary(draft.base, draft.deeds, own, preview=True),
        options=_open(draft),
        replaced=() if old is None else _open(old),
        chosen=len(draft.choices),
        is_turn_over=draft.is_turn_over,
    )


def _open(draft: Draft[Any, Any]) -> tuple[Any, ...]:
    def prospects() -> tuple[Any, ...]:
        return () if draft.is_turn_over else draft.title.prospects(draft.state, draft.seat)

    return draft.once("prospects", prospects)
