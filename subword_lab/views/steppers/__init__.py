"""One stepper for each algorithm, in training and in encoding."""
