"""The family of games in which hands are shed onto a pile: what UNO and Crazy Eights have in common.

Cards, turns, piles, seats that are out, blocked rounds and scores. No game's own cards or effects.
"""
