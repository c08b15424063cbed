"""Describe one table as a value: seats, games, clock, talk. No sockets, no SQL, no clock of its own."""
