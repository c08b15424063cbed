"""Play New Game from what a seat can see."""
