"""The planner's message, made from a front's look at a draft; its ids hold all a press needs."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final, Protocol, TypeAlias

from discord import ui

from metrobot.engine.draft import Draft, StaleDraftError, code_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Play
from metrobot.service.play.plans import is_whole
from metrobot.ui.kit.front import AnyDraftView, Front
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.pages.args import MenuArg, PlannerArg
from metrobot.ui.pages.ids import Button, PressId, PressKind, Style, button, menu, option
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.pages.values import Choice, Group, Menu, PlannerPage
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.turn.waiting_for import is_shared, lock_note
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import IN_A_ROW, MOST_CHOICES, PHONE_ROW
from metrobot.ui.words.player_names import names_of
from metrobot.ui.words.text_length import button_width, fitting_lines, phone_heights

AnyDraft = Draft[Any, Any]
MOST_GROUP: Final = 16
"""Most characters of a group's key; a longer one is forged, and would make ids too long."""
INSTEAD: Final = "-"
"""Mark before a value of a menu that is taken in place of the draft's last choice."""
TABS: Final = "tabs"
MOST_ROWS: Final = 3
"""Most rows of tabs and choices that leave a phone room for the picture."""
MOST_LINES: Final = 14
"""Most lines of a phone, two for a row, that leave room for it; beyond, a row of buttons goes."""
UNBOUNDED: Final = 1_000
PressIds: TypeAlias = Callable[[PressKind, object], PressId]
"""Function that makes the ids of a planner's buttons and menus."""


class PlannerSource(Protocol):
    """The game that a planner plans for: at a table, in a lesson, or a run.

    It gives the game and the draft that an id names, and says what becomes of a whole draft.
    """

    async def load(self, code: str) -> tuple[Play, AnyDraft]:
        """Return the game, and the draft that a code means in it.

        Raises:
            TableError: the draft does not fit the game as it stands.
        """

    async def page(self, play: Play, draft: AnyDraft, group: str | None) -> Page:
        """Return the planner for a draft, one group of choices being looked at."""

    async def confirm(self, code: str) -> Page:
        """Play a whole draft; return the page that takes the planner's place.

        Raises:
            TableError: as for `load`, or it is not a whole turn.
        """


async def page_after(source: PlannerSource, press: PressId, chosen: str) -> Page:
    """Return the page that takes a planner's place after a press in it.

    Args:
        source: gives the game and the draft.
        press: of the button or menu.
        chosen: what was chosen in a menu, else empty.

    Raises:
        TableError: the draft does not fit the game, or what was chosen is none of its choices.
        Refusal: the id is none of a planner.
    """
    is_menu = press.kind is PressKind.MENU
    planner = MenuArg.read(press).planner if is_menu else PlannerArg.read(press)
    if press.kind is PressKind.DONE:
        return await source.confirm(planner.code)
    play, draft = await source.load(planner.code)
    group = group_of(planner)
    match press.kind:
        case PressKind.BACK:
            draft = draft.undo()
        case PressKind.ANEW:
            draft, group = draft.cleared(), None
        case PressKind.GROUP:
            group = chosen[:MOST_GROUP] or None
        case PressKind.MENU:
            draft = _with_option(draft, chosen)
    return await source.page(play, draft, group)


def _value(choice: Choice) -> str:
    return (INSTEAD if choice.instead else "") + ".".join(map(str, choice.path))


def _with_option(draft: AnyDraft, chosen: str) -> AnyDraft:
    steps = chosen.removeprefix(INSTEAD).split(".")
    # The value of a menu comes back from a client, and may be forged.
    if not all(step.isdecimal() for step in steps):
        raise TableError(TableKey.STALE)
    if chosen.startswith(INSTEAD):
        if not draft.choices:
            raise TableError(TableKey.STALE)
        draft = draft.undo()
    try:
        return with_choices(draft, map(int, steps))
    except StaleDraftError as error:
        raise TableError(TableKey.STALE) from error


def planner_page(
    front: Front,
    play: Play,
    draft: AnyDraft,
    words: Words,
    group: str | None = None,
    *,
    news: str = "",
    advice: str = "",
    below: tuple[Part, ...] = (),
    hints: tuple[Button, ...] = (),
    is_in_words: bool = False,
) -> Page:
    """Return the planner for a draft of a game.

    Args:
        front: of the game.
        play: the game, as it was read for the draft.
        draft: what was chosen so far.
        words: of the player.
        group: the group of choices that is looked at.
        news: what has happened just now, said first: its first line, more if there is room.
        advice: said next, in any case: what a newcomer or this turn needs.
        below: what stands under the planner's own buttons.
        hints: the buttons that ask for a hint, or for what stands in for it.
        is_in_words: whether the player wants words first.
    """
    look = planner_look(front, play, draft, words, group)
    look = words_first(look, words) if is_in_words else look
    return planner_message(
        look,
        PlannerControls(play, draft, group, partial(press_of, play)),
        words,
        news=news,
        text="\n".join(filter(None, (advice, lock_note(play, draft, words)))),
        drafted=look.text,
        instruction=look.instruction,
        tag=f"{play.revision}-{len(draft.choices)}",
        below=below,
        hints=hints,
    )


