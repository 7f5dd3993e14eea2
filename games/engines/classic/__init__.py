"""The opponents of classic 3×3 tic-tac-toe, and its complete solution."""
