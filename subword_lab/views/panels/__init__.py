"""The faces of exercises and quizzes: controls to answer with, and what is said to an answer."""
