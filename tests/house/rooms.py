"""Draw the rooms of the project and who imports whom, into docs/architecture.md.

    python -m tests.house.rooms    draw them anew, after an import has changed

An arrow that follows from others is left out: whoever imports a room depends on all below it.
"""

from pathlib import Path
from typing import Final, TypeAlias

import networkx as nx
from grimp import ImportGraph, build_graph

from metrobot.games.registry import TITLES

PAGE: Final = Path(__file__).parents[2] / "docs" / "architecture.md"
HOUSES: Final = ("service", "store", "ui")
"""Packages of metrobot whose own rooms are drawn."""
_BEGIN, _END = "```mermaid\n", "```\n"

Rooms: TypeAlias = "nx.DiGraph[str]"
"""Rooms, with an arrow from each that imports to what it imports."""


def rooms_of(modules: ImportGraph) -> Rooms:
    """Return the graph of rooms that import each other."""
    packages = {each for each in modules.find_children("metrobot") if modules.find_children(each)}
    homes = {each: _room(each) for each in modules.modules if _top(each) in packages | {"render"}}
    found: Rooms = nx.DiGraph()
    found.add_nodes_from(filter(None, homes.values()))
    for module, room in homes.items():
        others = map(homes.get, modules.find_modules_directly_imported_by(module))
        found.add_edges_from((room, other) for other in others if room and other and room != other)
    return found


def _top(module: str) -> str:
    """Return the package that a module lies in: render, or one of metrobot's."""
    first, *rest = module.split(".")
    return first if first == "render" else ".".join((first, *rest[:1]))


def _room(module: str) -> str:
    """Return the room that a module lies in, such as `ui.kit`; nothing for a house itself."""
    first, *rest = module.split(".")
    if first == "render":
        return first
    if rest[0] not in HOUSES:
        return rest[0]
    return ".".join((rest[0], "titles" if rest[1] in TITLES else rest[1])) if rest[1:] else ""


def drawing(rooms: Rooms) -> str:
    """Return the rooms and their arrows in Mermaid's language."""
    lines = ["flowchart TD"]
    for house in HOUSES:
        inside = sorted(room for room in rooms if room.startswith(f"{house}."))
        lines += [f"  subgraph {house}", *(f"    {_node(room)}" for room in inside), "  end"]
    lines += [f"  {_node(room)}" for room in sorted(rooms) if "." not in room]
    arrows = sorted(nx.transitive_reduction(rooms).edges)
    lines += [f"  {_id(one)} --> {_id(other)}" for one, other in arrows]
    return "\n".join(lines) + "\n"


def _id(room: str) -> str:
    """Return the id of a room within the drawing."""
    return room.replace(".", "_")


def _node(room: str) -> str:
    """Return a room as the drawing declares it, with the name that readers see."""
    return f"{_id(room)}[{room.rpartition('.')[2]}]"


def drawn_in(page: str) -> str:
    return page.partition(_BEGIN)[2].partition(_END)[0]


def redrawn(page: str, drawn: str) -> str:
    """Return a page with a drawing in the place of the one that it has."""
    return page.replace(_BEGIN + drawn_in(page) + _END, _BEGIN + drawn + _END)


def present() -> str:
    return drawing(rooms_of(build_graph("metrobot", "render", cache_dir=None)))


if __name__ == "__main__":
    PAGE.write_text(redrawn(PAGE.read_text("utf-8"), present()), encoding="utf-8")
