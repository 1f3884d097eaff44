"""From each form that the database has had to the next one."""
