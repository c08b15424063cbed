"""Compile plain functions with numba, where it is installed."""
