"""The small changes that can be made to a module: each is a mistake that somebody could make."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

_ONE: Final = (ast.Lt, ast.Gt, ast.Eq, ast.In, ast.Is, ast.And, ast.Add, ast.BitOr)
_OTHER: Final = (ast.LtE, ast.GtE, ast.NotEq, ast.NotIn, ast.IsNot, ast.Or, ast.Sub, ast.BitAnd)
_SWAPPED: Final = dict[type, Any](zip(_ONE + _OTHER, _OTHER + _ONE, strict=True))
_RENAMED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
Change = tuple[str, ast.expr | ast.stmt, ast.AST]
"""A kind, what is replaced, and what takes its place."""
_CHOOSING: Final = (ast.Subscript, ast.Slice, ast.Compare)


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change to some bytes of a file; its name stays while the function is not rewritten."""

    path: Path
    line: int
    kind: str
    name: str
    first: int
    last: int
    after: str

    def applied(self, source: bytes) -> bytes:
        """Return the file's content after the change."""
        return source[: self.first] + self.after.encode() + source[self.last :]


def mutations_of(path: Path, source: bytes) -> list[Mutation]:
    """Return every change that can be made to a module, whose path begins at the tree's root."""
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    found, seen = list[Mutation](), Counter[str]()
    for node, parent, where in _nodes(ast.parse(source), "module"):
        if where == "module" and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            continue  # it is a type
        # A number on a picture is px, and nobody can say that one more is wrong.
        is_measure = "render" in path.parts and not isinstance(parent, _CHOOSING)
        for kind, old, new in (*_changes(node), *_mistakes(node)):
            if kind == "number" and is_measure:
                continue
            first = starts[old.lineno - 1] + old.col_offset
            last = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
            before, after = " ".join(source[first:last].decode().split()), ast.unparse(new)
            name = f"{path.as_posix()}:{where}: {before} -> {after}"
            seen[name] += 1
            name += f" ({seen[name]})" * (seen[name] > 1)
            after = f"({after})" if isinstance(old, ast.expr) else after
            found.append(Mutation(path, old.lineno, kind, name, first, last, after))
    return found


def _nodes(node: ast.AST, where: str) -> Iterator[tuple[ast.AST, ast.AST, str]]:
    """Yield all nodes below one, each with its parent and what it stands in."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "bases"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_unseen(child):
                name = getattr(child, "name", None) if isinstance(child, ast.stmt) else None
                inner = where if name is None else f"{where}.{name}".removeprefix("module.")
                yield child, node, inner
                yield from _nodes(child, inner)


def _is_unseen(node: ast.AST) -> bool:
    """Return whether nothing in a node is to be changed: texts, logs, what only checkers need."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.pattern() | ast.keyword(arg="strict" | "maxsize"):
            return True
        case ast.Expr(ast.Constant()) | ast.Expr(ast.Call(ast.Attribute(ast.Name("log")))):
            return True
    return False


def _mistakes(node: ast.AST) -> Iterator[Change]:
    """Yield the mistakes of four kinds: what is carried on, an edge, an order, who is told."""
    match node:
        case ast.AugAssign(target, ast.Add() | ast.BitOr(), value):
            yield "carried", node, ast.Assign([target], value, lineno=node.lineno)
        case ast.Call(ast.Name("replace"), [_], [_, *_] as fields):
            for field in fields:
                others = [other for other in fields if other is not field]
                yield "carried", node, ast.Call(node.func, node.args, others)
        case ast.Dict([*keys], [*values]) if None in keys and len(keys) > 1:
            own = [(key, value) for key, value in zip(keys, values, strict=True) if key]
            yield "carried", node, ast.Dict([key for key, _ in own], [value for _, value in own])
        case ast.comprehension(ifs=tests):
            yield from (("told", test, ast.Constant(True)) for test in tests)
        case ast.BoolOp(ast.And(), [_, *_, ast.UnaryOp(ast.Not())] as values):
            yield "told", node, ast.BoolOp(ast.And(), values[:-1]) if values[2:] else values[0]
        case ast.BinOp(left, ast.Sub(), right) if _is_set(left) or _is_set(right):
            yield "told", node, left
        case _:
            yield from _edges(node)


def _edges(node: ast.AST) -> Iterator[Change]:
    """Yield an edge that is moved, or an order that is lost."""
    match node:
        case ast.BinOp(left, ast.FloorDiv(), right):
            up = ast.BinOp(ast.UnaryOp(ast.USub(), left), ast.FloorDiv(), right)
            yield "edge", node, ast.UnaryOp(ast.USub(), up)
        case ast.Call(ast.Name("ceil" | "round" as name), [_, *_]):
            yield "edge", node.func, ast.Name("int" if name == "round" else "round")
        case ast.Call(ast.Name("sorted" | "reversed"), [value, *_]):
            yield "order", node, ast.Call(ast.Name("list"), [value], [])
        case ast.Lambda(body=ast.Tuple([_, _, *_] as terms) as body):
            yield "order", body, ast.Tuple(terms[::-1], ast.Load())
        case ast.List([_, _, *_] as terms) if any(isinstance(t, ast.Starred) for t in terms):
            yield "order", node, ast.List(terms[::-1])


def _is_set(node: ast.expr) -> bool:
    """Return whether a node is plainly a set, so that whoever is in it is left out."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(ast.Name("set" | "frozenset") | ast.Attribute(attr="keys")):
            return True
    return False


def _changes(node: ast.AST) -> Iterator[Change]:
    """Yield the changes to a node: their kind, what is replaced, and what takes its place."""
    match node:
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return", value, ast.Constant(None)
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "branch", test, ast.UnaryOp(ast.Not(), test)
        case ast.Expr(value=ast.Call() as call):
            yield "call", call, ast.Constant(...)
        case ast.Call(func=ast.Name(id=name) as func) if name in _RENAMED:
            yield "function", func, ast.Name(_RENAMED[name])
        case ast.Subscript(value, ast.Slice(low, high, None), ast.Load()) if not (low and high):
            end = low.operand if isinstance(low, ast.UnaryOp) else low
            yield "slice", node, ast.Subscript(value, ast.Slice(high, end))
        case _:
            yield from _other_values(node)


def _other_values(node: ast.AST) -> Iterator[Change]:
    """Yield the changes to an operation or a constant."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in _SWAPPED:
            yield "comparison", node, ast.Compare(left, [_SWAPPED[type(op)]()], [right])
        case ast.BinOp(left, op, right) if type(op) in _SWAPPED:
            yield "operator", node, ast.BinOp(left, _SWAPPED[type(op)](), right)
        case ast.BoolOp(op, values):
            yield "and, or", node, ast.BoolOp(_SWAPPED[type(op)](), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield "sign", node, operand
        case ast.Constant(bool() as flag):
            yield "flag", node, ast.Constant(not flag)
        case ast.Constant(int() as number):
            yield "number", node, ast.Constant(number + 1)
