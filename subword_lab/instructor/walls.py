"""Walls around a process (Linux): what it may open, and which system calls it may make.

Run inside the process that is to be walled in, before any foreign code; nothing can take the walls
down again. Two of the kernel's own means are used, neither needs a privilege: Landlock decides
which files can be opened, seccomp which system calls exist. What pure computing needs is allowed;
files elsewhere, writing, sockets, other processes and signals are not
(`fcntl` neither: it can have the kernel send a signal to somebody else). Sources: the kernel's
pages `userspace-api/landlock` and `userspace-api/seccomp_filter`, and its tables of call numbers.

This file is also run alone, without the package around it, so it imports the standard library only.
"""

import contextlib
import ctypes
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
READ_FILE, READ_DIR = 1 << 2, 1 << 3
FILE_RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
END_WITH_PARENT, NO_NEW_PRIVS, SECCOMP, FILTER = 1, 38, 22, 2

# What computing needs, as (x86-64, arm64); a number is missing where the machine lacks the call.
CALLS: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "readv": (19, 65), "writev": (20, 66),
    "open": (2, None), "openat": (257, 56), "access": (21, None), "faccessat": (269, 48),
    "faccessat2": (439, 439), "stat": (4, None), "lstat": (6, None), "fstat": (5, 80),
    "newfstatat": (262, 79), "statx": (332, 291), "readlink": (89, None), "readlinkat": (267, 78),
    "getdents64": (217, 61), "getcwd": (79, 17), "lseek": (8, 62), "pread64": (17, 67),
    "dup": (32, 23), "poll": (7, None), "ppoll": (271, 73), "select": (23, None),
    "pselect6": (270, 72),
    "mmap": (9, 222), "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214),
    "mremap": (25, 216), "madvise": (28, 233), "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sigaltstack": (131, 132),
    "futex": (202, 98), "set_robust_list": (273, 99), "rseq": (334, 293), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115), "nanosleep": (35, 101), "gettimeofday": (96, 169),
    "time": (201, None), "times": (100, 153), "getrusage": (98, 165), "getrandom": (318, 278),
    "getpid": (39, 172), "gettid": (186, 178), "getppid": (110, 173), "getuid": (102, 174),
    "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "uname": (63, 160),
    "sysinfo": (99, 179), "exit": (60, 93), "exit_group": (231, 94),
}  # fmt: skip
CLONE, CLONE3 = (56, 220), (435, 435)
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
THREAD = 0x00010000
NOT_PERMITTED, NO_SUCH_CALL = 1, 38
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
LOAD, EQUAL, HAS_BITS, RETURN = 0x20, 0x15, 0x45, 0x06


def close_in(readable: Iterable[str], listable: Iterable[str]) -> list[str]:
    """Put up every wall this system has, and name those that stand: "files", "calls".

    `readable` files and folders can still be read, `listable` folders be listed.
    """
    if sys.platform != "linux" or platform.machine() not in MACHINES:
        return []
    libc = ctypes.CDLL(None, use_errno=True)
    standing: list[str] = []
    with contextlib.suppress(OSError):
        _must(libc.prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0))
        _must(libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0))
        with contextlib.suppress(OSError):
            _files(libc, readable, listable)
            standing.append("files")
        with contextlib.suppress(OSError):
            _calls(libc)
            standing.append("calls")
    return standing


def _must(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _files(libc: ctypes.CDLL, readable: Iterable[str], listable: Iterable[str]) -> None:
    """Landlock: handle every right on files, and give back reading where it is needed."""
    version = _must(libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1))
    rights = (1 << FILE_RIGHTS_BY_VERSION.get(version, 16)) - 1
    attributes = struct.pack("Q", rights)
    ruleset = _must(libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0))
    for paths, right in ((readable, READ_FILE), (listable, READ_DIR)):
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                _allow(libc, ruleset, path, right)
    _must(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, right: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    if right == READ_FILE and os.path.isdir(path):
        right |= READ_DIR
    rule = struct.pack("=Qi", right, descriptor)
    _must(libc.syscall(ADD_RULE, ruleset, 1, rule, 0))
    os.close(descriptor)


def _calls(libc: ctypes.CDLL) -> None:
    """Seccomp: a small program that the kernel runs before each system call."""
    column, architecture = MACHINES[platform.machine()]
    allowed = [number for pair in CALLS.values() if (number := pair[column]) is not None]
    program = [
        _step(LOAD, 4),  # the architecture: another one has other numbers
        _step(EQUAL, architecture, 1, 0),
        _step(RETURN, KILL),
        _step(LOAD, 0),  # the number of the call
    ]
    for number in allowed:
        program += [_step(EQUAL, number, 0, 1), _step(RETURN, ALLOW)]
    program += [
        _step(EQUAL, CLONE3[column], 0, 1),
        _step(RETURN, REFUSE | NO_SUCH_CALL),  # the library then uses clone, whose flags we see
        _step(EQUAL, CLONE[column], 0, 4),
        _step(LOAD, 16),  # the first argument: the flags
        _step(HAS_BITS, THREAD, 0, 1),
        _step(RETURN, ALLOW),  # a thread may begin, a process may not
        _step(RETURN, REFUSE | NOT_PERMITTED),
        _step(RETURN, REFUSE | NOT_PERMITTED),
    ]
    code = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("HP", len(program), ctypes.addressof(code))
    _must(libc.prctl(SECCOMP, FILTER, header, 0, 0))


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction; jumps count the instructions that are skipped."""
    return struct.pack("HBBI", code, if_true, if_false, value)
