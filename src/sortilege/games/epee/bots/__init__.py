"""Play Épée from what a seat can see."""
