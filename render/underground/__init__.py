"""Pictures of On the Underground."""

from render.underground.area import Area
from render.underground.board import board
from render.underground.captions import Captions
from render.underground.changes import Changes, changes
from render.underground.options import PlannerOption
from render.underground.planner import planner
from render.underground.topics import TOPICS, topic
from render.underground.zoom import zoomed

__all__ = [
    "TOPICS",
    "Area",
    "Captions",
    "Changes",
    "PlannerOption",
    "board",
    "changes",
    "planner",
    "topic",
    "zoomed",
]
