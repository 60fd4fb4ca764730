"""Second implementations, in arrays: the same results as the readable ones, sooner.

Nothing here is called by name from outside. `Tokenizer` and its recipes use it where there is much
to do, and each part has a test that compares it with its readable counterpart.
"""
