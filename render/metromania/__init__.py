"""Pictures of MetrOmania."""

from render.metromania.area import WHOLE, Area, around, quarter
from render.metromania.board import draw_board
from render.metromania.captions import Captions
from render.metromania.changes import Changes, changes_between
from render.metromania.hands import draw_hand
from render.metromania.options import Option, PlannerOption, StationOption
from render.metromania.topics import TOPICS, draw_topic
from render.metromania.trip import draw_trip
from render.metromania.zoom import draw_planner, zoomed

__all__ = [
    "TOPICS",
    "WHOLE",
    "Area",
    "Captions",
    "Changes",
    "Option",
    "PlannerOption",
    "StationOption",
    "around",
    "changes_between",
    "draw_board",
    "draw_hand",
    "draw_planner",
    "draw_topic",
    "draw_trip",
    "quarter",
    "zoomed",
]
