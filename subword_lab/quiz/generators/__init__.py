"""Generators by topic: each module has a dict `GENERATORS` of functions that draw a variant."""
