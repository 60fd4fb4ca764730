"""The exercises of lesson 06 that are answered in a panel: bets on texts, models and numbers."""

from subword_lab.exercises.forms import Match, Slider
from subword_lab.exercises.model import Exercise

# --- what comes back -----------------------------------------------------------------------------

TEXTS = ("don't␣stop", "café", "two␣␣spaces", "ﬁve␣stars", "snake▁case", "東京")
SAME, CHANGED = "unchanged", "changed"


def fates(unchanged: str) -> dict[str, str]:
    """Say of each text whether it is among those, separated by commas, that come back unchanged."""
    return {text: SAME if text in unchanged.split(",") else CHANGED for text in TEXTS}


COMES_BACK = Exercise(
    id="sp-comes-back",
    lesson="06_sentencepiece",
    kind="match",
    points=3,
    reference=fates("don't␣stop,café"),
    wrong={
        "lossless": fates(",".join(TEXTS)),
        "only_the_unknown": fates(",".join(TEXTS[:-1])),
        "spaces_are_kept": fates("don't␣stop,café,two␣␣spaces"),
        "mark_is_kept": fates("don't␣stop,café,snake▁case"),
        "ligature_is_kept": fates("don't␣stop,café,ﬁve␣stars"),
        "accents_are_lost": fates("don't␣stop"),
        "chinese_is_kept": fates("don't␣stop,café,東京"),
    },
    form=Match(TEXTS, (SAME, CHANGED)),
)

# --- which model uses which ----------------------------------------------------------------------

MODELS = ("T5", "ALBERT", "XLNet", "LLaMA 2", "Mistral 7B", "Gemma", "Llama 3", "BERT")
UNIGRAM, BPE = "SentencePiece, Unigram", "SentencePiece, BPE"
BYTES, WORDPIECE = "BPE on bytes", "WordPiece"
TRUTH = (UNIGRAM, UNIGRAM, UNIGRAM, BPE, BPE, BPE, BYTES, WORDPIECE)


def models(**changed: str) -> dict[str, str]:
    """Give each model its algorithm, some of them another one than the true one."""
    truth = dict(zip(MODELS, TRUTH, strict=True))
    return {name: changed.get(name.replace(" ", "_"), truth[name]) for name in MODELS}


WHICH_MODEL = Exercise(
    id="sp-which-model",
    lesson="06_sentencepiece",
    kind="match",
    points=4,
    reference=models(),
    wrong={
        "always_unigram": models(LLaMA_2=UNIGRAM, Mistral_7B=UNIGRAM, Gemma=UNIGRAM),
        "llama_is_unigram": models(LLaMA_2=UNIGRAM),
        "llamas_are_alike": models(Llama_3=BPE),
        "fallback_is_byte_level": models(LLaMA_2=BYTES, Mistral_7B=BYTES, Gemma=BYTES),
        "t5_is_bpe": models(T5=BPE, ALBERT=BPE, XLNet=BPE),
        "bert_is_sentencepiece": models(BERT=UNIGRAM),
    },
    form=Match(MODELS, (UNIGRAM, BPE, BYTES, WORDPIECE)),
)

# --- what a byte costs ---------------------------------------------------------------------------

SENTENCE = "每个星期六，一位年老的面包师都会带着她的面包到集市上去，摆在一张木桌上。"

FALLBACK_COST = Exercise(
    id="sp-fallback-cost",
    lesson="06_sentencepiece",
    kind="estimate",
    points=2,
    reference=109,
    wrong={"one_id": 1, "one_per_character": 36, "two_bytes_each": 73, "four_bytes_each": 145},
    form=Slider(1, 400, 1, "ids"),
)
