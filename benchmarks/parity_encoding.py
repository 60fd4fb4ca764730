"""Encoding, string by string: our tokenizer beside the library that the vocabulary comes from."""

import io
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import chain, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import sentencepiece
import tiktoken
import tokenizers
from subword_nmt.apply_bpe import BPE
from subword_nmt.learn_bpe import learn_bpe
from tiktoken.load import load_tiktoken_bpe

import subword_lab as sl
from parity_page import Row
from parity_training import corpora
from strings import MOVED, strings
from subword_lab.formats import tiktoken_ranks
from subword_lab.text import PATTERNS, from_printable

Answer = Callable[[str], Any]


@dataclass(frozen=True)
class Comparison:
    """Two functions that should give equal values for every string."""

    what: str
    peer: str
    ours: Answer
    theirs: Answer
    compared: str
    long_texts: bool = True


def of_ranks(name: str, ours: sl.Tokenizer | None = None) -> Comparison:
    """One of OpenAI's tables, or GPT-2's vocabulary and merges, beside tiktoken."""
    ours = ours or sl.vocabs.load(name)
    table = "r50k" if name == "gpt2" else name
    ranks = load_tiktoken_bpe(str(sl.vocabs.find(table).paths[0]))
    published = tiktoken_ranks.PUBLISHED[len(ranks)]
    peer = tiktoken.Encoding(
        name,
        pat_str=PATTERNS[published.pattern],
        mergeable_ranks=ranks,
        special_tokens=published.special_tokens,
    )
    return _beside_tiktoken(name, ours, peer)


def of_tekken(name: str, ours: sl.Tokenizer | None = None) -> Comparison:
    """Mistral's byte-level table beside tiktoken, fed with the same ranks."""
    ours = ours or sl.vocabs.load(name)
    special = {token.text: token.id for token in ours.special_tokens}
    ranks = {
        from_printable(piece): token_id
        for piece, token_id in ours.vocab.items()
        if piece not in special
    }
    pattern = json.loads(sl.vocabs.find(name).paths[0].read_text("utf-8"))["config"]["pattern"]
    peer = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special)
    return _beside_tiktoken(name, ours, peer)


def _beside_tiktoken(name: str, ours: sl.Tokenizer, peer: tiktoken.Encoding) -> Comparison:
    def mine(text: str) -> Any:
        ids = ours.encode(text)
        return ids, ours.encode(text, allowed_special="all"), ours.decode(ids)

    def its(text: str) -> Any:
        ids = peer.encode_ordinary(text)
        return ids, peer.encode(text, allowed_special="all"), peer.decode(ids)

    compared = "ids, ids with special tokens allowed, text back"
    return Comparison(f"byte-level BPE, {name}", "tiktoken", mine, its, compared)


def of_deepseek(ours: sl.Tokenizer | None = None) -> Comparison:
    """A foreign tokenizer.json beside tokenizers."""
    ours = ours or sl.vocabs.load("deepseek")
    peer = tokenizers.Tokenizer.from_file(str(sl.vocabs.find("deepseek").paths[0]))

    def mine(text: str) -> Any:
        ids = ours.encode(text, allowed_special="all")
        return ids, ours.decode(ids, skip_special=True)

    def its(text: str) -> Any:
        ids = peer.encode(text, add_special_tokens=False).ids
        return ids, peer.decode(ids)

    what = "byte-level BPE, deepseek's tokenizer.json"
    return Comparison(what, "tokenizers", mine, its, "ids, text back")


