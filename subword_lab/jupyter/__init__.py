"""What the server of `subword-lab lab` does its own way: its settings, and how it keeps panels."""
