"""The server of a load test: ``python -m tests.bench.serve``, the arguments of ``config.serve``.

Workers of the compute pool load this module again, so it loads nothing by itself.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from tests.bench.application import main

    main(sys.argv[1:])
