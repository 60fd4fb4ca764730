"""Serve a tokenizer from several processes.

    python examples/serve/serve.py tokenizer.json --processes 4
    curl -s http://127.0.0.1:8000/encode -d '{"texts": ["low lower"]}'

It listens on this machine only, unless --host says otherwise; in front of a network belongs a
proxy that speaks TLS and knows who may ask. A process that dies is started again. SIGTERM and
Ctrl+C let the requests that are being answered end. Needs: pip install ".[serve]".
"""

import argparse
import json
import os
from pathlib import Path

from app import Bounds, tokenizer
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

GRACE = 5  # seconds beyond those of a request that a process may take to stop


def main() -> None:
    """Read the arguments, try the tokenizer, start the processes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tokenizer", help="a file, a folder, or a name from `subword-lab vocabs`")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    for name, value in Bounds()._asdict().items():
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, type=type(value), default=value, help=f"default: {value:,}")
    asked = parser.parse_args()
    here = Path(asked.tokenizer)
    name = str(here.resolve()) if here.exists() else asked.tokenizer
    try:
        tokenizer(name)  # where processes are forked they share it
    except (ValueError, KeyError, OSError) as error:
        parser.error(str(error.args[-1]))
    bounds = Bounds(asked.most_bytes, asked.most_items, asked.seconds)
    os.environ["SERVE"] = json.dumps({"tokenizer": name, "bounds": bounds._asdict()})
    serve("app:from_environment", asked.host, asked.port, asked.processes, asked.seconds)


def serve(target: str, host: str, port: int, processes: int, seconds: float) -> None:
    """Run what `target`, module:function, makes, in several processes, until a signal comes.

    A header that is not whole after `seconds` ends its connection.
    """
    Server(
        target,
        address=host,
        port=port,
        workers=processes,
        factory=True,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=round(1000 * seconds)),
        websockets=False,
        respawn_failed_workers=True,
        respawn_interval=0.5,
        workers_kill_timeout=round(seconds) + GRACE,
        log_level=LogLevels.warning,
    ).serve()


if __name__ == "__main__":
    main()
