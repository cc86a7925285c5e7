"""The pages of the score sheets."""
