"""What comes before the model in tokenizer.json: "normalizer" and "pre_tokenizer"."""

import re
from typing import Any

import regex

from subword_lab.formats.checked import field, unsupported
from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.comparing import says_nmt_nfkc
from subword_lab.formats.steps import Replace, compiled
from subword_lab.formats.tokenizer_json import nmt_nfkc
from subword_lab.formats.tokenizer_json.oniguruma import check_neutral, neutral
from subword_lab.formats.tokenizer_json.precompiled import Precompiled
from subword_lab.normalizer import NormalizerStep
from subword_lab.preparation import MARKED_WORDS, Matches, Preparation, PreTokenizer
from subword_lab.spaces import METASPACE, Spaces
from subword_lab.text import PATTERNS

Node = dict[str, Any]

FORMS = {"nfc": "NFC", "nfd": "NFD", "nfkc": "NFKC", "nfkd": "NFKD", "lowercase": "Lowercase"}
BERT = {
    "bert_clean": "clean_text",
    "bert_cjk": "handle_chinese_chars",
    "strip_accents": "strip_accents",
    "lowercase": "lowercase",
}
SIMPLE: dict[PreTokenizer, str] = {
    "whitespace": "WhitespaceSplit",
    "bert": "BertPreTokenizer",
    Matches(r"\w+|[^\w\s]+"): "Whitespace",
}


def write(preparation: Preparation) -> tuple[Node | None, Node | None]:
    """The JSON of normalizer and pre-tokenizer.

    Raises `ValueError` for what the format has no words for.
    """
    normalizers = _write_normalizers(preparation.normalizer)
    pretokenizers: list[Node] = []
    if preparation.spaces:
        marking, pretokenizers = _write_spaces(preparation.spaces)
        normalizers += marking
    for step in preparation.pretokenizers:
        pretokenizers += _write_pretokenizer(step)
    if preparation.byte_level:
        pretokenizers = _write_bytes(preparation, pretokenizers)
    return (
        _sequence("normalizers", normalizers),
        _sequence("pretokenizers", pretokenizers),
    )


def _sequence(name: str, nodes: list[Node]) -> Node | None:
    if len(nodes) > 1:
        return {"type": "Sequence", name: nodes}
    return nodes[0] if nodes else None


def _write_normalizers(steps: tuple[NormalizerStep, ...]) -> list[Node]:
    nodes: list[Node] = []
    for step in steps:
        if isinstance(step, Replace):
            nodes.append(_replace(check_neutral(step.pattern), step.content))
        elif isinstance(step, Precompiled):
            nodes.append({"type": "Precompiled", "precompiled_charsmap": step.dump()})
        elif isinstance(step, Charsmap) and not says_nmt_nfkc(step):
            raise ValueError(
                "tokenizer.json can hold SentencePiece's normalization table, but `tokenizers` "
                "applies it in another way: a full-width letter with an accent gets other ids"
            )
        elif step in BERT and step != "lowercase":
            nodes.append(_bert(step))
        elif step == "nmt_nfkc" or isinstance(step, Charsmap):
            nodes += nmt_nfkc.write()
        elif step in FORMS:
            nodes.append({"type": FORMS[str(step)]})
        else:
            raise ValueError(
                f"tokenizer.json has no normalizer for {step!r}; train with another normalization, "
                f"such as 'nfkc' or 'identity'"
            )
    return nodes


def _bert(step: NormalizerStep) -> Node:
    """BertNormalizer with one of its four switches on."""
    return {"type": "BertNormalizer", **{switch: name == step for name, switch in BERT.items()}}


def _replace(pattern: str, content: str) -> Node:
    return {"type": "Replace", "pattern": {"Regex": pattern}, "content": content}


def _write_spaces(spaces: Spaces) -> tuple[list[Node], list[Node]]:
    """Normalizers, or a pre-tokenizer, that write ▁ for spaces."""
    if spaces.prefix == "end":
        raise ValueError("tokenizer.json cannot put a ▁ behind a text, only in front of it")
    marking: list[Node] = []
    if spaces.collapse:
        for pattern, content in (("[ ▁]+\\z", ""), ("\\A +", ""), (" {2,}", " ")):
            marking.append(_replace(pattern, content))
    if not spaces.doubled:
        scheme = "first" if spaces.prefix == "text" else spaces.prefix
        metaspace = {"type": "Metaspace", "replacement": METASPACE, "prepend_scheme": scheme}
        return marking, [{**metaspace, "split": False}]
    if spaces.prefix != "never":
        marking.append({"type": "Prepend", "prepend": METASPACE})
    marking.append({"type": "Replace", "pattern": {"String": " "}, "content": METASPACE})
    return marking, []


