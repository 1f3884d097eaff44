"""What a message is made of: parts, pictures to be drawn, ids of buttons."""
