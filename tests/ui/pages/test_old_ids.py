"""Ids on messages of earlier releases: one of each shape, as their tests made them."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from metrobot import ui
from metrobot.engine.errors import Refusal
from metrobot.ui.pages import args as a
from metrobot.ui.pages.ids import PressId, ReplaySource, parse_press

HERE, RECORD, LINE = ReplaySource.HERE, ReplaySource.IMPORTED, ReplaySource.LINE
EMPTY: Final = a.PlannerArg("0000:")
ON_MESSAGES: Final[dict[str, a.Arg]] = {
    **{f"ballot:7.{each}": a.VoteArg(7, each) for each in a.VoteAnswer},
    **{f"undo:{each}.7": a.UndoArg(each, 7) for each in a.VoteAnswer},
    "undo:": a.UndoArg(),
    **{f"{kind}:1": a.NumberArg(1) for kind in ("seat", "cover", "give", "let", "log")},
    **{f"server:{name}": a.ServerArg(name) for name in ("everybody", "roles")},
    "server:private_games.off": a.ServerArg("private_games", a.OnOff.OFF),
    "server:imports.on": a.ServerArg("imports", a.OnOff.ON),
    "option:shared_trips": a.OptionArg("shared_trips"),
    "option:hints.off": a.OptionArg("hints", "off"),
    "against:toy": a.AgainstArg("toy"),
    "against:rounds.alone": a.AgainstArg("rounds", a.Against.ALONE),
    "against:toy.open": a.AgainstArg("toy", a.Against.OPEN),
    "ranks:metrolijn.10": a.RanksArg("metrolijn", 10),
    "ranks:metrolijn.0.8107": a.RanksArg("metrolijn", 0, 8107),
    **{f"{kind}:h": a.ReplayArg(HERE) for kind in ("replay", "film", "page", "review")},
    **{f"{kind}:i": a.ReplayArg(RECORD) for kind in ("film", "page", "review")},
    **{f"{kind}:l": a.ReplayArg(LINE) for kind in ("replay", "page")},
    **{f"step:h-12-{way}": a.ReplayArg(HERE, "12", way) for way in ("first", "back", "on", "last")},
    "jump:i-part": a.ReplayArg(RECORD, "part"),
    "jump:l-turn": a.ReplayArg(LINE, "turn"),
    "page:h-show": a.ReplayArg(HERE, "show"),
    "review:i-3": a.ReplayArg(RECORD, "3"),
    **{f"{kind}:0000:": EMPTY for kind in ("anew", "back", "done", "group")},
    "try:6c43:137": a.PlannerArg("6c43:137"),
    "try:6c43:137~p": a.PlannerArg("6c43:137", "p"),
    "tab:0000:~few": a.PlannerArg("0000:", "few"),
    "group:0000:~tabs": a.PlannerArg("0000:", "tabs"),
    "menu:0:0000:": a.MenuArg(0, EMPTY),
    "menu:2:0000:~many": a.MenuArg(2, a.PlannerArg("0000:", "many")),
    **{f"{kind}:0000:": a.HintArg(EMPTY) for kind in ("hint", "quick")},
    "hint:0000:~a|11.0.8|3": a.HintArg(
        a.PlannerArg("0000:", "a"), (a.HintPath((11, 0, 8)), a.HintPath((3,)))
    ),
    "planned:more:": a.AheadArg("more"),
    "planned:drop:9a3a19e0": a.AheadArg("drop", "9a3a19e0"),
    "lesson:toy!go!": a.LessonArg("toy", a.InnerArg("go")),
    "lesson:toy!end!": a.LessonArg("toy", a.InnerArg("end")),
    "line:record!2": a.NumberArg(2),
    "line:words!2": a.NumberArg(2),
    "what:h-4-1": a.ReplayArg(ReplaySource.HERE, "4", "1"),
    "whatif:h-0-strong!": a.WhatIfArg(ReplaySource.HERE, 0, a.InnerArg("strong")),
    "whatif:i-2-try!6c43:137~p": a.WhatIfArg(
        ReplaySource.IMPORTED, 2, a.InnerArg("try", "6c43:137~p")
    ),
    "line:if!l-0-anew!0000:": a.WhatIfArg(ReplaySource.LINE, 0, a.InnerArg("anew", "0000:")),
}
"""Kind and argument of an id, and what it means."""
PLAIN: Final = """again: ahead: board: call: cancel: cancel:sure change: computer:0 computer:out2
    dealing: forget: hand: join: learn:toy leave: lookout: options: plan: resign: resume: return:
    seats: seats:running setting:by setting:quiet since: start: start:alone status: topic:metrolijn
    zoom: line:card! line:home! line:play! line:again! line:table! line:week! line:past! line:open!
    line:dealing! line:settings! line:once! line:sheet! line:remind! line:share! line:show!
    line:shown! line:hidden! daily:play! daily:table! daily:stop!"""
"""Ids whose argument is a word, or none."""
NO_ARGS: Final[dict[type[a.Arg], str]] = {
    a.VoteArg: "7 .yes 7.maybe yes.7 ².yes -1.yes",
    a.UndoArg: "maybe.7 yes.x 7.yes",
    a.NumberArg: "x -1 1.5 ² 99999999999999999999",
    a.ServerArg: "imports.maybe",
    a.AgainstArg: "toy.both",
    a.RanksArg: "toy toy.x",
    a.ReplayArg: "x - x-1-on hh",
    a.MenuArg: "x x:0000: :0000:",
    a.HintArg: "0000:|x 0000:|1..2 0000:|²",
}
"""Arguments of each sort that are forged, or of another release."""


def of(custom_id: str) -> PressId:
    """Return an id as it is read."""
    press = parse_press(f"mb1:12:3:{custom_id}")
    assert press is not None
    return press


@pytest.mark.parametrize("custom_id", ON_MESSAGES)
def test_an_argument_means_what_it_did(custom_id: str) -> None:
    """It is written as it was, too: a process of the last release may still run."""
    press, meaning = of(custom_id), ON_MESSAGES[custom_id]

    assert type(meaning).read(press) == meaning
    assert str(meaning) == press.arg


@pytest.mark.parametrize("custom_id", [*ON_MESSAGES, *PLAIN.split()])
def test_an_id_is_made_as_it_was(custom_id: str) -> None:
    assert str(of(custom_id)) == f"mb1:12:3:{custom_id}"


@pytest.mark.parametrize(("kind", "sort"), [("run:", a.InnerArg), ("planned:", a.AheadArg)])
def test_a_press_in_a_planner_is_the_same_wherever_it_stands(kind: str, sort: Any) -> None:
    """In a run, ahead of a turn, in a lesson."""
    mark = "!" if sort is a.InnerArg else ":"
    for custom_id in (each for each in ON_MESSAGES if each.startswith(a.OF_PLANNERS)):
        press, expected = of(kind + custom_id.replace(":", mark, 1)), of(custom_id)
        lesson = of(f"lesson:toy!{custom_id.replace(':', '!', 1)}")

        assert sort.read(press).inner(press) == expected
        assert a.LessonArg.read(lesson).inner.inner(press) == expected


@pytest.mark.parametrize("sort", NO_ARGS)
def test_an_argument_that_is_none_is_refused(sort: type[a.Arg]) -> None:
    for arg in NO_ARGS[sort].split():
        with pytest.raises(Refusal, match="unknown_press"):
            sort.read(PressId(1, 0, of("hand:").kind, arg))
    with pytest.raises(Refusal, match="unknown_press"):
        a.InnerArg("hand", "").inner(of("hand:"))


def test_no_page_reads_arguments_in_a_way_of_its_own() -> None:
    taken_apart = re.compile(r"\.arg\.|parse_number\(press|\(press\w*\.arg\b")
    modules = [*Path(ui.__path__[0]).rglob("*.py")]
    named = {each.stem for each in modules if taken_apart.search(each.read_text("utf-8"))}

    assert named <= {"args"}
