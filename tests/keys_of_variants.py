"""The right answer of each generator's variants once more, from what was drawn, in another way.

Each function takes what was drawn and gives the right option's English text or number. It counts,
tries everything, or asks a library; it does not call what the generator calls.
"""

import codecs
import itertools
import math
import unicodedata
from fractions import Fraction

import regex
from tokenizers import models, pre_tokenizers

from subword_lab.quiz.generators import bpe_tables, production, real_models, splitting


def counted(words):
    """How often each pair occurs, places that overlap included; words are lists of symbols."""
    counts = {}
    for symbols, count in words:
        for at in range(len(symbols) - 1):
            pair = (symbols[at], symbols[at + 1])
            counts[pair] = counts.get(pair, 0) + count
    return counts


def joined(symbols, pair):
    """Join a pair from left to right."""
    done, at = [], 0
    while at < len(symbols):
        both = tuple(symbols[at : at + 2]) == tuple(pair)
        done.append("".join(symbols[at : at + 2]) if both else symbols[at])
        at += 2 if both else 1
    return done


def letters(words):
    return [(list(word), count) for word, count in words.items()]


def best(words):
    counts = counted(letters(words))
    return sorted(pair for pair, count in counts.items() if count == max(counts.values()))


def repeated_symbol(word, count, asked):
    runs = [len(list(run)) for letter, run in itertools.groupby(word) if letter == _doubled(word)]
    each = [run - 1 if asked == "counted" else run // 2 for run in runs]
    return f"{count * sum(each):,}"


def _doubled(word):
    return next(a for a, b in itertools.pairwise(word) if a == b)


def symbols_left(words, merges):
    cut = letters(words)
    for pair in merges:
        cut = [(joined(symbols, pair), count) for symbols, count in cut]
    return f"{sum(len(symbols) * count for symbols, count in cut):,}"


def bpe_cut(word, merges):
    """The production library: Hugging Face tokenizers."""
    pieces = dict.fromkeys([*"abc", *("".join(pair) for pair in merges)])
    vocab = {piece: at for at, piece in enumerate(pieces)}
    model = models.BPE(vocab=vocab, merges=list(merges))
    return " | ".join(token.value for token in model.tokenize(word))


def missing_merge(rest, made):
    """The one pair of symbols at hand that makes what a later merge needs."""
    known = {letter for pair in rest for part in pair for letter in part}
    known |= {"".join(pair) for pair in rest}
    cuts = [(made[:at], made[at:]) for at in range(1, len(made))]
    fitting = [pair for pair in cuts if set(pair) <= known]
    return {f"({left}, {right})" for left, right in fitting}


def wrong_merge(words, table, bad):
    cut, wrong = letters(words), []
    for line, pair in enumerate(table, 1):
        counts = counted(cut)
        wrong += [line] if counts[pair] < max(counts.values()) else []
        cut = [(joined(symbols, pair), count) for symbols, count in cut]
    (line,) = wrong
    return f"line {line}"


def tie_rule(words, rule, merge):
    ties = best(words)
    first = next(pair for pair in counted(letters(words)) if pair in ties)
    chosen = {"smallest_pair": ties[0], "largest_pair": ties[-1], "first_seen": first}
    (right,) = (name for name, pair in chosen.items() if pair == merge)
    assert len(ties) > 1
    return bpe_tables.RULES[right].en


def printed_bytes(text):
    """GPT-2's table as its source builds it."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {byte: chr(byte) for byte in plain}
    for byte in range(256):
        if byte not in table:
            table[byte] = chr(256 + len(table) - len(plain))
    return "".join(table[byte] for byte in text.encode())


def streamed(text, after):
    """Python's own incremental decoder."""
    return codecs.getincrementaldecoder("utf-8")().decode(text.encode()[:after])


def by_pattern(text, pattern):
    return "|".join(regex.findall(pattern, text)).replace(" ", "␣")


GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def which_splitter(text, chunks):
    cuts = {
        "gpt2": by_pattern(text, GPT2),
        "cl100k": by_pattern(text, CL100K),
        "whitespace": "|".join(text.split()),
        "bert": "|".join(
            part for part, _ in pre_tokenizers.BertPreTokenizer().pre_tokenize_str(text)
        ),
    }
    (right,) = (name for name, cut in cuts.items() if cut == chunks)
    return splitting.NAMES[right]


def wordpiece_cut(word, vocab):
    """The production library: Hugging Face tokenizers."""
    ids = {piece: at for at, piece in enumerate(["[UNK]", *vocab])}
    model = models.WordPiece(vocab=ids, unk_token="[UNK]")
    return " ".join(token.value for token in model.tokenize(word))


def exact_gain(pair, left, right, total, gain):
    """The log-likelihood before and after, symbol by symbol."""

    def likelihood(counts):
        whole = sum(counts)
        return sum(count * math.log(count / whole) for count in counts if count)

    rest = total - left - right
    after = likelihood([pair, left - pair, right - pair, rest])
    return f"{after - likelihood([left, right, rest]):.3g}"


def best_by_criterion(words, asked):
    marked = [([w[0], *(f"##{c}" for c in w[1:])], count) for w, count in words.items()]
    single = {}
    for symbols, count in marked:
        for symbol in symbols:
            single[symbol] = single.get(symbol, 0) + count
    value = {
        pair: Fraction(n, 1 if asked == "count" else single[pair[0]] * single[pair[1]])
        for pair, n in counted(marked).items()
    }
    return "({}, {})".format(*max(value, key=value.get))


def cuts_of(word, pieces):
    """Every cut of a word into pieces: each set of borders is tried."""
    for size in range(len(word)):
        for borders in itertools.combinations(range(1, len(word)), size):
            cut = [word[a:b] for a, b in itertools.pairwise([0, *borders, len(word)])]
            if all(piece in pieces for piece in cut):
                yield cut


def probability(cut, pieces):
    return math.prod(pieces[piece] for piece in cut)


def total(word, pieces):
    return sum(probability(cut, pieces) for cut in cuts_of(word, pieces))


def likeliest(word, pieces):
    return max(cuts_of(word, pieces), key=lambda cut: probability(cut, pieces))


def expected_count(word, times, piece, probabilities, **_):
    weighted = (
        probability(cut, probabilities) * cut.count(piece) for cut in cuts_of(word, probabilities)
    )
    return f"{times * sum(weighted) / total(word, probabilities):.3g}"


def pruned_first(words, probabilities):
    def likelihood(pieces):
        sums = {word: total(word, pieces) for word in words}
        if not all(sums.values()):
            return -math.inf
        return sum(count * math.log(sums[word]) for word, count in words.items())

    long = [piece for piece in probabilities if len(piece) > 1]
    without = {
        piece: likelihood({p: x for p, x in probabilities.items() if p != piece}) for piece in long
    }
    return max(without, key=without.get)


def pair_cut(first, second, limit, room):
    """One token after the other, from the longer text."""
    kept = [first, second]
    while sum(kept) > room:
        if kept == [room // 2 + 1] * 2 and room % 2:
            return "no answer: which of two equal texts gives is the library's own rule"
        kept[kept.index(max(kept))] -= 1
    return f"{kept[0]} + {kept[1]}"


def offsets_of_token(text, pieces, at):
    place = 0
    for number, piece in enumerate(pieces):
        place += not piece.startswith("##") and number > 0
        size = len(piece.removeprefix("##"))
        if number == at:
            return f"({place}, {place + size})"
        place += size


def word_numbers(tokens):
    said, word = [], -1
    for token in tokens:
        word += not token.startswith(("##", "["))
        said.append("None" if token.startswith("[") else str(word))
    return " ".join(said)


def cause_of_loss(text, back, cause):
    """Python's own tables."""
    apart = unicodedata.normalize("NFD", text)
    results = {
        "lowercase": text.lower(),
        "nfkc": unicodedata.normalize("NFKC", text),
        "nfd": apart,
        "strip_accents": "".join(ch for ch in apart if unicodedata.category(ch) != "Mn"),
    }
    (right,) = (name for name, result in results.items() if result == back)
    return production.CAUSES[right].en


def which_library(text, pieces):
    (right,) = (name for name, mark in real_models.MARKS.items() if mark in pieces)
    return real_models.NAMES[right]


def oov_rate(words, vocab, per):
    counted = words if per == "token" else set(words)
    return f"{len([word for word in counted if word not in vocab])}/{len(counted)}"


KEYS = {
    "pair_count": lambda words, pair: counted(letters(words))[pair],
    "next_merge": lambda words: " ".join(best(words)[0]),
    "repeated_symbol": repeated_symbol,
    "vocabulary_size": lambda words, merges, special: (
        f"{len(set(''.join(words))) + merges + special:,}"
    ),
    "symbols_left": symbols_left,
    "bpe_cut": bpe_cut,
    "missing_merge": missing_merge,
    "wrong_merge": wrong_merge,
    "tie_rule": tie_rule,
    "utf8_bytes": lambda text: len(text.encode()),
    "printed_bytes": printed_bytes,
    "streamed": streamed,
    "byte_merges": lambda size, special: f"{size - 256 - special:,}",
    "gpt2_chunks": lambda text: by_pattern(text, GPT2),
    "which_splitter": which_splitter,
    "number_chunks": lambda number: by_pattern(number, CL100K),
    "wordpiece_cut": wordpiece_cut,
    "exact_gain": exact_gain,
    "best_by_criterion": best_by_criterion,
    "start_symbols": lambda words: (
        f"{len({(ch, at > 0) for word in words for at, ch in enumerate(word)})}"
    ),
    "unigram_cut": lambda word, probabilities, **_: " | ".join(likeliest(word, probabilities)),
    "viterbi_probability": lambda word, probabilities, **_: (
        f"{probability(likeliest(word, probabilities), probabilities):.3g}"
    ),
    "number_of_cuts": lambda word, probabilities, **_: f"{len([*cuts_of(word, probabilities)])}",
    "forward_sum": lambda word, probabilities, **_: f"{total(word, probabilities):.3g}",
    "expected_count": expected_count,
    "pruned_first": pruned_first,
    "marked_spaces": lambda text: "".join(f"▁{word}" for word in text.split()),
    "byte_fallback": lambda text: " ".join(f"<0x{byte:02X}>" for byte in text.encode()),
    "special_in_text": lambda text, allowed: (
        f"{len(text) - (len('<|end|>') - 1) * allowed}"  # all its characters are ASCII
    ),
    "pair_cut": pair_cut,
    "padding_mask": lambda size, length, side: " ".join(
        ("1" * (size + 2)).rjust(length, "0")
        if side == "left"
        else ("1" * (size + 2)).ljust(length, "0")
    ),
    "offsets_of_token": offsets_of_token,
    "word_numbers": word_numbers,
    "cause_of_loss": cause_of_loss,
    "embedding_table": lambda size, dim, tied: size * dim * (2 - tied) / 1e6,
    "larger_table": lambda old, new, dim, tied: f"{(new - old) * dim * (2 - tied) / 1e6:.3g}",
    "fertility": lambda tokens: (
        f"{len(tokens) / len([token for token in tokens if token[0] != '#']):.3g}"
    ),
    "premium": lambda base, costs: f"{costs / base:.3g}",
    "price": lambda megabytes, size, each: (
        f"{int(Fraction(megabytes) / Fraction(size) * Fraction(each)):,}"
    ),
    "bits_per_byte": lambda loss, size: f"{math.log2(math.exp(loss)) / size:.3g}",
    "oov_rate": oov_rate,
    "character_coverage": lambda alphabet, text: (
        f"{100 * sum(map(text.count, alphabet)) / len(text):,.0f}"
    ),
    "which_library": which_library,
}
