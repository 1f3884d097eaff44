"""The private planner: a draft in words, with everything that could come next."""

from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.view import View
from metrobot.ui.metromania.cast import Cast, MetroPlan
from metrobot.ui.metromania.harm import harm_label, risk_texts
from metrobot.ui.metromania.offers import Offer, offers_of, shown_of, tabs_of
from metrobot.ui.metromania.steps import OpenChoices, OpenDig, OpenStation, dig_label, site_label
from metrobot.ui.metromania.summary import PAGE_LINES, asked, fitting, lines_of, so_far, summary
from metrobot.ui.pages.values import Choice, Group, Menu
from metrobot.ui.words.lengths import clipped, length
from metrobot.ui.words.limits import CHOICE_LIMIT, LABEL_LIMIT

MOST_BUTTONS: Final = 20
_SHORT: Final = {LineName.SOLID: "mm.label.solid", LineName.STRIPED: "mm.label.striped"}


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a draft: what is open, and the tab that is shown.

    Attributes:
        cast: of the game.
        plan: the draft.
        choices: all that is open.
        offers: the same, sorted onto tabs.
        shown: the tab that is looked at; None where nothing is open.
    """

    cast: Cast
    plan: MetroPlan
    choices: OpenChoices
    offers: tuple[Offer, ...]
    shown: Offer | None

    @property
    def numbered(self) -> tuple[OpenDig | OpenStation, ...]:
        """What is numbered on the picture and on the buttons, from 1 on."""
        return () if self.shown is None else self.shown.choices

    @property
    def tabs(self) -> tuple[Group, ...]:
        """The tabs."""
        return tabs_of(self.offers, self.shown)


def look_of(cast: Cast, plan: MetroPlan, choices: OpenChoices, group: str | None) -> Look:
    """Return a look at a draft.

    Args:
        cast: of the game.
        plan: the draft.
        choices: what is open in it.
        group: that was asked for, now or before an earlier choice.
    """
    offers = offers_of(cast, choices)
    digs = plan.turn.digs
    return Look(
        cast, plan, choices, offers, shown_of(offers, group, digs[-1].line if digs else None)
    )


def text(look: Look) -> str:
    """Return what has been done, what it makes and what is owed: a line each."""
    cast, plan = look.cast, look.plan
    if plan.is_turn_over:
        return summary(cast, plan)
    title = cast.words.say("mm.plan.title", name=cast.company(plan.seat))
    risks = [f"⚠️ {said}" for said in risk_texts(cast, plan.turn.risks)]
    head = (title, *so_far(cast, plan), *risks)
    tail = tuple(lines_of(cast, plan))
    return "\n".join(fitting(head, tail, PAGE_LINES - 2))


def instruction(look: Look) -> str:
    """Return what is to be done now; stands directly above the buttons."""
    return asked(look.cast, look.plan, look.shown, may_end=look.choices.end is not None)


def buttons(look: Look) -> tuple[Choice, ...]:
    """Return the numbered buttons of the tab, and the one that ends the dig."""
    end = _end_button(look.cast, look.choices, look.plan.view)
    found = [
        Choice(each.index, clipped(_label(look, n, each), LABEL_LIMIT))
        for n, each in enumerate(look.numbered, start=1)
    ]
    return (*found[: MOST_BUTTONS - len(end)], *end)


def menus(look: Look) -> tuple[Menu, ...]:
    """Return the menu for what has no button, which is rare."""
    first = MOST_BUTTONS - (look.choices.end is not None)
    over = tuple(
        Choice(each.index, clipped(_label(look, n, each), CHOICE_LIMIT))
        for n, each in enumerate(look.numbered, start=1)
        if n > first
    )
    return (Menu(look.cast.words.say("mm.menu.more"), over),) if over else ()


def _label(look: Look, number: int, option: OpenDig | OpenStation) -> str:
    """Return a choice by its number, where it is, what it makes, and its gravest harm."""
    cast = look.cast
    if isinstance(option, OpenDig):
        line, parts = option.dig.line, dig_label(cast, option)
        if look.shown is not None and look.shown.line is None:
            parts.insert(0, cast.words.say(_SHORT[line]))
    else:
        line, parts = option.station.line, site_label(cast, look.plan.view, option)
    harm = [harm_label(cast, risk, line) for risk in option.effect.risks[:1]]
    label = " · ".join((str(number), *parts, *harm))
    if length(label) > LABEL_LIMIT:
        harm = [each.partition(":")[0] for each in harm]  # the sign and its name: "dead end"
    return " · ".join((str(number), *parts, *harm))


def _end_button(cast: Cast, choices: OpenChoices, view: View) -> tuple[Choice, ...]:
    """Return the button that stops, passes or declines, where it is open."""
    if choices.end is None:
        return ()
    if view.bonus_line is not None:
        key = "mm.button.decline"
    else:
        key = "mm.button.stop" if view.tunnels_dug else "mm.button.pass"
    return (Choice(choices.end, cast.words.say(key)),)
