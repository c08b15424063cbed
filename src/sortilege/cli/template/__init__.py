"""Hold the files that `sortilege new-game` copies. In them `new_game` stands for the slug, `New Game` for the title."""
