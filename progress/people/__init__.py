"""What people's games came to: profiles, tallies, places, two people's meetings, friends.

Imports the campaign and puzzles, whose results it shows.
"""
