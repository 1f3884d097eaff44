"""Lines: spaces and pieces, side by side along links, with marks and letters."""
