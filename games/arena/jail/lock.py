"""Take every right but computing away from this process, for good.

Linux keeps a list of the system calls that a process may make (seccomp). After ``lock`` they are
those for memory, for signals to oneself, for reading from descriptor 0 and for writing to
descriptor 1. All others fail with EPERM, so that Python raises PermissionError: no file can be
opened, no process or thread started, no socket made, no signal sent.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import signal
import struct
import sys

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
SECCOMP_MODE_FILTER = 2

ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050001, 0x80000000
"""What the filter answers: REFUSE is an error with the number EPERM."""

LOAD, EQUAL, AT_LEAST, ANY_BIT, ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
"""Instructions: load a word of the call, compare it, answer."""

NUMBER, ARCHITECTURE, FIRST, THIRD = 0, 4, 16, 32
"""Where the words of a call lie: its number, the machine, arguments one and three."""

PROT_EXEC = 4

OTHER_TABLE = 0x40000000
"""From here on x86-64 has a second table of calls (x32)."""

MACHINES = {
    "x86_64": (
        0xC000003E,
        {"read": 0, "write": 1, "mmap": 9, "mprotect": 10},
        # munmap, brk, rt_sigaction, rt_sigprocmask, rt_sigreturn, sched_yield, mremap, setitimer,
        # exit, gettimeofday, time, futex, restart_syscall, clock_gettime, clock_getres,
        # exit_group, getrandom
        (11, 12, 13, 14, 15, 24, 25, 38, 60, 96, 201, 202, 219, 228, 229, 231, 318),
    ),
    "aarch64": (
        0xC00000B7,
        {"read": 63, "write": 64, "mmap": 222, "mprotect": 226},
        # The same in this machine's numbers; it has no time.
        (215, 214, 134, 135, 139, 124, 216, 103, 93, 169, 98, 128, 113, 114, 94, 278),
    ),
}
"""By machine: its mark, the calls whose arguments count, and those that are free."""


class CannotLock(Exception):
    """Why this system cannot hold a file safely."""


def rules(machine: str) -> bytes:
    """The filter for a machine, as the kernel takes it. Raises CannotLock."""
    if machine not in MACHINES:
        raise CannotLock(f"there is no list of system calls for {machine}")
    mark, careful, free = MACHINES[machine]
    code = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, mark),
        (ANSWER, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, OTHER_TABLE),
        (ANSWER, 0, 0, KILL),
    ]
    for descriptor, name in enumerate(("read", "write")):
        code += [
            (EQUAL, 0, 4, careful[name]),
            (LOAD, 0, 0, FIRST),
            (EQUAL, 0, 1, descriptor),
            (ANSWER, 0, 0, ALLOW),
            (ANSWER, 0, 0, REFUSE),
        ]
    for name in ("mmap", "mprotect"):
        code += [
            (EQUAL, 0, 4, careful[name]),
            (LOAD, 0, 0, THIRD),
            (ANY_BIT, 1, 0, PROT_EXEC),
            (ANSWER, 0, 0, ALLOW),
            (ANSWER, 0, 0, REFUSE),
        ]
    for number in free:
        code += [(EQUAL, 0, 1, number), (ANSWER, 0, 0, ALLOW)]
    code.append((ANSWER, 0, 0, REFUSE))
    return b"".join(struct.pack("HBBI", *one) for one in code)


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def lock(memory: int, seconds: int) -> None:
    """Leave ``memory`` bytes more than now and ``seconds`` of computing, and nothing else.

    Raises CannotLock.
    """
    if sys.platform != "linux":
        raise CannotLock(f"{sys.platform} has no seccomp")
    code = rules(platform.machine())
    libc = ctypes.CDLL(None, use_errno=True)
    os.chdir("/")
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    limits = {
        resource.RLIMIT_AS: used + memory,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_NOFILE: 0,
    }
    control(libc, PR_SET_PDEATHSIG, signal.SIGKILL)
    control(libc, PR_SET_DUMPABLE, 0)
    for limit, most in limits.items():
        resource.setrlimit(limit, (most, most))
    control(libc, PR_SET_NO_NEW_PRIVS, 1)
    install(libc, code)
    try:
        os.getppid()
        os.stat("/")
    except PermissionError:
        return
    raise CannotLock("the system lets a locked process look at files")


def install(libc: ctypes.CDLL, code: bytes) -> None:
    """Let the kernel keep to a filter from now on. Raises CannotLock."""
    program = _Filter(len(code) // 8, code)
    control(libc, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program))


def control(libc: ctypes.CDLL, option: int, *arguments: object) -> None:
    """prctl. Raises CannotLock."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    values = [ctypes.c_ulong(one) if isinstance(one, int) else one for one in padded]
    if libc.prctl(ctypes.c_int(option), *values) != 0:
        said = os.strerror(ctypes.get_errno())
        raise CannotLock(f"the system refuses prctl {option}: {said}")
