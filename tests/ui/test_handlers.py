"""Each press and command is declared once, beside what answers it."""

import pytest

from metrobot.service.people import ledger
from metrobot.service.people.ledger import Account
from metrobot.ui.app.command_tree import commands_of
from metrobot.ui.kit.handlers import ANSWERS, CAUSES, Answers, Handlers, never, on_press
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.people.reminder_settings import ACTS
from tests.ui.stage import Stage


class Twice:
    """Answers one kind of press by two methods."""

    @on_press(PressKind.HAND, answers=Answers.PRIVATE, causes=())
    async def first(self, ix: Press, press: PressId) -> None:
        """Answer."""

    @on_press(PressKind.HAND, answers=Answers.EDIT, causes=())
    async def second(self, ix: Press, press: PressId) -> None:
        """Answer too."""


def test_two_handlers_of_one_press_are_a_fault() -> None:
    """Nobody could say which of them answers."""
    with pytest.raises(ValueError, match="two handlers answer"):
        Handlers(Twice())


def test_a_press_that_nothing_answers_is_a_fault() -> None:
    """The bot does not start with such a button."""
    with pytest.raises(ValueError, match="nothing answers"):
        Handlers()


async def test_every_press_is_declared_with_how_it_is_answered(stage: Stage) -> None:
    """A button of no game says so, and is taken for one of no game."""
    rules = {kind: stage.bot.parts.handlers.of(kind).rule for kind in PressKind}

    assert {type(rule.answers) for rule in rules.values()} == {Answers}
    of_none = {kind for kind, rule in rules.items() if rule.of_game is never}
    assert {PressKind.FORGET, PressKind.LEARN, PressKind.LESSON, PressKind.SETTING} <= of_none
    assert PressKind.PLAN not in of_none


async def test_what_is_not_declared_is_not_charged(stage: Stage) -> None:
    """A handler that causes more than it says is a fault, not a way around the limits."""
    posts = stage.bot.parts.handlers.of(PressKind.SEAT).rule.causes
    assert Account.POSTS in posts
    ledger.declare(())
    with pytest.raises(RuntimeError, match="undeclared: posts"):
        async with stage.bot.parts.tables.ledger.charged(1, Account.POSTS):
            pass
    ledger.declare(posts)
    async with stage.bot.parts.tables.ledger.charged(1, Account.POSTS):
        pass


async def test_every_command_is_declared_with_how_it_is_answered(stage: Stage) -> None:
    """Discord waits three seconds, whatever the handler does first."""
    lacking = [
        command.qualified_name
        for command in commands_of(stage.bot.tree)
        if not hasattr(command, "commands") and not {ANSWERS, CAUSES} <= command.extras.keys()
    ]

    assert lacking == []


async def test_whatever_can_be_done_is_an_act_or_only_shows_or_sets_something(stage: Stage) -> None:
    """So that nothing that somebody does in a game, also in one to come, leaves them away."""
    presses = {kind for kind in PressKind if kind not in ACTS}
    commands = {each.qualified_name for each in commands_of(stage.bot.tree)}
    typed = {each.removeprefix("game ") for each in commands - ACTS if each.startswith("game ")}

    assert commands | set(PressKind) >= ACTS
    assert presses == {
        *(PressKind.OPTIONS, PressKind.PLAN, PressKind.HAND, PressKind.BOARD, PressKind.ZOOM),
        *(PressKind.TRY, PressKind.MENU, PressKind.GROUP, PressKind.TAB, PressKind.BACK),
        *(PressKind.ANEW, PressKind.HINT, PressKind.QUICK, PressKind.CHANGE, PressKind.AHEAD),
        *(PressKind.LOG, PressKind.TOPIC, PressKind.RANKS, PressKind.FORGET, PressKind.LESSON),
        PressKind.FIGURES,
        *(PressKind.REPLAY, PressKind.STEP, PressKind.JUMP, PressKind.FILM, PressKind.PAGE),
        *(PressKind.REVIEW, PressKind.SINCE, PressKind.SETTING, PressKind.AWAY, PressKind.LEARN),
        *(PressKind.DEALING, PressKind.STATUS, PressKind.SERVER, PressKind.SEATS),
        *(PressKind.LOOKOUT, PressKind.WORDS, PressKind.AMISS, PressKind.DECLINE),
        *(PressKind.FOLLOW, PressKind.UNFOLLOW),
        # A line of the day has no clock, and no other player who waits.
        *(kind for kind in PressKind if kind.startswith(("line:", "daily:"))),
        # Nor has a game that is over and played on.
        *(kind for kind in PressKind if kind.startswith(("branch", "deal", "what"))),
    }
    # resign asks first; a pause that status asks for is an act of its own name.
    shown = {"export", "import", "log", "reminders", "replay", "resign", "review", "seats"}
    assert typed == {*shown, "status"}
