"""Run the rules of bataille, from start to score, in the plain subset."""
