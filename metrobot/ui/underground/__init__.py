"""On the Underground as Discord sees it."""
