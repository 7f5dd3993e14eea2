"""What was computed about engines and games."""
