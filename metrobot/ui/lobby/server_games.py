"""/server games: what the managers of a server allow there, and who may open games."""

from collections.abc import Mapping
from typing import Any, Final

from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.people.server_games import Switch, turned_off
from metrobot.service.tables import Tables
from metrobot.store.statements.people import ServerRules
from metrobot.ui.kit.access import check_manager
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.guilds import guild_of, member_with_roles
from metrobot.ui.kit.handlers import on_own_press, slash
from metrobot.ui.pages.args import OnOff, ServerArg
from metrobot.ui.pages.ids import Button, Press, PressId, PressKind, Style, button
from metrobot.ui.pages.page import Page, page, rows_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed
from metrobot.ui.words.refusals import FrameKey

_NAMES: Final = keyed("server.games", Switch)
"""Keys of the names of the switches."""
_ROLES: Final = "roles"
"""Argument of the menu of roles."""
_EVERYBODY: Final = "everybody"
"""Argument of the button that lets everybody open games."""


class ServerGamesHandlers(Answerer):
    """Shows managers the rules for the games of their server, and sets them."""

    @slash("server games", causes=())
    async def show(self, ix: Press) -> None:
        """Show the rules, with a button for each.

        Raises:
            Refusal: who asks does not manage the server.
        """
        check_manager(ix, FrameKey.NOT_MANAGER_OF_GAMES)
        rules = await self.tables.server_games.rules(ix.guild_id or 0)
        await self.replies.reply(ix, rules_page(rules, self.readers.words(ix)))

    @on_own_press(PressKind.SERVER, anywhere=False)
    async def press(self, ix: Press, press: PressId) -> None:
        """Set a rule, and show all of them as they are then.

        Raises:
            Refusal: who presses does not manage the server, or no rule is of this name.
        """
        # Somebody may have lost the right since the page was shown.
        check_manager(ix, FrameKey.NOT_MANAGER_OF_GAMES)
        games, guild = self.tables.server_games, ix.guild_id or 0
        arg = ServerArg.read(press)
        if arg.name in (_ROLES, _EVERYBODY):
            data: Mapping[str, Any] = ix.data or {}
            await games.let_open(guild, [int(value) for value in data.get("values") or ()])
        elif arg.name in set(Switch) and arg.turn is not None:
            await games.turn(guild, Switch(arg.name), on=arg.turn is OnOff.ON)
            if arg.name == Switch.RATINGS:
                await self.tables.lobbies.look_at_ratings(guild)
        else:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        rules = await games.rules(guild)
        await self.replies.replace(ix, rules_page(rules, self.readers.words(ix)))


def rules_page(rules: ServerRules, words: Words) -> Page:
    """Return the page of a server's rules, on which each button shows one and changes it."""
    switches = list[Button]()
    for switch, name in _NAMES.items():
        is_on = getattr(rules, switch)
        rule = ServerArg(switch, OnOff.OFF if is_on else OnOff.ON)
        press = PressId(0, 0, PressKind.SERVER, str(rule))
        label = words.say("server.games.on" if is_on else "server.games.off", what=words.say(name))
        switches.append(button(press, label, Style.success if is_on else Style.secondary))
    roles, choose = mentions_of(rules), PressId(0, 0, PressKind.SERVER, _ROLES)
    menu: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=str(choose), placeholder=words.say("server.games.choose_roles"), max_values=25
    )
    press = PressId(0, 0, PressKind.SERVER, _EVERYBODY)
    free = ui.ActionRow[Any](button(press, words.say("server.games.let_everybody")))
    return page(
        words.say("server.games.head"),
        words.say("server.games.roles" if roles else "server.games.everybody", roles=roles),
        words.say("server.games.note"),
        *rows_of(switches),
        ui.ActionRow(menu),
        *((free,) if roles else ()),
    )


def mentions_of(rules: ServerRules) -> tuple[str, ...]:
    """Return mentions of the roles that may open games; none if everybody may."""
    return tuple(f"<@&{role}>" for role in rules.openers)


async def check_may_open(tables: Tables, ix: Press, *, private: bool = False) -> None:
    """Refuse a lobby that the server of an interaction does not let this person open.

    Raises:
        TableError: it does not.
        TimeoutError: Discord does not tell in time which roles they have.
    """
    rules = await tables.server_games.rules(ix.guild_id or 0)
    if private and not rules.private_games:
        raise turned_off(Switch.PRIVATE_GAMES)
    if not rules.openers or ix.permissions.manage_guild:
        return
    server = await guild_of(ix)
    member = None if server is None else await member_with_roles(ix, server)
    # Somebody whose roles Discord does not tell in time may try again.
    if member is None:
        raise TimeoutError
    # A role that is deleted nobody has.
    if not any(role.id in rules.openers for role in member.roles):
        raise TableError(TableKey.NOT_OPENER, roles=mentions_of(rules))
