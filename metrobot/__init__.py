"""Metro-building board games in Discord: rules, service and bot."""

__version__ = "0.1.0"
