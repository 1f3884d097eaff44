"""The games: one package a title, pure, none knows another."""
