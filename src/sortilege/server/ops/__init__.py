"""Start, check, measure and move a server."""
