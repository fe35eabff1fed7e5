"""A process that can no longer reach the network, write or change files, start programs or touch other processes.

Linux only, by a kernel filter on system calls (seccomp) that applies to all threads and cannot be removed. Open files
stay open. It uses ctypes because the C library for this (libseccomp) is not on every machine, and its Python binding is
not available as a wheel. Standard library only.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class _Machine:
    """A processor architecture: its number in the kernel, and its system call numbers.

    opens   (number, argument with the flags) of calls that open files: refused if they would write
    denied  calls that are always refused
    """

    audit: int
    seccomp: int
    opens: tuple[tuple[int, int], ...]
    denied: tuple[int, ...]


_MACHINES = {
    "x86_64": _Machine(
        0xC000003E, 317, ((2, 1), (257, 2)), (
            41, 42, 43, 44, 46, 49, 50, 53, 288, 307,  # socket connect accept sendto sendmsg bind listen socketpair …
            59, 322, 62, 101, 311, 424,  # execve execveat kill ptrace process_vm_writev pidfd_send_signal
            76, 82, 83, 84, 85, 86, 87, 88, 90, 92, 94, 133,  # truncate rename mkdir rmdir creat link unlink symlink …
            258, 259, 260, 263, 264, 265, 266, 268, 316, 452,  # the same relative to a folder
            165, 166, 188, 189, 280, 304, 437,  # mount umount setxattr lsetxattr utimensat open_by_handle_at openat2
            250, 272, 298, 308, 321, 323, 425,  # keyctl unshare perf_event_open setns bpf userfaultfd io_uring_setup
        ),
    ),
    "aarch64": _Machine(
        0xC00000B7, 277, ((56, 2),), (
            198, 199, 200, 201, 202, 203, 206, 211, 242, 269, 221, 281, 129, 117, 271, 424, 45, 33, 34, 35, 36, 37, 38,
            53, 54, 276, 452, 39, 40, 5, 6, 88, 265, 437, 219, 97, 241, 268, 280, 282, 425,
        ),
    ),
}  # fmt: skip
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # places in what the filter is given
_FOREIGN = 0x40000000  # system calls of x86-64 from here on belong to another table
_SET_FILTER, _IS_AVAILABLE, _ALL_THREADS, _NO_NEW_PRIVILEGES = 1, 2, 1, 38


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def available() -> bool:
    """Whether this system has such a filter and permits its use."""
    machine = _machine()
    if machine is None:
        return False
    action = ctypes.c_uint32(_REFUSE & 0xFFFF0000)
    return bool(ctypes.CDLL(None).syscall(machine.seccomp, _IS_AVAILABLE, 0, ctypes.byref(action)) == 0)


def close() -> bool:
    """Install the filter in this process, permanently; False if the system has none. A refused call raises
    PermissionError."""
    machine = _machine()
    if machine is None or not available():
        return False
    code = b"".join(_instructions(machine))
    buffer = ctypes.create_string_buffer(code)
    program = _Program(len(code) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    return bool(libc.syscall(machine.seccomp, _SET_FILTER, _ALL_THREADS, ctypes.byref(program)) == 0)


def _machine() -> _Machine | None:
    """This processor's numbers; None for other processors, and if Python's word size differs from the system's."""
    return _MACHINES.get(platform.machine()) if sys.platform == "linux" and sys.maxsize > 2**32 else None


def _instructions(machine: _Machine) -> Iterator[bytes]:
    """The filter: an allowed call goes through to the last line."""
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | 0o20000000  # the last: without a name (O_TMPFILE)
    yield _instruction(_LOAD, _ARCHITECTURE)
    yield _instruction(_EQUAL, machine.audit, 1, 0)
    yield _instruction(_RETURN, _KILL)
    yield _instruction(_LOAD, _NUMBER)
    yield _instruction(_AT_LEAST, _FOREIGN, 0, 1)
    yield _instruction(_RETURN, _REFUSE)
    for number in machine.denied:
        yield _instruction(_EQUAL, number, 0, 1)
        yield _instruction(_RETURN, _REFUSE)
    for number, argument in machine.opens:
        yield _instruction(_EQUAL, number, 0, 4)
        yield _instruction(_LOAD, _ARGUMENTS + 8 * argument)
        yield _instruction(_ANY_BIT, writing, 0, 1)
        yield _instruction(_RETURN, _REFUSE)
        yield _instruction(_RETURN, _ALLOW)
    yield _instruction(_RETURN, _ALLOW)


def _instruction(code: int, value: int, true: int = 0, false: int = 0) -> bytes:
    """One instruction of the kernel's filter language: `true` and `false` are the numbers of lines skipped if it holds
    or does not."""
    return struct.pack("=HBBI", code, true, false, value)
