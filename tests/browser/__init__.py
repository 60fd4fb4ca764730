"""The course in a real JupyterLab, driven in a real browser."""
