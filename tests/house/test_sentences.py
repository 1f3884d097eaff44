"""No sentence that people read stands in the code: all come from the catalogues."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SHOWN = (ROOT / "metrobot" / "ui", ROOT / "render", ROOT / "metrobot" / "games")
"""What makes messages, pictures, and the facts in them."""
ON_A_TERMINAL = {"run.py", "front_check.py", "supervisor.py"}
"""They speak to whoever runs the program, not to those who play."""
OF_LAST_RESORT = {"last_word.py"}
"""It is said where the catalogues themselves have failed."""
OF_IDS = {"examples.py"}
"""They list ids of stations, apart by spaces."""

SENTENCE = re.compile(r"[^\W\d_]{2,}[,.:;!?]* +[^\W\d_]{2,}")
WORD = re.compile(r"[^\W\d_]{2,}")
KEY = re.compile(r"[a-z]+(\.[a-z0-9_]*)+")
SHOWING = {
    *("Block", "Box", "Choice", "Detail", "Group", "Letter", "Menu", "Page", "SelectOption"),
    *("Picture", "TextDisplay", "TurnReport", "Zoom", "button", "letter", "menu", "page"),
    *("send", "send_message", "text"),
}
"""Calls whose arguments are shown to people."""
LABELS = {"alt", "content", "description", "label", "placeholder", "prompt"}
"""Arguments that are shown, whatever is called."""
CODES = {"anchor", "arg", "group", "key", "kind", "media", "stem", "style", "tag", "value"}
"""Arguments of those calls that are not."""
REFUSALS = {"Refusal", "RuleError", "TableError"}
UNSEEN = {
    "compile",
    "debug",
    "error",
    "exception",
    "info",
    "warning",
    "TypeVar",
    "NewType",
    "slash",
}
"""Calls whose arguments nobody who plays can see: the log, names of commands, Python's own."""


def loose(source: str) -> list[tuple[int, str]]:
    """Return the texts in a module that people might read, with their lines."""
    tree = ast.parse(source)
    unseen = {id(node) for hidden in _hidden(tree) for node in ast.walk(hidden)}
    seen = [node for node in ast.walk(tree) if id(node) not in unseen]
    found = {(line, text) for line, text in _texts(seen) if _is_sentence(text)}
    for call in seen:
        if isinstance(call, ast.Call):
            found |= {(line, text) for line, text in _texts(_shown(call)) if _is_words(text)}
    return sorted(found)


def _texts(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the literal texts among some nodes, with their lines."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _is_sentence(text: str) -> bool:
    """Return whether a text is several words, not several ids."""
    return bool(SENTENCE.search(text)) and "_" not in text


def _is_words(text: str) -> bool:
    """Return whether a shown text is words, not the key of words."""
    return bool(WORD.search(text)) and not KEY.fullmatch(text)


def _hidden(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield texts for developers: docstrings, types, the log, errors of ours."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Assert():
                yield node
            case (
                ast.AnnAssign(annotation=ast.expr() as kind)
                | ast.arg(annotation=ast.expr() as kind)
            ):
                yield kind
            case (
                ast.FunctionDef(returns=ast.expr() as kind)
                | ast.AsyncFunctionDef(returns=ast.expr() as kind)
            ):
                yield kind
            case ast.Raise() if _called(node.exc) not in REFUSALS:
                yield node
            case ast.Call() if _called(node) in UNSEEN:
                yield node


def _called(node: ast.AST | None) -> str:
    """Return the last name of what is called."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _shown(call: ast.Call) -> Iterator[ast.AST]:
    """Yield the literal texts of a call that are shown to people."""
    arguments: list[ast.AST] = list(call.args) if _called(call) in SHOWING else []
    for keyword in call.keywords:
        is_shown = _called(call) in SHOWING and keyword.arg not in CODES
        if is_shown or keyword.arg in LABELS:
            arguments.append(keyword.value)
    for argument in arguments:
        yield from argument.values if isinstance(argument, ast.JoinedStr) else (argument,)


def test_no_sentence_stands_in_the_code() -> None:
    """Neither in what is shown, nor anywhere else where it may come to be shown."""
    files = [path for folder in SHOWN for path in folder.rglob("*.py")]
    found = {
        str(path.relative_to(ROOT)): texts
        for path in files
        if path.name not in ON_A_TERMINAL | OF_LAST_RESORT | OF_IDS
        and (texts := loose(path.read_text("utf-8")))
    }

    assert len(files) > 100
    assert found == {}


LOOSE = {
    "a message": "page('It is your turn.')",
    "a letter": "letter('It is your turn.')",
    "one word on a button": "button(press, 'Confirm')",
    "a part of a filled text": "page(f'{name} wins')",
    "a menu's prompt": "menu(press, prompt='Choose')",
    "an alt text": "Picture('board', alt='A board')",
    "a description": "app_commands.command(name='x', description='Play')",
    "a refusal": "raise Refusal('You may not do this')",
    "a text kept for later": "GREETING = 'Good morning'",
    "a picture's caption": "canvas.text(at, 'Score', 20)",
    "a reply": "await ix.response.send_message('Done')",
}
FINE = {
    "a key": "page(words.say('turn.call'))",
    "a key handed on": "button(press, 'board.plan')",
    "a docstring": '"""Say what is so."""',
    "a line of the log": "log.warning('nothing was posted: %s', code)",
    "a fault of ours": "raise ValueError('no such thing here')",
    "a command's name": "app_commands.command(name='board', description=say('command.board'))",
    "a form without words": "page(f'{name} · {points}')",
    "a type": "def f(x: 'list of things') -> 'a thing or two': pass",
}


@pytest.mark.parametrize("source", (LOOSE | FINE).values(), ids=LOOSE | FINE)
def test_a_sentence_is_found_wherever_it_would_reach_people(source: str) -> None:
    """Keys, docstrings, the log, names of commands are left alone."""
    assert bool(loose(source)) is (source in LOOSE.values())
