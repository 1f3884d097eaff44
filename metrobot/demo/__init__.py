"""The unmodified bot on a simulated Discord in the browser: no token, no account."""
