"""Games that are over: replays, reviews, and the check of a record."""
