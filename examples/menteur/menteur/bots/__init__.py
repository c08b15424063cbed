"""Play Menteur from what a seat can see."""
