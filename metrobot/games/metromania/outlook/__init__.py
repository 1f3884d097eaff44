"""Prospects of a company's lines and markers: ways to a gate, and the harm of an action."""
