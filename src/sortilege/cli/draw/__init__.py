"""Tables drawn in the terminal, one file a game: `draw(view, words)`."""
