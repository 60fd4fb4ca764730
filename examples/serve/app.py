"""What the service answers: one tokenizer over HTTP, JSON in and JSON out.

    POST /encode  {"texts": ["low lower"]}    {"ids": [[288, 400]]}
    POST /decode  {"ids": [[288, 400]]}       {"texts": ["low lower"]}
    POST /count   {"texts": ["low lower"]}    {"tokens": [2]}
    GET  /health                              {"status": "ok"}

Special tokens written in a text are ordinary text: whoever sends texts can forge none. Texts are
never logged. A request is answered in the event loop, as it is bounded and short: more room comes
from more processes, which `serve.py` starts.
"""

import asyncio
import json
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from subword_lab import Tokenizer, vocabs

PATHS = "POST /encode, POST /decode, POST /count, GET /health"


class Engine(Protocol):
    """What is served: a `Tokenizer`, or anything else that encodes and decodes."""

    def encode_batch(self, texts: list[str]) -> Iterable[list[int]]:
        """The ids of each text."""

    def decode(self, ids: list[int]) -> str:
        """The text of ids."""


class Bounds(NamedTuple):
    """What one request may take: bytes of its body, items in it, seconds until it has come."""

    most_bytes: int = 1_000_000
    most_items: int = 1_000
    seconds: float = 10.0


USUAL = Bounds()


def from_environment() -> Starlette:
    """The application as `serve.py` asks for it; each process calls this once."""
    asked = json.loads(os.environ["SERVE"])
    return build(tokenizer(asked["tokenizer"]), Bounds(**asked["bounds"]))


@cache
def tokenizer(name: str) -> Tokenizer:
    """The tokenizer of a file or of a name, ready: its tables are built before anybody asks."""
    loaded = Tokenizer.load(name) if Path(name).exists() else vocabs.load(name)
    loaded.encode_batch(["low lower"])
    return loaded


def build(engine: Engine, bounds: Bounds = USUAL) -> Starlette:
    """The application for an engine."""

    def encode(texts: list[Any]) -> dict[str, Any]:
        return {"ids": list(engine.encode_batch(texts))}

    def decode(ids: list[Any]) -> dict[str, Any]:
        return {"texts": [engine.decode(row) for row in ids]}

    def count(texts: list[Any]) -> dict[str, Any]:
        return {"tokens": [len(row) for row in engine.encode_batch(texts)]}

    def answering(path: str, field: str, kind: type, work: Callable[..., dict[str, Any]]) -> Route:
        async def endpoint(request: Request) -> Response:
            items = read_items(await read_body(request, bounds), field, kind, bounds.most_items)
            try:
                return JSONResponse(work(items))
            except (ValueError, TypeError, KeyError) as error:
                raise HTTPException(400, str(error.args[0])) from None

        return Route(path, endpoint, methods=["POST"])

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    return Starlette(
        routes=[
            answering("/encode", "texts", str, encode),
            answering("/decode", "ids", list, decode),
            answering("/count", "texts", str, count),
            Route("/health", health),
        ],
        exception_handlers={HTTPException: refuse, ClientDisconnect: nobody_there},
    )


async def read_body(request: Request, bounds: Bounds) -> bytes:
    """The body, within its bounds: 413 for one that is too large, 408 for one that is too slow."""
    declared = request.headers.get("content-length", "0")
    too_large = HTTPException(
        413, f"the body has more than {bounds.most_bytes:,} bytes; send fewer texts in a request"
    )
    if declared.isdecimal() and int(declared) > bounds.most_bytes:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(bounds.seconds):
            async for block in request.stream():
                body += block
                if len(body) > bounds.most_bytes:
                    raise too_large
    except TimeoutError:
        raise HTTPException(
            408, f"the body did not come within {bounds.seconds:g} seconds; send it at once"
        ) from None
    return bytes(body)


def read_items(body: bytes, field: str, kind: type, most: int) -> list[Any]:
    """The list of texts or of ids in a body; 400 that says what was seen and what is wanted."""
    wanted = 'send {"texts": ["…", …]}' if kind is str else 'send {"ids": [[…], …]}'
    try:
        asked = json.loads(body.decode())
    except UnicodeDecodeError as error:
        raise HTTPException(
            400, f"the body is not UTF-8: {error.reason} at byte {error.start}; {wanted}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"the body is no JSON: {error}; {wanted}") from None
    if not isinstance(asked, dict):
        raise HTTPException(400, f"the body is a {type(asked).__name__}, no object; {wanted}")
    if set(asked) != {field}:
        seen = ", ".join(f"{name!r:.40}" for name in list(asked)[:8]) or "nothing"
        raise HTTPException(400, f"the object has {seen}, wanted is {field!r} alone; {wanted}")
    return check_items(asked[field], field, kind, most, wanted)


def check_items(items: Any, field: str, kind: type, most: int, wanted: str) -> list[Any]:
    """The items if they are a list of the right kind, not too many."""
    if not isinstance(items, list):
        raise HTTPException(400, f"{field!r} is a {type(items).__name__}, no list; {wanted}")
    if len(items) > most:
        raise HTTPException(
            400, f"{field!r} has {len(items):,} items, at most {most:,} go into one request"
        )
    for at, item in enumerate(items):
        if not isinstance(item, kind):
            raise HTTPException(
                400, f"{field}[{at}] is a {type(item).__name__}, no {kind.__name__}; {wanted}"
            )
    return items


async def refuse(request: Request, error: HTTPException) -> Response:
    """An error as JSON; where the body may not have been read, the connection ends with it."""
    said = {404: f"there is no {request.url.path!r:.80}; there are {PATHS}",
            405: f"not by {request.method}; there are {PATHS}"}  # fmt: skip
    headers = dict(error.headers or {})
    if error.status_code in (408, 413):
        headers["connection"] = "close"
    message = said.get(error.status_code, error.detail)
    return JSONResponse({"error": message}, error.status_code, headers)


async def nobody_there(request: Request, error: ClientDisconnect) -> Response:
    """The client went away before its request was whole: there is nobody to tell."""
    return Response(status_code=400)
