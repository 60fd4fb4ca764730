"""What comes after the model in tokenizer.json: "decoder" and "post_processor"."""

from typing import Any

from subword_lab.decoding import METASPACE, Decoder, Drop
from subword_lab.encoding import PLAIN, TEXTS, Template
from subword_lab.formats.checked import field, unsupported

Node = dict[str, Any]
EVERY_SPACE = 1_000_000  # more than any text begins with


def write_decoder(decoder: Decoder) -> Node | None:
    """The JSON of a decoder."""
    match decoder.joining:
        case "words":
            return None  # without a decoder `tokenizers` sets a space between tokens
        case "concat":
            return {"type": "Fuse"}
        case "wordpiece":
            return {"type": "WordPiece", "prefix": decoder.mark, "cleanup": decoder.cleanup}
        case "suffix":
            return {"type": "BPEDecoder", "suffix": decoder.mark}
        case "bytes":
            flags = {"add_prefix_space": False, "trim_offsets": False, "use_regex": True}
            return {"type": "ByteLevel", **flags}
        case "metaspace":
            if decoder.drop == "first piece":
                return {"type": "Metaspace", "replacement": METASPACE, "prepend_scheme": "always"}
            return {"type": "Sequence", "decoders": _write_metaspace(decoder)}


def _write_metaspace(decoder: Decoder) -> list[Node]:
    spaces = {"type": "Replace", "pattern": {"String": METASPACE}, "content": " "}
    start = {"none": 0, "one": 1, "all": EVERY_SPACE}[decoder.drop]
    return [
        spaces,
        *([{"type": "ByteFallback"}] if decoder.byte_pieces else []),
        {"type": "Fuse"},
        *([{"type": "Strip", "content": " ", "start": start, "stop": 0}] if start else []),
    ]


def read_decoder(node: Node | None) -> Decoder:
    """The decoder of a file. Raises `ValueError` for one that is not known here."""
    if node is None:
        return Decoder("words")
    match node.get("type"):
        case "Fuse":
            return Decoder("concat")
        case "ByteLevel":
            return Decoder("bytes")
        case "BPEDecoder":
            return Decoder("suffix", field(node, "suffix", str, "</w>"))
        case "WordPiece":
            prefix, cleanup = field(node, "prefix", str), field(node, "cleanup", bool, True)
            return Decoder("wordpiece", prefix, cleanup)
        case "Metaspace":
            scheme = field(node, "prepend_scheme", str, "always")
            return Decoder("metaspace", drop="none" if scheme == "never" else "first piece")
        case "Sequence":
            return _read_sequence(field(node, "decoders", list))
    known = "ByteLevel, WordPiece, BPEDecoder, Metaspace, Fuse, and SentencePiece's Sequence"
    raise unsupported("the decoder", node.get("type"), known)


def _read_sequence(nodes: list[Node]) -> Decoder:
    if not all(isinstance(node, dict) for node in nodes):
        raise ValueError(f"a decoder Sequence holds {nodes!r}, wanted objects")
    if len(nodes) == 1:
        return read_decoder(nodes[0])
    start = 0
    for node in nodes:
        match node:
            case {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}:
                continue
            case {"type": "ByteFallback" | "Fuse"}:
                continue
            case {"type": "Strip", "content": " ", "start": int(start), "stop": 0}:
                continue
        raise unsupported("the decoder", node, "Replace of ▁ by a space, ByteFallback, Fuse, Strip")
    drop: Drop = "none" if start == 0 else "one" if start == 1 else "all"
    fallback = any(node["type"] == "ByteFallback" for node in nodes)
    return Decoder("metaspace", drop=drop, byte_pieces=fallback)


def write_template(template: Template, vocab: dict[str, int]) -> Node | None:
    """The JSON of a template."""
    if template == PLAIN:
        return None
    return {
        "type": "TemplateProcessing",
        "single": [_write_item(*item) for item in template.single],
        "pair": [_write_item(*item) for item in template.pair],
        "special_tokens": {
            name: {"id": name, "ids": [vocab[name]], "tokens": [name]}
            for name in template.special_tokens()
        },
    }


def _write_item(name: str, type_id: int) -> Node:
    if name in TEXTS:
        return {"Sequence": {"id": name[1], "type_id": type_id}}
    return {"SpecialToken": {"id": name, "type_id": type_id}}


def read_template(node: Node | None) -> Template:
    """The template of a file. Raises `ValueError` for what is not known here.

    ByteLevel, which only moves offsets, is read over: offsets here include the space of a piece.
    """
    if node is None:
        return PLAIN
    kind = node.get("type")
    if kind == "Sequence":
        templates = [read_template(each) for each in field(node, "processors", list)]
        return next((each for each in templates if each != PLAIN), PLAIN)
    if kind == "ByteLevel":
        return PLAIN
    if kind in ("BertProcessing", "RobertaProcessing"):
        return _read_pair_of_marks(node, twice=kind == "RobertaProcessing")
    if kind == "TemplateProcessing":
        single, pair = (field(node, name, list) for name in ("single", "pair"))
        return Template(tuple(map(_read_item, single)), tuple(map(_read_item, pair)))
    known = "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel, Sequence"
    raise unsupported("the post-processor", kind, known)


def _read_item(item: object) -> tuple[str, int]:
    match item:
        case {"Sequence": {"id": "A" | "B" as name, "type_id": int(type_id)}}:
            return f"${name}", type_id
        case {"SpecialToken": {"id": str(name), "type_id": int(type_id)}}:
            return name, type_id
    raise ValueError(f"the template holds {item!r}, wanted a Sequence or a SpecialToken")


def _read_pair_of_marks(node: Node, twice: bool) -> Template:
    """[CLS] A [SEP] B [SEP] with type ids, or <s> A </s></s> B </s> without."""
    match node:
        case {"cls": [str(first), int()], "sep": [str(last), int()]}:
            second = 0 if twice else 1
            single = ((first, 0), ("$A", 0), (last, 0))
            between = ((last, 0),) if twice else ()
            return Template(single, (*single, *between, ("$B", second), (last, second)))
    raise ValueError(f"the post-processor {node!r} names no cls and sep")
