"""Keep the open tables of a server: one session for each, a registry that finds them, a scheduler for bots."""
