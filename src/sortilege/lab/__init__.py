"""Questions in bulk."""
