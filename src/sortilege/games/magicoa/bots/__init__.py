"""Play Magicoa from what a seat can see."""
