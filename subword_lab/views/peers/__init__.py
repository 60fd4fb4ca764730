"""Comparisons with production libraries, one file each, shown by `views.for_real`."""
