"""The drawing of the rooms says what the imports are."""

from grimp import ImportGraph

from tests.house.rooms import PAGE, drawing, drawn_in, present, redrawn, rooms_of


def _graph(**imports: str) -> ImportGraph:
    """Return a small project, in which some modules of ui import one other each."""
    graph = ImportGraph()
    for package in ("metrobot", "metrobot.ui", "metrobot.ui.kit", "metrobot.ui.words", "render"):
        graph.add_module(package)
    graph.add_module("metrobot.settings")
    for module, imported in imports.items():
        graph.add_import(importer=f"metrobot.ui.{module}", imported=imported)
    return graph


def test_the_drawing_is_that_of_the_imports() -> None:
    """After a change of imports: python -m tests.house.rooms."""
    assert drawn_in(PAGE.read_text("utf-8")) == present()


def test_a_new_import_changes_the_drawing() -> None:
    """So the page cannot go on as it was."""
    assert "ui_kit --> ui_words" in drawing(rooms_of(_graph(kit="metrobot.ui.words")))
    assert "ui_words --> render" in drawing(rooms_of(_graph(kit="render", words="render")))
    assert "ui_kit --> ui_words" not in drawing(rooms_of(_graph(kit="render", words="render")))


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    """Else nobody could read the drawing."""
    graph = _graph(kit="metrobot.ui.words", words="render")
    graph.add_import(importer="metrobot.ui.kit", imported="render")

    assert "ui_kit --> render" not in drawing(rooms_of(graph))


def test_the_fronts_of_the_games_are_one_room() -> None:
    graph = _graph(metromania="metrobot.ui.kit", underground="metrobot.ui.kit")

    drawn = drawing(rooms_of(graph))

    assert "ui_titles --> ui_kit" in drawn
    assert "metromania" not in drawn


def test_a_drawing_takes_the_place_of_the_old_one_alone() -> None:
    page = "# Rooms\n\n```mermaid\nold\n```\n\nAfter.\n"

    assert redrawn(page, "new\n") == "# Rooms\n\n```mermaid\nnew\n```\n\nAfter.\n"
