"""Ask questions of many games: simulations, duels, ladders, tuning."""
