"""What concerns one person: settings, reminders, games, standing, privacy."""
