"""Run bots and dice in processes of their own."""
