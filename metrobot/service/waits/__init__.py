"""How long tables wait for people: paces, the time in which somebody can act, absences."""
