"""Play bataille from what a seat can see."""
