"""What templates say beside Django's own tags: boards, marks, faces, dates, addresses, figures.

It may import everything of ``games`` but ``api``.
"""
