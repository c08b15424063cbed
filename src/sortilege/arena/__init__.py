"""Throw dice as real bodies. The arena knows dice and poses, and nothing of the rules.

`bodies` and `track` need nothing; `scene` needs rapier3d and `picture` needs Pillow: the extra `arena` installs both.
"""
