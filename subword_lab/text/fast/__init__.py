"""Cutting and counting in arrays: what `pretokenize` and `count_words` give, many times sooner.

A text is UTF-8 in one numpy array; each step handles all of it at once, with no Python object for a
word. Each part has a test that compares it with its readable counterpart.
"""
