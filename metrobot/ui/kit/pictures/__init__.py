"""Pictures of messages: prepared by fronts, drawn in threads in the order of a queue."""
