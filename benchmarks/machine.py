"""The machine a figure was measured on, and what a process took of its memory."""

import importlib.metadata
import os
import platform
import resource
import sys
from pathlib import Path

PACKAGES = (
    "numpy",
    "regex",
    "tokenizers",
    "sentencepiece",
    "tiktoken",
    "rustbpe",
    "gigabpe",
    "subword-nmt",
)
KILO = 1024


def described() -> dict[str, str]:
    """Processor, cores, load, system, Python and the versions of the contestants here."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load": f"{os.getloadavg()[0]:.1f}",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
    } | {name: version for name in PACKAGES if (version := _version(name))}


def _processor() -> str:
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text("utf-8").splitlines() if cpus.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or "unknown")


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def peak() -> int:
    """The most memory this process has held, in bytes.

    Linux keeps `ru_maxrss` over an exec: it would be the parent's where the parent was larger.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(x for x in status.read_text().splitlines() if x.startswith("VmHWM"))
        return int(line.split()[1]) * KILO
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * KILO
