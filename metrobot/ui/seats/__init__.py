"""Who sits where: resigning, replacing, ending by vote."""
