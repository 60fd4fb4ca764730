"""Still pictures: one look at a word, a text, or a tokenizer."""