def planner_message(
    look: PlannerPage,
    controls: "PlannerControls",
    words: Words,
    *,
    text: str,
    instruction: str,
    tag: str,
    drafted: str = "",
    news: str = "",
    below: tuple[Part, ...] = (),
    hints: tuple[Button, ...] = (),
) -> Page:
    """Return a planner as a message.

    Args:
        look: what the game's front makes of the draft.
        controls: make its buttons and menus.
        words: of the player.
        text: stands above the picture.
        instruction: stands directly above the buttons.
        tag: tells its pictures from those of other messages.
        drafted: stands there too: its first line, and as many more as there is room for.
        news: what has happened just now, said first: its first line, more if there is room left.
        below: what stands under the planner's own buttons.
        hints: the last buttons: they ask for a hint, or lead away; two of them wrap.
    """
    rows = tuple(controls.rows(look, words, MOST_ROWS))
    # Without an instruction there is one gap less.
    room = look.lines - 2 * len(rows) + (not instruction)
    stand, *details = drafted.splitlines() or [""]
    headline, *effects = news.splitlines() or [""]
    kept = _joined(headline, text, stand, instruction)
    if sum(phone_heights(kept.splitlines())) + 2 * (len(rows) + (len(hints) > 1)) > MOST_LINES:
        rows = tuple(controls.rows(look, words, controls.least))
    more = fitting_lines(details, room, kept)
    told = fitting_lines(effects, room, _joined(kept, more))
    return page(
        _joined(headline, told, text, stand, more),
        look.picture,
        instruction,
        *rows,
        controls.controls(words, hints),
        *below,
        tag=tag,
    )


def _joined(*texts: str) -> str:
    return "\n".join(filter(None, texts))


def planner_look(
    front: Front, play: Play, draft: AnyDraft, words: Words, group: str | None
) -> PlannerPage:
    """Return a front's page of a draft for its owner, made once for each look at it."""
    game_view = game_view_of(play, words, play.person_at(draft.seat).id)
    draft_view = seen_draft(front, draft)
    return draft.once(
        _look(play, words, group), lambda: front.planner(game_view, draft_view, words, group)
    )


def words_first(look: PlannerPage, words: Words) -> PlannerPage:
    """Return a page with all its lines, however long, and its choices in menus alone."""
    choices = (Menu(words.say("planner.choices"), look.buttons),) if look.buttons else ()
    return replace(look, buttons=(), menus=(*choices, *look.menus), lines=UNBOUNDED)


def seen_draft(front: Front, draft: AnyDraft) -> AnyDraftView:
    """Return a draft as its owner may see it, made once."""
    view: AnyDraftView = draft.once("plan", lambda: draft_view_of(draft, replaces=front.replaces))
    return view


async def look_ahead(
    drawing: Drawing, player: int, look: tuple[Front, Play, AnyDraft, Words, str | None]
) -> PlannerPage:
    """Return `planner_look`, made beside the event loop unless it is ready: it takes milliseconds.

    Args:
        drawing: works beside the event loop.
        player: for whom it works.
        look: arguments of `planner_look`.
    """
    _, play, draft, words, group = look
    make = partial(planner_look, *look)
    return make() if draft.knows(_look(play, words, group)) else await drawing.work(make, player)


def _look(play: Play, words: Words, group: str | None) -> Hashable:
    # Of a draft on one revision only the names of people can change.
    return "look", words, names_of(play, words), group


def with_choices(draft: AnyDraft, path: Iterable[int]) -> AnyDraft:
    """Return the draft with several choices, each an index into what is open by then.

    Raises:
        StaleDraftError: one of them is not open.
    """
    for choice in path:
        draft = draft.then(choice)
    return draft


def group_of(planner: PlannerArg) -> str | None:
    """Return the group that an id names; one that is too long is forged."""
    return None if len(planner.group or "") > MOST_GROUP else planner.group


def tabs_fit(tabs: Sequence[Group]) -> bool:
    """Return whether tabs stand as buttons in one row; otherwise they are a menu."""
    return len(tabs) <= IN_A_ROW and sum(button_width(tab.on_tab) for tab in tabs) <= PHONE_ROW


def buttons_of(look: PlannerPage, rows: int = MOST_ROWS) -> list[list[Choice]]:
    """Return the choices of a page that have buttons, row by row, as they fit on a phone.

    What is no place in the picture is never left out. Buttons say enough alone unless
    one of them would go, which costs a press more.
    """
    short = [each for each in look.buttons if each.on_button]
    spelt = [replace(each, short=each.spelt or each.short) for each in short]
    most = rows - bool(look.tabs)
    return max(_fitting(spelt, most), _fitting(short, most), key=lambda rows: sum(map(len, rows)))


