"""Play Bataille des Sorciers from what a seat can see."""
