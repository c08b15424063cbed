"""Hold the open tables of a server."""
