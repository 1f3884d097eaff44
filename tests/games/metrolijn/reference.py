"""The rules once more, slowly: names and sets, written from the rules page alone.

Of the game's code only its data file is used. A game is told as the events of
its record; `choices` lists what a seat may do, `Referee` keeps the sheets.
"""

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

DATA = json.loads(
    resources.files("metrobot.games.metrolijn").joinpath("data/maps.json").read_text("utf-8")
)
DECK = ["3", "3", "3", "4", "4", "4", "5", "5", "6", "E2", "E3", "T", "T", "F"]

Event = Mapping[str, Any]
Fields = dict[str, Any]


class Paper:
    """One player's sheet: what stands where, by names."""

    def __init__(self, map_: Fields) -> None:
        self.marked: dict[str, int | str] = {}
        self.free = {line["letter"]: line["windows"] for line in map_["lines"]}
        self.done: dict[str, int] = {}


def running(id_: str) -> Fields:
    """Return a map of the data with the lines that run alone, and the stations that they serve."""
    if id_ in DATA["maps"]:
        whole: Fields = DATA["maps"][id_]
        return whole
    network = DATA["networks"][id_]
    map_ = DATA["maps"][network["map"]]
    lines = [line for line in map_["lines"] if line["letter"] in network["lines"]]
    served = {station for line in lines for station in line["stations"]}
    return {"lines": lines, "stations": [each for each in map_["stations"] if each["id"] in served]}


class Referee:
    """Follow a game by its events, and object to whatever the rules page forbids.

    Attributes:
        papers: one a player.
        round: of the card that lies open, or of the last one.
        queue: the seats that still owe an action, in order, one entry an action.
        left: the cards that were not turned up since the last shuffle.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.map = running(record["options"]["map"])
        self.special: bool = record["options"]["special"]
        self.papers = [Paper(self.map) for _ in range(record["players"])]
        self.serving = {
            station["id"]: sum(station["id"] in line["stations"] for line in self.map["lines"])
            for station in self.map["stations"]
        }
        self.starred = {s["id"] for s in self.map["stations"] if s["special"]}
        self.round = 0
        self.card = ""
        self.queue: list[int] = []
        self.left = list(DECK)

    @property
    def is_over(self) -> bool:
        """Whether no windows are empty and the last round is complete."""
        return not self.queue and not any(sum(paper.free.values()) for paper in self.papers)

    def choices(self, seat: int) -> list[Fields]:
        """Return all that a seat may do with the open card, as the record would tell it."""
        paper = self.papers[seat]
        if self.card == "F":
            empty = [s for s in self.serving if s not in paper.marked]
            return [{"kind": "free", "station": station} for station in [*empty, None]]
        return [choice for line in self._open_lines(paper) for choice in self._rides(paper, line)]

    def _open_lines(self, paper: Paper) -> list[Fields]:
        return [line for line in self.map["lines"] if paper.free[line["letter"]]]

    def _rides(self, paper: Paper, line: Fields) -> Iterator[Fields]:
        for turn in (1, -1) if line["ring"] else (0,):
            way = {"direction": turn} if turn else {}
            names = line["stations"]
            tour = names if turn >= 0 else names[:1] + names[:0:-1]
            if self.card == "T":
                yield from self._transfers(paper, line, tour, way)
                continue
            reached = self._reached(paper, tour)
            for count in range(len(reached) + 1):
                stations = reached[:count]
                yield {"kind": "mark", "line": line["letter"], "stations": stations, **way}

    def _transfers(
        self, paper: Paper, line: Fields, tour: list[str], way: Fields
    ) -> Iterator[Fields]:
        fields = {"kind": "transfer", "line": line["letter"], **way}
        for station in [name for name in tour if name not in paper.marked][:1]:
            yield {**fields, "station": station, "value": self.serving[station]}
        yield {**fields, "station": None, "value": None}

    def _reached(self, paper: Paper, tour: list[str]) -> list[str]:
        reached: list[str] = []
        for name in tour:
            if name in paper.marked:
                if reached and self.card[0] != "E":
                    break
                continue
            reached.append(name)
            if len(reached) == int(self.card[-1]):
                break
        return reached

    def follow(self, event: Event) -> None:
        """Carry out an event, or fail."""
        if event["actor"] == "chance":
            self._turn_up(event)
            return
        seat = self.queue.pop(0)
        fields = {k: v for k, v in event.items() if k not in ("seq", "actor")}
        assert event["actor"] == seat
        assert fields in self.choices(seat)
        self._carry_out(seat, fields)
        if not self.queue:
            self._count_lines()

    def _turn_up(self, event: Event) -> None:
        assert not self.queue
        assert not self.is_over
        self.card = event["card"]
        self.left.remove(self.card)
        self.round += 1
        self.queue = [i for i, paper in enumerate(self.papers) if sum(paper.free.values())]

    def _carry_out(self, seat: int, fields: Fields) -> None:
        paper = self.papers[seat]
        one = [fields["station"]] if fields.get("station") else []
        new = fields.get("stations", one)
        for station in new:
            paper.marked[station] = fields.get("value") or "x"
        if "line" in fields:
            paper.free[fields["line"]] -= 1
            if self.special:
                self.queue = [seat] * sum(name in self.starred for name in new) + self.queue
        if not sum(paper.free.values()):
            self.queue = [other for other in self.queue if other != seat]

    def _count_lines(self) -> None:
        for paper in self.papers:
            for line in self.map["lines"]:
                if set(line["stations"]) <= paper.marked.keys():
                    paper.done.setdefault(line["letter"], self.round)
        if self.card == "6":
            self.left = list(DECK)

    def result(self) -> Fields:
        """Return the result of the record, from the sheets alone."""
        sheets = [self._count(paper) for paper in self.papers]
        scores = [s["lines"] + s["transfers"] - s["minus"] for s in sheets]
        best = [i for i, score in enumerate(scores) if score == max(scores)]
        fewest = min(sheets[i]["empty"] for i in best)
        winners = [i for i in best if sheets[i]["empty"] == fewest]
        return {"scores": scores, "winners": winners, "sheets": sheets}

    def _count(self, paper: Paper) -> Fields:
        empty = len(self.serving) - len(paper.marked)
        numbers = [value for value in paper.marked.values() if isinstance(value, int)]
        return {
            "lines": sum(self._worth(line, paper) for line in self.map["lines"]),
            "transfers": 2 * sum(numbers),
            "empty": empty,
            "minus": empty if len(self.papers) == 1 else empty // 2,
        }

    def _worth(self, line: Fields, paper: Paper) -> int:
        letter = line["letter"]
        if letter not in paper.done:
            return 0
        first = min(p.done[letter] for p in self.papers if letter in p.done)
        return int(line["first_points" if paper.done[letter] == first else "later_points"])
