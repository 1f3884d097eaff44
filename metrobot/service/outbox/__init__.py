"""What is stored with a move and posted after it."""
