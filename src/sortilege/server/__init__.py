"""Serve the room over HTTP and WebSockets; run tables, bots and clusters of servers."""
