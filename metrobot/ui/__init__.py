"""Discord: commands, buttons, planners and all the words."""
