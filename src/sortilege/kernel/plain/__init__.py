"""Provide what rules may call in the plain subset: bit sets, randomness, scratch lists, parameters."""
