"""The ladder: engines play each other without end, and everybody can see how it stands."""