def _write_pretokenizer(step: PreTokenizer) -> list[Node]:
    if step == "metaspace":
        raise ValueError("tokenizer.json has no pre-tokenizer that doubles a ▁ at the start")
    if step == "none":
        return []
    if step in SIMPLE:
        return [{"type": SIMPLE[step]}]
    if step == "punctuation":
        return [{"type": "Punctuation", "behavior": "Isolated"}]
    if isinstance(step, Matches):
        return [_split(check_neutral(step.pattern), "Removed", invert=True)]
    return [_split(check_neutral(PATTERNS.get(step, step)), "Isolated", invert=False)]


def _split(pattern: str, behavior: str, invert: bool) -> Node:
    how = {"behavior": behavior, "invert": invert}
    return {"type": "Split", "pattern": {"Regex": pattern}, **how}


def _write_bytes(preparation: Preparation, before: list[Node]) -> list[Node]:
    by_regex = preparation.pretokenizers == ("gpt2",)
    if preparation.add_prefix_space and not by_regex:
        raise ValueError(
            "tokenizer.json cannot put a prefix space in front of a pattern other than 'gpt2'; "
            "train with add_prefix_space=False"
        )
    node = {
        "type": "ByteLevel",
        "add_prefix_space": preparation.add_prefix_space,
        "trim_offsets": False,
        "use_regex": by_regex,
    }
    return [node] if by_regex else [*before, node]


# Reading -----------------------------------------------------------------------------------------


def read(normalizer: Node | None, pretokenizer: Node | None) -> Preparation:
    """The preparation of a file. Raises `ValueError` that names what is not known here."""
    steps, spaces = _read_normalizers(_flat(normalizer, "normalizers"))
    cuts: list[PreTokenizer] = []
    byte_level = add_prefix_space = False
    nodes = _flat(pretokenizer, "pretokenizers")
    for at, node in enumerate(nodes):
        if byte_level:
            raise ValueError(f"a pre-tokenizer after ByteLevel is not supported: {node}")
        kind = node.get("type")
        if kind == "ByteLevel":
            byte_level = True
            add_prefix_space = field(node, "add_prefix_space", bool, True)
            if add_prefix_space and at:
                raise ValueError("ByteLevel with add_prefix_space is only supported alone")
            cuts += ["gpt2"] if field(node, "use_regex", bool, True) else []
        elif kind == "Metaspace":
            if spaces or cuts not in ([], ["whitespace"]):
                raise ValueError("Metaspace is only supported first, or after WhitespaceSplit")
            if cuts:  # each word gets a ▁ unless it has one: as one space, or none, before it
                steps += [Replace(r"\A\s+|\s+\z|\s+(?=▁)", ""), Replace(r"\s+", " ")]
            spaces, cuts = _read_metaspace(node)
        else:
            cuts.append(_read_pretokenizer(node))
    return Preparation(tuple(steps), tuple(cuts), spaces, byte_level, add_prefix_space)


def _flat(node: Node | None, inner: str) -> list[Node]:
    """A component as a list of simple ones, sequences within sequences laid out."""
    if node is None:
        return []
    if not isinstance(node, dict):
        raise ValueError(f"a component is {node!r}, wanted an object")
    if node.get("type") != "Sequence":
        return [node]
    return [each for child in field(node, inner, list) for each in _flat(child, inner)]


