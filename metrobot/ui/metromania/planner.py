"""The private planner: a draft in words, with all next choices."""

from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.view import View
from metrobot.ui.metromania import draft_text, steps
from metrobot.ui.metromania.names import MetroDraftView, Names, point
from metrobot.ui.pages.values import SHORT, Choice, Group, Menu
from metrobot.ui.words.discord_limits import CHOICE_LIMIT
from metrobot.ui.words.text_length import clipped

MOST_BUTTONS: Final = 20
_SHORT: Final = {LineName.SOLID: "mm.label.solid", LineName.STRIPED: "mm.label.striped"}


@dataclass(frozen=True, slots=True)
class PlannerTab:
    """One tab of the planner for a draft.

    Attributes:
        names: of the game.
        draft_view: the draft.
        choices: all open choices.
        offers: the same, sorted onto tabs.
        open_tab: the tab that is shown; None if nothing is open.
    """

    names: Names
    draft_view: MetroDraftView
    choices: steps.OpenChoices
    offers: tuple[steps.Tab, ...]
    open_tab: steps.Tab | None

    @property
    def numbered(self) -> tuple[steps.OpenDig | steps.OpenStation, ...]:
        """The choices numbered on the picture and on the buttons, from 1 on."""
        return () if self.open_tab is None else self.open_tab.choices

    @property
    def tabs(self) -> tuple[Group, ...]:
        """The buttons of the tabs."""
        return steps.tabs_of(self.offers, self.open_tab)


def planner_tab(
    names: Names, draft_view: MetroDraftView, choices: steps.OpenChoices, group: str | None
) -> PlannerTab:
    """Return the planner's tab for a draft.

    Args:
        names: of the game.
        draft_view: the draft.
        choices: its open choices.
        group: key of the tab asked for, now or before an earlier choice.
    """
    offers = steps.tabs_for(names, choices)
    digs = draft_view.turn.digs
    return PlannerTab(
        names,
        draft_view,
        choices,
        offers,
        steps.shown_of(offers, group, digs[-1].line if digs else None),
    )


def text(look: PlannerTab) -> str:
    """Return the lines' ends with the draft's effects, then risks, ways to gates, the hand."""
    names, draft_view = look.names, look.draft_view
    if draft_view.is_turn_over:
        return "\n".join(draft_text.draft_summary(names, draft_view))
    risks = [f"⚠️ {said}" for said in draft_text.risk_texts(names, draft_view.turn.risks)]
    prospects = draft_text.prospects(names, draft_view)
    # An empty first line, before the first tunnel, keeps none of the others in its place.
    return "\n".join((draft_text.standing(names, draft_view), *risks, *prospects))


def instruction(look: PlannerTab) -> str:
    """Return the next thing to do, to stand directly above the buttons."""
    return draft_text.asked(
        look.names, look.draft_view, look.open_tab, may_end=look.choices.end is not None
    )


def buttons(look: PlannerTab) -> tuple[Choice, ...]:
    """Return the numbered buttons of the tab, and the one that ends the dig."""
    end = _end_button(look.names, look.choices, look.draft_view.view)
    choices = [
        Choice(
            way.index,
            clipped(_label(look, n, way), CHOICE_LIMIT),
            short=_short(n, way),
            spelt=_spelt(look.names, n, way),
        )
        for n, way in enumerate(look.numbered, start=1)
    ]
    # However many choices there are, the one that ends the dig has a button.
    return (*choices[: MOST_BUTTONS - len(end)], *end)


def menus(look: PlannerTab) -> tuple[Menu, ...]:
    """Return a menu for choices without a button, which are rare."""
    first = MOST_BUTTONS - (look.choices.end is not None)
    choices = tuple(
        Choice(option.index, clipped(_label(look, n, option), CHOICE_LIMIT))
        for n, option in enumerate(look.numbered, start=1)
        if n > first
    )
    return (Menu(look.names.words.say("mm.menu.more"), choices),) if choices else ()


def _short(number: int, option: steps.OpenDig | steps.OpenStation) -> str:
    """Return a choice's button: its number, a sign if it does harm, its end, its marker."""
    end_point = option.dig.end if isinstance(option, steps.OpenDig) else option.station.point
    # One sign at most, however many risks there are.
    label = " ".join((str(number), *"⚠"[: len(option.effect.risks)], point(end_point)))
    placed = option.effect.placed
    # It tells two tunnels to one point apart: they pass different areas.
    longer = label if placed is None else f"{label} {placed.letter}"
    return longer if len(longer) <= SHORT else label


def _spelt(names: Names, number: int, option: steps.OpenDig | steps.OpenStation) -> str:
    """Return a choice's button in words: a tunnel's side and marker, a station's points."""
    effect = option.effect
    if isinstance(option, steps.OpenDig):
        parts = [steps.place(names, option.dig), *([effect.placed.letter] if effect.placed else [])]
    else:
        parts = [point(option.station.point), names.words.signed(effect.points)]
    return " ".join((str(number), *"⚠"[: len(effect.risks)], *parts))


def _label(look: PlannerTab, number: int, option: steps.OpenDig | steps.OpenStation) -> str:
    """Return a choice's label: its number, gravest harm, place and effects.

    A phone cuts long labels at their end.
    """
    names = look.names
    if isinstance(option, steps.OpenDig):
        line, parts = option.dig.line, steps.dig_label(names, option)
        if look.open_tab is not None and look.open_tab.line is None:
            parts.insert(0, names.words.say(_SHORT[line]))
    else:
        line, parts = option.station.line, steps.site_label(names, look.draft_view.view, option)
    harm = [draft_text.harm_label(names, risk, line) for risk in option.effect.risks[:1]]
    return " · ".join((str(number), *harm, *parts))


def _end_button(names: Names, choices: steps.OpenChoices, view: View) -> tuple[Choice, ...]:
    if choices.end is None:
        return ()
    if view.bonus_line is not None:
        key = "mm.button.decline"
    else:
        key = "mm.button.stop" if view.tunnels_dug else "mm.button.pass"
    return (Choice(choices.end, names.words.say(key), is_extra=True),)
