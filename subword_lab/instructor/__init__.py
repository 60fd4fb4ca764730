"""A class: an nbgrader course from the lessons, and what becomes of its submissions.

`docs/architecture.md`, section Instructor, says what stands where.
"""
