"""What the program takes from libraries is documented there, but for a short list with reasons."""

import ast
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import discord
import pytest

ROOT: Final = Path(__file__).parents[2]
DOCUMENTED: Final = {
    "_exit": "Python documents os._exit",
    "_mapping": "SQLAlchemy documents Row._mapping",
    **dict.fromkeys(("_asdict", "_fields", "_replace"), "Python documents them for named tuples"),
    "_value_": "Python documents it for enums whose members are made by `__new__`",
}
"""Names that begin with an underscore only in order to clash with no other."""
OFTEN_OURS: Final = {"_connection", "_state"}
"""Names of discord.py's inside that our own classes have too: ours are used by `self` alone."""
_PAGES: Final = {"abc", "app_commands", "ext", "ui", "utils"}
INNER: Final = {f"discord.{each.name}" for each in pkgutil.iter_modules(discord.__path__)} - {
    f"discord.{each}" for each in _PAGES
}
"""Modules of discord.py that it does not document, but for what `discord` takes from them."""
_ADDRESS: Final = "metrobot/ui/app/api_address.py"
_NO_OTHER_API: Final = "no documented way to ask another API than Discord's"
_NO_SESSIONS: Final = "no documented way to read how many sessions Discord allows"
_NO_READING: Final = "no documented way to read a file that a layout shows"
_NO_VOICE: Final = "no documented way to say that a bot never speaks"
_THREAD: Final = "aiosqlite documents neither its thread nor how to open its file again"
_CLOCK: Final = "simcord dates all from the start of 2026"
_LISTS: Final = "simcord's page ends lists elsewhere than Discord"
EXCEPTIONS: Final = {
    (_ADDRESS, "discord.gateway"): _NO_OTHER_API,
    (_ADDRESS, "discord.http"): _NO_OTHER_API,
    (_ADDRESS, "DiscordWebSocket.DEFAULT_GATEWAY ="): _NO_OTHER_API,
    (_ADDRESS, "Route.BASE ="): _NO_OTHER_API,
    (_ADDRESS, "http"): _NO_SESSIONS,
    ("metrobot/ui/app/bot.py", "_connection"): "no documented way in for HTTP interactions",
    ("metrobot/ui/replays/page_command.py", "http"): _NO_READING,
    ("metrobot/ui/process/run.py", "discord.VoiceClient.warn_dave ="): _NO_VOICE,
    ("metrobot/ui/process/run.py", "discord.VoiceClient.warn_nacl ="): _NO_VOICE,
    ("metrobot/store/db/postgres.py", "_transport"): "no documented way to asyncpg's socket",
    ("metrobot/store/db/sqlite.py", "_conn"): _THREAD,
    ("metrobot/store/db/sqlite.py", "_connector"): _THREAD,
    ("metrobot/store/db/sqlite.py", "_execute"): _THREAD,
    ("metrobot/demo/markdown.py", "_discord_multiline_quotes"): _LISTS,
    ("metrobot/demo/markdown.py", "_markdown"): _LISTS,
    ("metrobot/demo/playground.py", "_env"): _CLOCK,
    ("metrobot/demo/playground.py", "_epoch"): _CLOCK,
}
"""What is undocumented and used all the same: by file and name, with the reason."""


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _is_inner(name: str) -> bool:
    """Return whether a name is not meant for others."""
    return name.startswith("_") and not name.endswith("__") and name not in DOCUMENTED


def _own(tree: ast.Module) -> set[str]:
    """Return the names defined by a file's classes and by their bases in the program."""
    found, imported = set[str](), dict[str, str]()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Attribute(ast.Name("self"), attr=name, ctx=ast.Store()):
                found.add(name)
            case ast.ImportFrom(module=str(module)) if module.startswith("metrobot."):
                imported |= {each.asname or each.name: module for each in node.names}
    bases = {
        base.id
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if isinstance(base, ast.Name)
    }
    for module in {imported[base] for base in bases & imported.keys()}:
        found |= _own(_tree(ROOT / f"{module.replace('.', '/')}.py"))
    return found


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield a file's imports from libraries: the module, and the name if there is one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("metrobot"):
            yield from ((node.module or "", each.name) for each in node.names)


def _replaced(tree: ast.Module, theirs: set[str]) -> Iterator[str]:
    """Yield attributes that are set on what is discord.py's: classes, or an interaction's parts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            whole = ast.unparse(node)
            if whole.split(".")[0] in theirs | {"ix"}:
                yield f"{whole} ="


def undocumented(tree: ast.Module) -> set[str]:
    """Return the undocumented names of libraries that a file uses or replaces."""
    own, imports = _own(tree), list(_imports(tree))
    found = {name for _, name in imports if _is_inner(name)}
    found |= {
        inner for each in imports if (inner := ".".join(".".join(each).split(".")[:2])) in INNER
    }
    theirs = {name or module for module, name in imports if module.split(".")[0] == "discord"}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name("self" | "cls"), attr=name) if name in own:
                pass
            case ast.Attribute(attr=name) if _is_inner(name) and name not in own - OFTEN_OURS:
                found.add(name)
            case ast.Attribute(attr="http") if theirs:
                found.add("http")
            case ast.Attribute() if (whole := ast.unparse(node)) in INNER:
                found.add(whole)
            case ast.Call(ast.Name("getattr" | "setattr"), [_, ast.Constant(str(name)), *_]):
                found |= {name} if _is_inner(name) and name not in own else set()
    return found | set(_replaced(tree, theirs))


@pytest.mark.long
def test_nothing_undocumented_is_used_but_what_is_listed() -> None:
    """And nothing is listed that is no longer used."""
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / "metrobot").rglob("*.py")
        for name in undocumented(_tree(path))
    }

    assert found == EXCEPTIONS.keys()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("from discord.state import ConnectionState", "discord.state"),
        ("from discord.webhook import async_", "discord.webhook"),
        ("import discord.gateway", "discord.gateway"),
        ("import discord\ndef f(): return discord.gateway.KeepAliveHandler", "discord.gateway"),
        ("from discord import http", "discord.http"),
        ("import discord\nasync def f(client): await client.http.get_guild(1)", "http"),
        ("import discord\ndef f(client): return client._connection", "_connection"),
        ("import discord\ndef f(client): return getattr(client, '_connection')", "_connection"),
        ("class A:\n    def __init__(self, c): self._connection = c._connection", "_connection"),
        ("class Bot(Client):\n    def f(self): return self._ready", "_ready"),
        ("import discord\ndiscord.Client.get_guild = None", "discord.Client.get_guild ="),
        ("async def f(ix, found): ix.user.guild = found", "ix.user.guild ="),
        ("from discord.ext import commands, tasks\nfrom discord.utils import utcnow", None),
        ("class Own:\n    def __init__(self): self._x = 1\n    def f(self, o): return o._x", None),
        ("from metrobot.engine.record import X\nimport os\nos._exit(1)", None),
        ("import discord\nasync def f(ix): ix.extras['game'] = 1; return type(ix).__name__", None),
    ],
)
def test_what_is_undocumented_is_found(text: str, name: str | None) -> None:
    """By whatever way it is taken; neither our own, nor names with two underscores on each side."""
    assert undocumented(ast.parse(text)) == ({name} if name else set())