def of_bert(ours: sl.Tokenizer | None = None) -> Comparison:
    """BERT's whole pipeline: pairs, truncation and padding on both sides, drawn for each string."""
    ours = ours or sl.vocabs.load("bert-base-uncased")
    vocab = str(sl.vocabs.find("bert-base-uncased").paths[0])
    peer = tokenizers.Tokenizer.from_str(tokenizers.BertWordPieceTokenizer(vocab).to_str())

    def layout(text: str) -> tuple[str | None, int | None, int | None, Any]:
        rng = Random(text)
        pair = rng.choice((None, None, text[::-1], text[: len(text) // 2], "a short one"))
        length = rng.choice((None, rng.randint(3, 40)))
        padding = rng.choice((None, length + rng.randint(0, 20))) if length else None
        return pair, length, padding, rng.choice(("left", "right"))

    def mine(text: str) -> Any:
        pair, length, padding, side = layout(text)
        got = ours(text, pair, max_length=length, padding=padding, side=side, allowed_special="all")
        back = ours.decode(got.ids, skip_special=True)
        return got.ids, got.tokens, got.type_ids, got.attention_mask, got.word_ids, back

    def its(text: str) -> Any:
        pair, length, padding, side = layout(text)
        peer.no_truncation()
        peer.no_padding()
        if length is not None:
            peer.enable_truncation(length, strategy="longest_first", direction=side)
        if padding is not None:
            peer.enable_padding(length=padding, direction=side)
        got = peer.encode(text, pair)
        back = peer.decode(got.ids)
        return got.ids, got.tokens, got.type_ids, got.attention_mask, got.word_ids, back

    what = "WordPiece, BERT uncased: pairs, truncation, padding, sides"
    compared = "ids, tokens, type ids, attention mask, word ids, text back"
    # cut into every overflow, long texts and their pairs would take tokenizers for ever
    return Comparison(what, "tokenizers", mine, its, compared, long_texts=False)


def of_berts_switches() -> Comparison:
    """BERT's pipeline with its switches set anyhow, read from the tokenizer.json of each."""
    vocab = str(sl.vocabs.find("bert-base-uncased").paths[0])
    peers, ours = [], []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tokenizer.json"
        for clean, chinese, accents, lower in product(
            (True, False), (True, False), (None, True, False), (True, False)
        ):
            peers.append(
                tokenizers.BertWordPieceTokenizer(
                    vocab,
                    clean_text=clean,
                    handle_chinese_chars=chinese,
                    strip_accents=accents,
                    lowercase=lower,
                )
            )
            peers[-1].save(str(path))
            ours.append(sl.Tokenizer.load(path))

    def mine(text: str) -> Any:
        got = Random(text).choice(ours)(text, allowed_special="all")
        return got.ids, got.tokens, got.word_ids

    def its(text: str) -> Any:
        got = Random(text).choice(peers).encode(text)
        return got.ids, got.tokens, got.word_ids

    what = f"WordPiece, BERT's switches in all {len(ours)} ways"
    return Comparison(what, "tokenizers", mine, its, "ids, tokens, word ids")


def of_model(name: str, ours: sl.Tokenizer | None = None) -> Comparison:
    """A SentencePiece model beside the library; that equal ids are equal pieces is checked once."""
    ours = ours or sl.vocabs.load(name)
    peer = sentencepiece.SentencePieceProcessor(str(sl.vocabs.find(name).paths[0]))
    pieces = [peer.id_to_piece(token_id) for token_id in range(peer.get_piece_size())]
    if list(ours.vocab) != pieces:
        raise ValueError(f"the pieces of {name} are read differently")

    def mine(text: str) -> Any:
        ids = ours.encode(text)
        return ids, ours.decode(ids)

    def its(text: str) -> Any:
        ids = peer.encode(text)
        return ids, peer.decode(ids)

    kind = "Unigram" if "ai21" in name else "BPE"
    what = f"SentencePiece {kind}, {name}"
    return Comparison(what, "sentencepiece", mine, its, "pieces, ids, text back")


def of_characters() -> Iterator[Comparison]:
    """BPE on characters: subword-nmt's codes, and the same merges in tokenizers."""
    codes = io.StringIO()
    counts = sl.text.count_words(sl.corpora.load("english"))
    lines = "".join(f"{word} {count}\n" for word, count in counts.items())
    learn_bpe(io.StringIO(lines), codes, 3000, is_dict=True)
    codes.seek(0)
    peer = BPE(codes)
    ours = sl.bpe.train(counts, None, 3000, "largest_pair", "glued")

    def mine(text: str) -> Any:
        return [sl.bpe.encode(ours, word) for word in text.split()]

    def its(text: str) -> Any:
        words = (peer.segment_tokens([word]) for word in text.split())
        marked = ([*word[:-1], word[-1] + "</w>"] for word in words)
        return [tuple(piece.removesuffix("@@") for piece in word) for word in marked]

    yield Comparison(
        "character BPE, 3,000 merges learned by each", "subword-nmt", mine, its, "pieces"
    )

    known = dict.fromkeys([*ours.vocab, "<unk>"])
    vocab = {piece: token_id for token_id, piece in enumerate(known)}
    suffixed = tokenizers.models.BPE(
        vocab, ours.merges, unk_token="<unk>", end_of_word_suffix="</w>"
    )
    with_unk = sl.bpe.BpeModel(vocab, ours.merges, "glued", "<unk>")

    def marked(text: str) -> Any:
        return [list(sl.bpe.encode(with_unk, word)) for word in text.split()]

    def its_marked(text: str) -> Any:
        return [[token.value for token in suffixed.tokenize(word)] for word in text.split()]

    yield Comparison(
        'the same merges with end_of_word_suffix="</w>"', "tokenizers", marked, its_marked, "pieces"
    )


def comparisons() -> Iterator[Comparison]:
    """All of them, each made when it is its turn."""
    yield from map(of_ranks, ("gpt2", "cl100k", "o200k"))
    yield from map(of_tekken, ("tekken-240718", "tekken-240911"))
    yield of_deepseek()
    yield of_bert()
    yield of_berts_switches()
    yield from of_characters()
    yield from map(of_model, ("mistral-v1", "mistral-v3", "mistral-v7", "ai21-j2"))


def compare(comparison: Comparison, texts: Iterable[str]) -> Row:
    """Ask both for every string and keep the shortest one on which they differ."""
    differing, number = [], 0
    for text in texts:
        number += 1
        if comparison.ours(text) != comparison.theirs(text):
            differing.append(text)
    peer = f"{comparison.peer} {version(comparison.peer)}"
    return Row(
        comparison.what,
        peer,
        comparison.compared,
        f"{number:,} strings",
        len(differing),
        min(differing, key=len, default=""),
    )


def rows(number: int) -> Iterator[Row]:
    """A row for each comparison, on strings and on whole corpora as single texts."""
    documents = ["\n".join(lines) for lines in corpora().values()]
    for comparison in comparisons():
        texts = documents if comparison.long_texts else []
        row = compare(comparison, chain(strings(number), texts))
        more = f", {len(texts)} long texts" if texts else ""
        yield replace(row, size=f"{number:,} strings{more}")


def newer_rows(number: int) -> Iterator[Row]:
    """The same on strings with any character there is, and again with the newer ones replaced."""
    for comparison in comparisons():
        texts = list(strings(number, any_character=True))
        row = compare(comparison, texts)
        again = compare(comparison, map(with_old_characters, texts))
        yield row.explained(again.differences)


def with_old_characters(text: str) -> str:
    """An x for each character that is younger than Unicode 3.2, or has changed its category."""
    old = unicodedata.ucd_3_2_0.category
    return "".join("x" if old(ch) in ("Cn", "Co") or ch in MOVED else ch for ch in text)
