"""/server games: what the managers of a server allow there, and who may open games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.people.server_games import Switch
from metrobot.service.tables import Tables
from metrobot.store.statements.people import ServerRules
from metrobot.ui.kit.access import check_manager
from metrobot.ui.kit.guilds import guild_of, member_with_roles
from metrobot.ui.kit.handlers import Answers, never, on_press, slash
from metrobot.ui.kit.replies import Answerer
from metrobot.ui.pages.ids import Press, PressId, PressKind, button, role_menu
from metrobot.ui.pages.page import Page, page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.refusals import FrameKey

_NAMES: Final = {
    Switch.IMPORTS: "server.games.imports",
    Switch.PRIVATE_GAMES: "server.games.private_games",
    Switch.PUBLIC_REPLAYS: "server.games.public_replays",
    Switch.RATINGS: "server.games.ratings",
}
_ON: Final = "on"
_OFF: Final = "off"
_ROLES: Final = "roles"
"""Argument of the menu of roles."""
_EVERYBODY: Final = "everybody"
"""Argument of the button that lets everybody open games."""


@dataclass(eq=False)
class ServerGamesHandlers(Answerer):
    """Shows managers the rules for the games of their server, and sets them."""

    tables: Tables

    @slash("server games", causes=())
    async def show(self, ix: Press) -> None:
        """Show the rules, with a button for each.

        Raises:
            Refusal: who asks does not manage the server.
        """
        check_manager(ix, FrameKey.NOT_MANAGER_OF_GAMES)
        rules = await self.tables.server_games.rules(ix.guild_id or 0)
        await self.replies.reply(ix, rules_page(rules, self.readers.words(ix)))

    @on_press(PressKind.SERVER, answers=Answers.EDIT, of_game=never, only_private=True, causes=())
    async def press(self, ix: Press, press: PressId) -> None:
        """Set a rule, and show all of them as they are then.

        Raises:
            Refusal: who presses does not manage the server, or no rule is of this name.
        """
        # Somebody may have lost the right since the page was shown.
        check_manager(ix, FrameKey.NOT_MANAGER_OF_GAMES)
        games, guild = self.tables.server_games, ix.guild_id or 0
        name, _, value = press.arg.partition(".")
        if name in (_ROLES, _EVERYBODY):
            await games.let_open(guild, _roles_chosen(ix) if name == _ROLES else ())
        elif name in set(Switch) and value in (_ON, _OFF):
            await games.turn(guild, Switch(name), on=value == _ON)
        else:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        rules = await games.rules(guild)
        await self.replies.replace(ix, rules_page(rules, self.readers.words(ix)))


def _roles_chosen(ix: Press) -> list[int]:
    data: Mapping[str, Any] = ix.data or {}
    return [int(each) for each in data.get("values") or ()]


def rules_page(rules: ServerRules, words: Words) -> Page:
    """Return the page of a server's rules."""
    switches = ui.ActionRow[Any]()
    lines = []
    for switch, name in _NAMES.items():
        what, is_on = words.say(name), getattr(rules, switch)
        lines.append(words.say("server.games.on" if is_on else "server.games.off", what=what))
        asked = PressId(0, 0, PressKind.SERVER, f"{switch}.{_OFF if is_on else _ON}")
        label = "server.games.turn_off" if is_on else "server.games.turn_on"
        switches.add_item(button(asked, words.say(label, what=what)))
    roles = mentions_of(rules)
    lines.append(
        words.say("server.games.roles" if roles else "server.games.everybody", roles=roles)
    )
    choose = PressId(0, 0, PressKind.SERVER, _ROLES)
    everybody = PressId(0, 0, PressKind.SERVER, _EVERYBODY)
    free = (ui.ActionRow[Any](button(everybody, words.say("server.games.let_everybody"))),)
    return page(
        words.say("server.games.head"),
        "\n".join(lines),
        words.say("server.games.note"),
        switches,
        role_menu(choose, words.say("server.games.choose_roles")),
        *(free if roles else ()),
    )


def mentions_of(rules: ServerRules) -> tuple[str, ...]:
    """Return mentions of the roles that may open games; none if everybody may."""
    return tuple(f"<@&{role}>" for role in rules.openers)


async def check_may_open(tables: Tables, ix: Press, *, private: bool = False) -> None:
    """Refuse a lobby that the server of an interaction does not let this person open.

    Raises:
        TableError: it does not.
    """
    rules = await tables.server_games.rules(ix.guild_id or 0)
    if private and not rules.private_games:
        raise TableError(TableKey.NO_PRIVATE_GAMES)
    if rules.openers and not ix.permissions.manage_guild and not await _has_role(ix, rules):
        raise TableError(TableKey.NOT_OPENER, roles=mentions_of(rules))


async def _has_role(ix: Press, rules: ServerRules) -> bool:
    """Return whether somebody has one of the roles; one that is deleted nobody has."""
    server = await guild_of(ix)
    member = None if server is None else await member_with_roles(ix, server)
    return member is not None and any(role.id in rules.openers for role in member.roles)
