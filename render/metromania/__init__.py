"""Pictures of MetrOmania."""

from render.metromania.area import WHOLE, Area, around, district
from render.metromania.board import board
from render.metromania.captions import Captions
from render.metromania.changes import Changes, changes
from render.metromania.hands import hand
from render.metromania.options import Option, PlannerOption, StationOption
from render.metromania.topics import TOPICS, topic
from render.metromania.trips import trip
from render.metromania.zoom import planner, zoomed

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
    "board",
    "changes",
    "district",
    "hand",
    "planner",
    "topic",
    "trip",
    "zoomed",
]
