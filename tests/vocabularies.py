"""Real vocabularies for the tests, each read once in a run."""

from functools import cache

from subword_lab import vocabs

available = cache(lambda: {found.name for found in vocabs.available()})
real = cache(vocabs.load)
