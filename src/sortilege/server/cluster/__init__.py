"""Connect several servers that share one log."""
