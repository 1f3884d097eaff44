"""A review as text to be kept, and back."""

import json
from collections.abc import Mapping, Sequence
from math import inf, isinf
from typing import Any, Final

from metrobot.players.analysis import facts

FORM: Final = 1
"""Version of the stored form; a stored review of another version is made anew."""

PLACES: Final = 4
"""Decimals that are stored."""


def dump_review(review: facts.Review | None) -> str:
    """Return a review as one line of JSON; None stands for a game in which nobody had a turn."""
    if review is None:
        return json.dumps({"form": FORM, "positions": []})
    return json.dumps(
        {
            "form": FORM,
            "alone": review.is_alone,
            "cut": review.is_cut,
            "again": review.has_gone_on,
            "positions": [
                [p.turn, list(map(_estimate, p.worths)), p.games] for p in review.positions
            ],
            "turnings": [_turning(turning) for turning in review.turnings],
        },
        separators=(",", ":"),
    )


def load_review(text: str) -> facts.Review | None:
    """Return the review that a text holds; None if nobody had a turn in the game."""
    values = json.loads(text)
    if not values["positions"]:
        return None
    return facts.Review(
        is_alone=values["alone"],
        positions=tuple(
            # Older releases have not kept the number of games.
            facts.Position(turn, tuple(map(_read_estimate, worths)), *games)
            for turn, worths, *games in values["positions"]
        ),
        turnings=tuple(_read_turning(turning) for turning in values["turnings"]),
        is_cut=values["cut"],
        has_gone_on=values.get("again", False),
    )


def is_current(text: str) -> bool:
    """Return whether a text has the current form."""
    return bool(json.loads(text).get("form") == FORM)


def is_short(text: str) -> bool:
    """Return whether a review was short of time, and is to be gone on with."""
    review = load_review(text)
    return review is not None and review.is_short and not review.has_gone_on


def _estimate(estimate: facts.Estimate) -> list[float | None]:
    """Return a mean and the ends of its interval; an infinite end becomes null."""
    ends = (estimate.value, estimate.low, estimate.high)
    # JSON has no infinity.
    return [None if isinf(end) else round(end, PLACES) for end in ends]


def _turning(turning: facts.Turning) -> dict[str, Any]:
    return {
        "turn": turning.turn,
        "seat": turning.seat,
        "player": turning.player,
        "before": list(map(_estimate, turning.before)),
        "after": list(map(_estimate, turning.after)),
        "found": turning.found,
        "better": None if turning.better is None else _better(turning.better),
    }


def _better(better: facts.Better) -> dict[str, Any]:
    return {
        "deeds": [[deed.kind, dict(deed.fields)] for deed in better.deeds],
        "gain": _estimate(better.gain),
        "points": round(better.points, PLACES),
        "whys": [[why.part, round(why.points, PLACES)] for why in better.whys],
    }


def _read_estimate(values: Sequence[float | None]) -> facts.Estimate:
    value, low, high = values
    return facts.Estimate(
        0.0 if value is None else value, -inf if low is None else low, inf if high is None else high
    )


def _read_turning(values: Mapping[str, Any]) -> facts.Turning:
    before, after = (tuple(map(_read_estimate, values[key])) for key in ("before", "after"))
    better = None if values["better"] is None else _read_better(values["better"])
    return facts.Turning(**{**values, "before": before, "after": after, "better": better})


def _read_better(values: Mapping[str, Any]) -> facts.Better:
    return facts.Better(
        deeds=tuple(facts.RecordedChoice(kind, fields) for kind, fields in values["deeds"]),
        gain=_read_estimate(values["gain"]),
        points=values["points"],
        whys=tuple(facts.Advantage(part, points) for part, points in values["whys"]),
    )
