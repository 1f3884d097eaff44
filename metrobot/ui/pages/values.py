"""The values that messages are made of, before Discord's items are: pictures, choices, reports."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

SHORT: Final = 8
"""Characters on a button, of which four are to stand in a row on a phone."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is still to be drawn, off the event loop.

    Attributes:
        stem: file name without its ending; tells nothing that is secret.
        alt: the picture in words for blind players, at most 1,000 characters.
        draw: returns the PNG bytes; pure, slow, safe in a thread; a function of a
            module and its arguments, so that another process can do it.
        key: equal for equal pictures, which are drawn once; None: each is drawn.
    """

    stem: str
    alt: str
    draw: Callable[[], bytes] = field(compare=False)
    key: Hashable | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a draft's open choices as the planner offers it.

    Attributes:
        index: into `draft.open_choices`.
        label: full description in a menu: at most 100 characters.
        hint: second line in a menu, at most 100 characters.
        short: name in the picture, for a button: at most 8 characters; empty: the
            label, where it is as short.
        spelt: its button where there is room for it: in words that say enough alone.
        is_extra: whether it is no place in the picture, so that it has a button in any case.
        is_quiet: whether its button is grey, as it does less than others.
        then: choices that the same press makes after it, each an index into those
            that are open by then.
        instead: taken in place of the draft's last choice, an index into what was
            open before that.
    """

    index: int
    label: str
    hint: str = ""
    then: tuple[int, ...] = ()
    instead: bool = False
    short: str = ""
    spelt: str = ""
    is_extra: bool = False
    is_quiet: bool = False

    @property
    def path(self) -> tuple[int, ...]:
        """Indices of all choices that the press makes, in order."""
        return (self.index, *self.then)

    @property
    def on_button(self) -> str:
        """Text on its button; empty: it has none."""
        return self.short or (self.label if len(self.label) <= SHORT else "")


@dataclass(frozen=True, slots=True)
class Menu:
    """A select of choices.

    Attributes:
        prompt: its placeholder, at most 150 characters.
        choices: 1 to 25.
    """

    prompt: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A first choice that names a group, where too many choices are open.

    Attributes:
        key: goes into the id, at most 20 characters of [a-z0-9_].
        label: what the player reads in a menu.
        is_shown: whether the page shows this one, asked for or not.
        short: on a tab: at most 8 characters; empty: as its label.
    """

    key: str
    label: str
    is_shown: bool = False
    short: str = ""

    @property
    def on_tab(self) -> str:
        """Text on its tab."""
        return self.short or self.label


@dataclass(frozen=True, slots=True)
class PlannerPage:
    """One look at a private draft.

    Attributes:
        text: markdown; choices made, their outcome, and open choices in words, the gravest
            line first: the last ones are left out where there is no room.
        picture: the picture of it.
        buttons: choices, as many of which have buttons as a phone has room for; a menu
            describes them in full.
        menus: further choices.
        groups: offered as a select before `menus`, empty where not needed.
        tabs: groups offered before all else, as buttons where all fit into a row.
        groups_prompt: words of the select of groups; empty for the usual ones.
        instruction: stands directly above the buttons.
        lines: of a phone, above and below the picture; a row of buttons takes two.
    """

    text: str
    picture: Picture
    buttons: tuple[Choice, ...] = ()
    menus: tuple[Menu, ...] = ()
    groups: tuple[Group, ...] = ()
    tabs: tuple[Group, ...] = ()
    groups_prompt: str = ""
    instruction: str = ""
    lines: int = 11


@dataclass(frozen=True, slots=True)
class TurnReport:
    """Public report of one finished turn.

    Attributes:
        headline: one short line: who did what.
        lines: further lines: stations, points, markers, ended lines.
        warnings: unserved stations, a near end, last turns.
        meter: the end meter in one line.
        fact: the thing that has changed the game, if there is one.
    """

    headline: str
    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    meter: str
    fact: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of the rules.

    Attributes:
        key: in ids and autocomplete.
        name: what the reader sees in the list.
        text: markdown, at most 1,500 characters, with its sections cited.
        picture: a small picture where it helps.
    """

    key: str
    name: str
    text: str
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Aside:
    """A text of a page with a small picture at its right, which a press makes large."""

    text: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a message: some text, then a picture or none."""

    text: str
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Closing:
    """Last message in the channel when a game is over.

    Attributes:
        winner: one sentence: who has won, or what a score alone is called.
        facts: the two or three facts that decided it, a line each.
        picture: the board as it ended; None: the count has shown it.
        deed: what came of the whole game, without names, such as *6 trips ran*.
    """

    winner: str
    facts: tuple[str, ...]
    picture: Picture | None
    deed: str = ""


@dataclass(frozen=True, slots=True)
class Brief:
    """Task and score of a game under way, in few words.

    Attributes:
        task: of those who are awaited, as the end of a sentence.
        lines: at most two: points, how near the end is.
    """

    task: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Zoom:
    """A part of the board that can be asked for alone."""

    key: str
    label: str
