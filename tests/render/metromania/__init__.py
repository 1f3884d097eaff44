"""Tests of MetrOmania's pictures."""
