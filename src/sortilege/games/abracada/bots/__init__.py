"""Play Abracada from what a seat can see."""
