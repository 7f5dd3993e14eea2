"""What people achieve: the campaign, puzzles, results and the first page.

May import ``games`` and what ``accounts`` opens to others.
"""
