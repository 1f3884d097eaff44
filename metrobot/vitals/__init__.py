"""What hosts see of a running bot: what a line of the log is about, figures, health."""