def _fitting(shown: list[Choice], most: int) -> list[list[Choice]]:
    while len(rows := _packed(shown)) > most:
        last = next(at for at in reversed(range(len(shown))) if not shown[at].is_extra)
        del shown[last]
    return rows


def _packed(choices: Sequence[Choice]) -> list[list[Choice]]:
    rows, room = list[list[Choice]](), 0
    for each in choices:
        width = button_width(each.on_button)
        if not rows or width > room or len(rows[-1]) == IN_A_ROW:
            rows.append([])
            room = PHONE_ROW
        rows[-1].append(each)
        room -= width
    return rows


def menus_of(look: PlannerPage, words: Words) -> tuple[Menu, ...]:
    """Return the menus that say choices in full: all of them in one where that is enough."""
    said = tuple(each for each in look.buttons if each.label != each.on_button)
    found = (*said, *(each for menu in look.menus for each in menu.choices))
    # Backwards, so that a choice that is in a menu too is described as on its button.
    both = {_value(each): each for each in reversed(found)}
    if not both:
        return ()
    if len(both) <= MOST_CHOICES:
        return (Menu(words.say("planner.choices"), tuple(reversed(both.values()))),)
    first = (Menu(words.say("planner.choices"), said),) if said else ()
    return (*first, *look.menus)


@dataclass(frozen=True)
class PlannerControls:
    """Makes buttons and menus for one draft.

    Attributes:
        play: in which the draft stands.
        draft: what was chosen so far.
        group: the group of choices that is looked at.
        press_ids: makes their ids.
        last: label of the button in place of Confirm, of a turn that is planned ahead.
        least: rows of tabs and choices that it shows where text leaves no room for more.
    """

    play: Play
    draft: AnyDraft
    group: str | None
    press_ids: PressIds
    last: str = ""
    least: int = MOST_ROWS - 1

    def rows(self, look: PlannerPage, words: Words, most: int) -> Iterator[ui.ActionRow[Any]]:
        """Return the choices: tabs, buttons, and in menus all of them in full."""
        if look.tabs and tabs_fit(look.tabs):
            yield ui.ActionRow(*map(self._tab, look.tabs))
        elif look.tabs:
            yield self._groups(look.tabs, words.say("planner.groups"), TABS)
        for row in buttons_of(look, most):
            yield ui.ActionRow(*(self._button(choice) for choice in row))
        if look.groups:
            yield self._groups(look.groups, look.groups_prompt or words.say("planner.groups"))
        for number, each in enumerate(menus_of(look, words)):
            yield self._menu(number, each)

    def controls(self, words: Words, hints: tuple[Button, ...] = ()) -> ui.ActionRow[Any]:
        """Return Undo, Start over, Confirm (or Lock, where all choose), and more if given."""
        code, empty = self.draft.code, not self.draft.choices
        is_off = empty or not (is_whole(self.draft) if self.last else self.draft.is_turn_over)
        last = self.last or words.say("sealing.lock" if is_shared(self.play) else "planner.confirm")
        return ui.ActionRow(
            button(self.press_ids(PressKind.BACK, code), words.say("planner.undo"), disabled=empty),
            button(self.press_ids(PressKind.ANEW, code), words.say("planner.anew"), disabled=empty),
            button(self.press_ids(PressKind.DONE, code), last, Style.success, disabled=is_off),
            *hints,
        )

    def _tab(self, tab: Group) -> Button:
        press = self.press_ids(PressKind.TAB, PlannerArg(self.draft.code, tab.key))
        style = Style.primary if tab.is_shown else Style.secondary
        return button(press, tab.on_tab, style, disabled=tab.is_shown)

    def _button(self, choice: Choice) -> Button:
        draft = self._undone if choice.instead else self.draft
        code = draft.once(("code", choice.path), lambda: _code_of(draft, *choice.path))
        press = self.press_ids(PressKind.TRY, PlannerArg(code, self.group))
        style = Style.secondary if choice.is_quiet else Style.primary
        return button(press, choice.on_button, style)

    def _menu(self, number: int, offered: Menu) -> ui.ActionRow[Any]:
        options = (option(each.label, _value(each), each.hint) for each in offered.choices)
        arg = MenuArg(number, PlannerArg(self.draft.code, self.group))
        return menu(self.press_ids(PressKind.MENU, arg), offered.prompt, options)

    def _groups(self, groups: tuple[Group, ...], prompt: str, which: str = "") -> ui.ActionRow[Any]:
        options = (
            option(each.label, each.key, is_chosen=each.is_shown or each.key == self.group)
            for each in groups
        )
        arg = PlannerArg(self.draft.code, which or None)
        return menu(self.press_ids(PressKind.GROUP, arg), prompt, options)

    @cached_property
    def _undone(self) -> AnyDraft:
        return self.draft.undo()


def _code_of(draft: AnyDraft, *path: int) -> str:
    *first, last = path
    earlier = with_choices(draft, first)
    # The last one is not tried: it changes the mark alike, whichever it is.
    return code_of(earlier.next_mark, (*earlier.choices, last))
