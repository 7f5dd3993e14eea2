"""The texts of the lessons, and the makers of their exercises."""
