"""Offer games through the interfaces of PettingZoo, Gymnasium and OpenSpiel."""
