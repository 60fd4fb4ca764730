"""Where the answer to a question can be seen: a notebook and the key of one of its cells."""

from subword_lab.quiz.model import Question

TOPIC_CELLS = {
    "why-subwords": "01_oov/answer",
    "bpe": "02_bpe/watch",
    "byte-level": "03_byte_level_bpe/watch",
    "wordpiece": "04_wordpiece/watch",
    "unigram": "05_unigram/encode-watch",
    "sentencepiece": "06_sentencepiece/watch",
    "design": "07_in_production/title",
    "real-models": "00_start_here/map",
    "llm-behavior": "03_byte_level_bpe/trailing-cell",
    "production": "07_in_production/title",
}


def proof_of(question: Question) -> str:
    """Name the cell that shows a question's answer, or else the one that shows its topic.

    >>> from subword_lab import quiz
    >>> proof_of(quiz.get("classic-merged-by")), proof_of(quiz.get("bpe-aaa"))
    ('02_bpe/train', '02_bpe/watch')
    """
    return question.proof or TOPIC_CELLS[question.topic]


def address(proof: str) -> str:
    """Write the relative address of a cell, as JupyterLab follows it.

    >>> address("02_bpe/train")
    '02_bpe.ipynb#cell-id=02-train'
    """
    notebook, _, cell = proof.partition("/")
    return f"{notebook}.ipynb#cell-id={notebook.partition('_')[0]}-{cell}"
