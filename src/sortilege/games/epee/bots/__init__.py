"""Play epee from what a seat can see."""
