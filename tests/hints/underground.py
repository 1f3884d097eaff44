"""What a hint of On the Underground says, recounted from the states and the map."""

from collections import Counter
from dataclasses import replace
from typing import Any

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

    def _stranded(self) -> set[str]:
        """Return the codes of colours that could grow free before and can only branch now."""
        return {
            COLOURS[colour].code
            for colour in colours_of(self.before.rules, self.seat)
            if len(self.after.tracks[colour]) < COLOURS[colour].pieces
            and _grows_free(self.before, colour)
            and not _grows_free(self.after, colour)
        }

    def _strands(self, said: Sentence, facts: dict[str, Any]) -> bool:
        gain = self.after.score(self.seat) - self.before.score(self.seat)
        return set(facts["colours"]) == self._stranded() and gain == facts["gain"] > 0

    def _strands_all(self, said: Sentence, facts: dict[str, Any]) -> bool:
        gain = self.after.score(self.seat) - self.before.score(self.seat)
        return set(facts["colours"]) == self._stranded() and not gain

    def _instead(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self.hint.other
        points = 0 if other is None else other.end.state.score(self.seat)
        is_so = points - self.before.score(self.seat) == facts["points"]
        lost = self.after.score(self.seat) - points
        return is_so and lost <= 0 and self._instead_points(replace(said, count=lost), facts)

    def _instead_points(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self.hint.other
        if other is None:
            return False
        lost = self.after.score(self.seat) - other.end.state.score(self.seat)
        touched = {
            STATIONS[station].name
            for action, _, _ in self._steps
            if isinstance(action, Build)
            for station in (LINKS[action.link].a, LINKS[action.link].b)
        }
        return lost == said.count and facts["station"] not in touched


def _grows_free(state: State, colour: Colour) -> bool:
    """Return whether a colour has an end with an empty space beside it (OU §4.3, §4.4)."""
    track = state.tracks[colour]
    pieces = Counter(s for link in track for s in (LINKS[link].a, LINKS[link].b))
    ends = {station for station, count in pieces.items() if count == 1}
    used = Counter(link for each in state.tracks for link in each)
    return not track or any(
        {link.a, link.b} & ends and number not in track and used[number] < link.spaces  # type: ignore[index]  # a link's number
        for number, link in enumerate(LINKS)
    )
