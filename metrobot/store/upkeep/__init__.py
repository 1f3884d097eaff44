"""A database as a whole: copies, checks, how much there is to do."""
