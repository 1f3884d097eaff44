"""Tests of the pictures of On the Underground."""
