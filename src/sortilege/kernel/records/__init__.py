"""Write, read and prove records of games and positions."""
