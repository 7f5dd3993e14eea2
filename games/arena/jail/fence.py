"""What a worker gives up that handles strangers' files, besides what their sandboxes give up.

It starts and stops sandboxes and reads what comes out of them. If one of them ever got hold of it,
it would find no secret, no network and no other process: it may open what Python needs and what it
keeps itself, and has an end of memory.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from games.arena.jail.lock import (
    ALLOW,
    ANSWER,
    ARCHITECTURE,
    AT_LEAST,
    EQUAL,
    KILL,
    LOAD,
    MACHINES,
    NUMBER,
    OTHER_TABLE,
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    REFUSE,
    control,
    install,
)

REFUSED = {
    "x86_64": """
        41 42 43 288 49 50 101 135 165 175 313 246 248 249 250 272 308 298 304
        310 311 321 323 425 438
    """,
    "aarch64": """
        198 203 202 242 200 201 117 92 40 105 273 104 217 218 219 97 268 241 265
        270 271 280 282 425 438
    """,
}
"""By machine: socket, connect, accept, accept4, bind, listen, ptrace, personality, mount,
init_module, finit_module, kexec_load, add_key, request_key, keyctl, unshare, setns,
perf_event_open, open_by_handle_at, process_vm_readv and _writev, bpf, userfaultfd, io_uring_setup,
pidfd_getfd."""

CAPABILITIES = 0x20080522
"""The version of ``capset`` that has two words for each set."""

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""The calls of Landlock, the same on every machine."""

READ, WRITE, CHANGE = 0b100, 0b10, 0b1_1111_1111_0000
"""Rights over files: to read one, to write one, to make and remove them in a folder."""

BENEATH = 1

NULL = ("/dev/null", "/dev/urandom", "/dev/zero")


def put_up(memory: int, keeps: Iterable[Path]) -> None:
    """Leave this process ``memory`` bytes and, of files that are not Python's, those in ``keeps``.

    A system that lacks a part of this has the rest of it.
    """
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    control(libc, PR_SET_DUMPABLE, 0)
    control(libc, PR_SET_NO_NEW_PRIVS, 1)
    libc.capset(struct.pack("Ii", CAPABILITIES, 0), bytes(24))  # none of them, even as root
    _keep_to(libc, keeps)
    if platform.machine() in MACHINES:
        install(libc, _rules(platform.machine()))


def _rules(machine: str) -> bytes:
    code = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, MACHINES[machine][0]), (ANSWER, 0, 0, KILL)]
    code += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, OTHER_TABLE), (ANSWER, 0, 0, KILL)]
    for number in map(int, REFUSED[machine].split()):
        code += [(EQUAL, 0, 1, number), (ANSWER, 0, 0, REFUSE)]
    code.append((ANSWER, 0, 0, ALLOW))
    return b"".join(struct.pack("HBBI", *one) for one in code)


def _keep_to(libc: ctypes.CDLL, keeps: Iterable[Path]) -> None:
    """Landlock: whoever is behind it sees nothing of the processes that are not, either."""
    attributes = struct.pack("Q", READ | WRITE | CHANGE)
    ruleset = libc.syscall(CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:  # a kernel without it
        return
    code = Path(__file__).parents[2]
    system = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/proc", "/sys")
    python = (sys.prefix, sys.base_prefix, str(code))
    allowed = [(path, READ) for path in (*system, *python)]
    allowed += [(path, READ | WRITE) for path in NULL]
    allowed += [(str(path), READ | WRITE | CHANGE) for path in keeps]
    for path, rights in allowed:
        if not os.path.exists(path):
            continue
        if not os.path.isdir(path):
            rights &= READ | WRITE
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        libc.syscall(ADD_RULE, ruleset, BENEATH, struct.pack("=Qi", rights, place), 0)
        os.close(place)
    libc.syscall(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
