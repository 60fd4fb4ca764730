"""Broken copies of a function, one small change each, made from its syntax tree."""

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
EFFECTS = ast.Assign | ast.AugAssign | ast.Expr | ast.Break | ast.Continue


@dataclass(frozen=True, slots=True)
class Mutant:
    """A broken copy: its whole source, and the lines that were changed, before and after."""

    source: str
    before: str
    after: str


def mutants(source: str) -> list[Mutant]:
    """Return every broken copy of the function in a source text, without repeats.

    >>> for mutant in mutants("def f(a):\\n    return a + 1"):
    ...     print(mutant.after)
    return None
    return a - 1
    return a + 2
    return a + 0
    """
    tree = ast.parse(source)
    _drop_docstrings(tree)
    whole = ast.unparse(tree)
    made = {}
    for at, node in enumerate(ast.walk(tree)):
        for number in range(len(list(_changes(node)))):
            broken = copy.deepcopy(tree)
            target = next(n for i, n in enumerate(ast.walk(broken)) if i == at)
            _replace(broken, target, list(_changes(target))[number])
            text = ast.unparse(ast.fix_missing_locations(broken))
            made[text] = Mutant(text, *_difference(whole, text))
    made.pop(whole, None)
    return list(made.values())


def _drop_docstrings(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Put a node in the place of another one, wherever in the tree that stands."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                setattr(parent, name, [new if item is old else item for item in value])


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node."""
    if isinstance(node, EFFECTS):
        yield ast.Pass()
    match node:
        case ast.Compare(ops=[op]):
            for other in COMPARISONS[type(op)]:
                yield ast.Compare(node.left, [other()], node.comparators)
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(op)](), node.right)
            if _order_matters(node):
                yield ast.BinOp(node.right, op, node.left)
        case ast.BoolOp():
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield ast.BoolOp(other(), node.values)
            yield from node.values
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant():
            yield from map(ast.Constant, _other_values(node.value))
        case ast.AugAssign():
            yield ast.Assign([node.target], node.value, lineno=0)
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.If() | ast.While():
            yield _with(node, test=ast.Constant(False))
            yield _with(node, test=ast.Constant(True))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Return(value=ast.expr()):
            yield ast.Return(ast.Constant(None))
        case ast.Slice():
            for name in ("lower", "upper", "step"):
                if getattr(node, name) is not None:
                    yield _with(node, **{name: None})
        case ast.For() | ast.comprehension():
            yield from _other_loops(node)
        case ast.Tuple(ctx=ast.Load(), elts=[_, _, *_]) | ast.List(elts=[_, _, *_]):
            for at in range(len(node.elts)):
                yield _with(node, elts=node.elts[:at] + node.elts[at + 1 :])
        case ast.Call():
            yield from _other_calls(node)


def _order_matters(node: ast.BinOp) -> bool:
    """Whether a and b in a + b may be texts or lists: two names, or two places of one name."""
    match node:
        case ast.BinOp(op=ast.Mult() | ast.BitOr() | ast.BitAnd()):
            return False
        case ast.BinOp(op=ast.Add(), left=ast.Name(), right=ast.Name()):
            return True
        case ast.BinOp(op=ast.Add(), left=ast.Subscript(), right=ast.Subscript()):
            return ast.unparse(node.left.value) == ast.unparse(node.right.value)
        case ast.BinOp(op=ast.Add()):
            return False
    return True


def _other_loops(loop: ast.For | ast.comprehension) -> Iterator[ast.AST]:
    """Yield the loop without its first turn, its last turn, its condition."""
    for part in ("[1:]", "[:-1]"):
        items = ast.parse(f"list(items){part}", mode="eval").body
        items.value.args = [loop.iter]
        yield _with(loop, iter=items)
    if isinstance(loop, ast.comprehension) and loop.ifs:
        yield _with(loop, ifs=[])


def _other_values(value: object) -> tuple[object, ...]:
    match value:
        case bool():
            return (not value,)
        case int() | float():
            return (value + 1, value - 1)
        case str() | bytes():
            return (value[:-1], value * 2) if value else ("x",)
    return ()


def _other_calls(call: ast.Call) -> Iterator[ast.AST]:
    """Yield a call of the opposite, the call without a keyword, and what it is called on."""
    match call.func:
        case ast.Name(id=name) if name in NAMES:
            yield _with(call, func=ast.Name(NAMES[name], ast.Load()))
        case ast.Name(id="sorted" | "set" | "reversed" | "abs" | "round" | "tuple" | "list"):
            yield from call.args[:1]
        case ast.Attribute(attr="strip" | "lstrip" | "rstrip" | "replace" | "lower" | "get"):
            yield call.func.value
    for at in range(len(call.keywords)):
        yield _with(call, keywords=call.keywords[:at] + call.keywords[at + 1 :])


def _with(node: ast.AST, **changed: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in changed.items():
        setattr(other, name, value)
    return other


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, joined; those that are the same are left out."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    gone = [line[2:].strip() for line in lines if line.startswith("- ")]
    come = [line[2:].strip() for line in lines if line.startswith("+ ")]
    return " / ".join(gone), " / ".join(come)
