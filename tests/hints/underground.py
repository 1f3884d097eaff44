"""What a hint of On the Underground says, recounted from the states and the map."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from metrobot.engine.actors import Seat
from metrobot.engine.sentence import Sentence
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.board import COLOURS, LINKS, STATIONS, Colour, StationKind
from metrobot.games.underground.state import State, colours_of
from tests.hints.games import GivenHint


class Recount:
    """One hint, counted once more."""

    def __init__(self, hint: GivenHint) -> None:
        self.hint, self.seat = hint, hint.start.seat
        self.before: State = hint.start.state
        self.after: State = hint.end.state
        states = (self.before, *hint.end.states)
        self._steps = list(zip(hint.end.actions, states, states[1:], strict=False))

    def false_sentences(self) -> list[Sentence]:
        """Return the sentences that the board does not bear out."""
        return [
            said
            for said in self.hint.reason
            if not getattr(self, f"_{said.key.removeprefix('why.ou.')}")(said, dict(said.facts))
        ]

    def is_warned_of(self) -> bool:
        """Return whether a colour could grow free and can only branch now, the end aside."""
        goes_on = self.after.pile and self.after.passenger is not None
        return bool(self._stranded() and goes_on)

    def says_what_it_gives_up(self) -> bool:
        """Return whether a sentence says so."""
        return any(said.key.startswith("why.ou.strands") for said in self.hint.reason)

    def _stations(self, state: State) -> set[int]:
        return {
            station
            for colour in colours_of(state.rules, self.seat)
            for link in state.tracks[colour]
            for station in (LINKS[link].a, LINKS[link].b)
        }

    def _new(self) -> set[int]:
        return self._stations(self.after) - self._stations(self.before)

    def _gained(self, kind: type, seat: int) -> int:
        return sum(
            after.score(seat) - before.score(seat)
            for action, before, after in self._steps
            if isinstance(action, kind)
        )

    def _builds(self, said: Sentence, facts: dict[str, Any]) -> bool:
        points = self._gained(Build, self.seat)
        ends = {
            STATIONS[station].name
            for action, _, _ in self._steps
            if isinstance(action, Build)
            for station in (LINKS[action.link].a, LINKS[action.link].b)
        }
        # A loop scores for stations that it encloses, which no piece touches.
        inside = set(facts["stations"]) - ends
        return points == facts["points"] > 0 and len(inside) <= points

    def _builds_many(self, said: Sentence, facts: dict[str, Any]) -> bool:
        points = self._gained(Build, self.seat)
        return points == facts["points"] and 3 < (said.count or 0) <= points

    def _rides(self, said: Sentence, facts: dict[str, Any]) -> bool:
        others = sum(self._gained(Travel, n) for n in range(self.before.rules.players))
        return self._goes(said, facts) and others == said.count

    def _rides_shared(self, said: Sentence, facts: dict[str, Any]) -> bool:
        others = sum(self._gained(Travel, n) for n in range(self.before.rules.players))
        is_so = others - self._gained(Travel, self.seat) == facts["others"] > 0
        return self._goes(said, facts) and is_so

    def _goes(self, said: Sentence, facts: dict[str, Any]) -> bool:
        visits = {STATIONS[a.to].name for a, _, _ in self._steps if isinstance(a, Travel)}
        return visits == set(facts["stations"]) and self._gained(Travel, self.seat) == said.count

    def _reaches(self, said: Sentence, facts: dict[str, Any]) -> bool:
        found = {STATIONS[card].name for card in self.after.open_cards if card in self._new()}
        return set(facts["stations"]) == found and said.count == len(found)

    def _express(self, said: Sentence, facts: dict[str, Any]) -> bool:
        kinds = [STATIONS[station].kind for station in self._new()]
        return kinds.count(StationKind.EXPRESS) == said.count

    def _tokens(self, said: Sentence, facts: dict[str, Any]) -> bool:
        was, now = (state.tokens[self.seat] for state in (self.before, self.after))
        taken = sum(isinstance(action, TakeToken) for action, _, _ in self._steps)
        return now == facts["total"] > was and taken == said.count

    def _grows(self, said: Sentence, facts: dict[str, Any]) -> bool:
        counts = (len(self._stations(state)) for state in (self.before, self.after))
        return tuple(counts) == (facts["was"], facts["now"])

    def _begins(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return not self._stations(self.before) and len(self._stations(self.after)) == said.count

    def _stranded(self, after: State | None = None) -> set[str]:
        """Return the codes of colours that could grow free before and can only branch now."""
        after = after or self.after
        return {
            COLOURS[colour].code
            for colour in colours_of(self.before.rules, self.seat)
            if len(after.tracks[colour]) < COLOURS[colour].pieces
            and _grows_free(self.before, colour)
            and not _grows_free(after, colour)
        }

    def _strands(self, said: Sentence, facts: dict[str, Any]) -> bool:
        gain = self.after.score(self.seat) - self.before.score(self.seat)
        return set(facts["colours"]) == self._stranded() and gain == facts["gain"] > 0

    def _strands_all(self, said: Sentence, facts: dict[str, Any]) -> bool:
        gain = self.after.score(self.seat) - self.before.score(self.seat)
        return set(facts["colours"]) == self._stranded() and not gain

    def _instead(self, said: Sentence, facts: dict[str, Any]) -> bool:
        if (other := self.hint.other) is None:
            return False
        end: State = other.end.state
        was, now, then = (s.score(self.seat) for s in (self.before, self.after, end))
        is_so = (now - was, then - was) == (facts["own"], facts["theirs"]) and then >= now
        return is_so and self._lays(facts)

    def _lays(self, facts: dict[str, Any]) -> bool:
        """Return whether the other turn lays a piece that this one does not."""
        colour = next(n for n, each in enumerate(COLOURS) if each.code == facts["colour"])
        ends = {facts["start"], facts["end"]}
        links = [
            n
            for n, each in enumerate(LINKS)
            if {STATIONS[each.a].name, STATIONS[each.b].name} == ends
        ]
        tracks = [s.tracks[colour] for s in (self.hint.other.end.state, self.after)]  # type: ignore[union-attr]  # looked at before
        return bool(set(links) & (tracks[0] - tracks[1]))

    def _instead_points(self, said: Sentence, facts: dict[str, Any]) -> bool:
        if (other := self.hint.other) is None:
            return False
        lost = self.after.score(self.seat) - other.end.state.score(self.seat)
        return lost == said.count and self._lays(facts)

    def _differs(
        self, said: Sentence, facts: dict[str, Any], worth: Callable[[State], int]
    ) -> bool:
        """Return whether the other turn comes as much short of this one as is said."""
        is_so = self._instead(said, facts) and self.hint.other is not None
        return is_so and worth(self.after) - worth(self.hint.other.end.state) == said.count  # type: ignore[union-attr]

    def _instead_strands(self, said: Sentence, facts: dict[str, Any]) -> bool:
        is_so = self._instead(said, facts) and self.hint.other is not None
        return is_so and self._stranded(self.hint.other.end.state) == set(facts["colours"])  # type: ignore[union-attr]

    def _instead_rivals(self, said: Sentence, facts: dict[str, Any]) -> bool:
        seats = [Seat(n) for n in range(self.before.rules.players) if n != self.seat]
        return self._differs(said, facts, lambda state: -sum(state.score(n) for n in seats))

    def _instead_express(self, said: Sentence, facts: dict[str, Any]) -> bool:
        kinds = [each.kind is StationKind.EXPRESS for each in STATIONS]
        return self._differs(said, facts, lambda s: sum(kinds[n] for n in self._stations(s)))

    def _instead_stations(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._differs(said, facts, lambda state: len(self._stations(state)))

    def _instead_ways(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._differs(said, facts, self._ways)

    def _ways(self, state: State) -> int:
        colours = colours_of(state.rules, self.seat)
        unfinished = [c for c in colours if len(state.tracks[c]) < COLOURS[c].pieces]
        return sum(len(_free_links(state, colour)) for colour in unfinished)

    def _instead_tokens(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._differs(said, facts, lambda state: state.tokens[self.seat])


def _grows_free(state: State, colour: Colour) -> bool:
    """Return whether a colour has an end with an empty space beside it (OU §4.3, §4.4)."""
    return not state.tracks[colour] or bool(_free_links(state, colour))


def _free_links(state: State, colour: Colour) -> set[int]:
    """Return the links with an empty space beside an end of a colour (OU §4.3)."""
    track = state.tracks[colour]
    pieces = Counter(s for link in track for s in (LINKS[link].a, LINKS[link].b))
    ends = {station for station, count in pieces.items() if count == 1}
    used = Counter(link for each in state.tracks for link in each)
    return {
        number
        for number, link in enumerate(LINKS)
        if {link.a, link.b} & ends and number not in track and used[number] < link.spaces  # type: ignore[index]  # a link's number
    }
