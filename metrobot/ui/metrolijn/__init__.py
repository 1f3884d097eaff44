"""Metrolijn as Discord sees it."""