def _read_normalizers(nodes: list[Node]) -> tuple[list[NormalizerStep], Spaces | None]:
    steps: list[NormalizerStep] = []
    prefix = False
    if nmt_nfkc.is_written(nodes):
        steps.append("nmt_nfkc")
        nodes = nodes[len(nmt_nfkc.write()) :]
    for at, node in enumerate(nodes):
        kind = node.get("type")
        if kind == "Prepend" and node.get("prepend") == METASPACE:
            prefix = True
        elif kind == "Replace" and _is_marking(node):
            if at != len(nodes) - 1:
                raise ValueError("a normalizer after the one that writes ▁ is not supported")
            return steps, Spaces("always" if prefix else "never")
        elif prefix:
            break
        else:
            steps += _read_normalizer(node)
    if prefix:
        raise ValueError("a Prepend normalizer is only supported before Replace of ' ' by '▁'")
    return steps, None


def _is_marking(node: Node) -> bool:
    return node.get("pattern") == {"String": " "} and node.get("content") == METASPACE


def _read_normalizer(node: Node) -> list[NormalizerStep]:
    names = {written: name for name, written in FORMS.items()}
    match node.get("type"):
        case str(kind) if kind in names:
            return [names[kind]]
        case "BertNormalizer":
            return list(_read_bert(node))
        case "Precompiled":
            return [Precompiled.parse(field(node, "precompiled_charsmap", str))]
        case "StripAccents":
            return [Replace(r"\p{M}", "")]
        case "Replace":
            return [Replace(_pattern(node), field(node, "content", str))]
        case "Strip":
            sides = (("strip_left", r"\A\s+"), ("strip_right", r"\s+\z"))
            return [Replace(p, "") for side, p in sides if field(node, side, bool, True)]
    others = ("BertNormalizer", "Precompiled", "StripAccents", "Replace", "Strip", "Prepend of ▁")
    known = ", ".join((*names, *others))
    raise unsupported("the normalizer", node.get("type"), known)


def _read_bert(node: Node) -> list[str]:
    lowercase = field(node, "lowercase", bool, True)
    wanted = {
        "bert_clean": field(node, "clean_text", bool, True),
        "bert_cjk": field(node, "handle_chinese_chars", bool, True),
        "strip_accents": field(node, "strip_accents", bool, lowercase),
        "lowercase": lowercase,
    }
    return [step for step, on in wanted.items() if on]


def _pattern(node: Node) -> str:
    match node.get("pattern"):
        case {"String": str(literal)}:
            return str(regex.escape(literal, special_only=True))
        case {"Regex": str(pattern)}:
            return str(compiled(neutral(pattern)).pattern)
        case other:
            raise ValueError(f"the pattern is {other!r}, wanted a String or a Regex")


def _read_metaspace(node: Node) -> tuple[Spaces, list[PreTokenizer]]:
    if field(node, "replacement", str) != METASPACE:
        raise unsupported("the Metaspace replacement", node["replacement"], METASPACE)
    legacy = "always" if field(node, "add_prefix_space", bool, True) else "never"
    scheme = field(node, "prepend_scheme", str, legacy)
    if scheme not in ("always", "first", "never"):
        raise unsupported("the Metaspace prepend_scheme", scheme, "always, first, never")
    split = field(node, "split", bool, True)
    return Spaces(scheme, doubled=False), [MARKED_WORDS] if split else []


def _read_pretokenizer(node: Node) -> PreTokenizer:
    simple = {written: step for step, written in SIMPLE.items()}
    match node.get("type"):
        case str(kind) if kind in simple:
            return simple[kind]
        case "Digits":
            each = field(node, "individual_digits", bool, False)
            return r"\p{N}" if each else r"\p{N}+"
        case "Punctuation" if node.get("behavior", "Isolated") == "Isolated":
            return "punctuation"
        case "Split":
            return _read_split(node)
    known = (
        "WhitespaceSplit, Whitespace, BertPreTokenizer, Punctuation (Isolated), Digits, Split, "
        "ByteLevel, Metaspace"
    )
    raise unsupported("the pre-tokenizer", node, known)


def _read_split(node: Node) -> PreTokenizer:
    pattern = _pattern(node)
    match node.get("behavior"), field(node, "invert", bool, False):
        case "Isolated", False:
            named = {expression: name for name, expression in PATTERNS.items()}
            plain = re.fullmatch(r"[\w -]*", pattern)
            return named.get(pattern, f"(?:{pattern})" if plain else pattern)
        case "Removed", True:
            return Matches(pattern)
    raise unsupported("the Split", node, "behavior Isolated, or Removed with invert")
