"""Run the rules of epee, from start to score, in the plain subset."""
