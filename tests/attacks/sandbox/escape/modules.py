"""No module can be loaded that was not there before, but those inside of Python itself.

Held: unproven
Seconds: 60
Memory: 100
"""

import sys

through = []
for name in sorted(sys.stdlib_module_names - set(sys.modules)):
    try:
        sys.modules["builtins"].__import__(name)
        if name not in sys.builtin_module_names and not sys.modules["_imp"].is_frozen(name):
            through.append(name)
    except ImportError:
        pass
if through:
    raise ValueError(f"GOT THROUGH: {through}")


def choose(position):
    return position.index(".")
