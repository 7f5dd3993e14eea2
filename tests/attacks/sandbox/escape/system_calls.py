"""Each of some 430 system calls is refused, but those that compute.

Held: unproven
Seconds: 60
Memory: 100
"""

import sys

lock = sys.modules["games.arena.jail.lock"]
_, careful, free = lock.MACHINES[lock.platform.machine()]
libc = lock.ctypes.CDLL(None, use_errno=True)

# uretprobe and uprobe: the kernel answers them before any filter, and ends who has no probe.
KERNELS_OWN = {335, 336} if lock.platform.machine() == "x86_64" else set()

through = []
for number in sorted(set(range(462)) - KERNELS_OWN - set(free) - set(careful.values())):
    lock.ctypes.set_errno(0)
    if libc.syscall(number, 0, 0, 0, 0, 0, 0) != -1 or lock.ctypes.get_errno() != 1:
        through.append(number)
if through:
    raise ValueError(f"GOT THROUGH: {through}")


def choose(position):
    return position.index(".")
