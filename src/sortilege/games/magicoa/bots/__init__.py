"""Play magicoa from what a seat can see."""
