"""Document 000 as a page: the fifteen formulas set as mathematics and computed live.

It may import the rest of ``documents``; examples about the campaign are added by ``progress``.
"""
