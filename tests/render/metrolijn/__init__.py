"""Tests of Metrolijn's pictures."""
