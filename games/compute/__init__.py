"""Long computations, in worker processes with a short queue."""
