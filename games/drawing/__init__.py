"""How everything is drawn, as SVG and PNG: marks, boards, roads, charts, and the files of ``art``.

May import the rules, whose shapes boards have.
"""
