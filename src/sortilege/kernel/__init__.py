"""Define what any game is, with the standard library alone: no input or output, no clock."""
