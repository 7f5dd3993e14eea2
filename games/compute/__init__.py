"""Long computations, in worker processes with a short queue.

Imports metrics, engines and the fence of the jail; any package may hand it a function.
"""
