"""Slash commands, and nothing else: each turns what was typed into an order and hands it to the door."""
