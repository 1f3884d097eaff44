"""Pictures of On the Underground."""

from render.underground.area import Area
from render.underground.board import draw_board
from render.underground.captions import Captions
from render.underground.changes import Changes, changes_between
from render.underground.options import PlannerOption
from render.underground.planner import draw_planner
from render.underground.topics import TOPICS, draw_topic
from render.underground.zoom import zoomed

__all__ = [
    "TOPICS",
    "Area",
    "Captions",
    "Changes",
    "PlannerOption",
    "changes_between",
    "draw_board",
    "draw_planner",
    "draw_topic",
    "zoomed",
]
