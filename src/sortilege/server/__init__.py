"""HTTP and sockets around the room."""
