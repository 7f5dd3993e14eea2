"""How everything is drawn: marks, icons, boards and pictures, as SVG and PNG."""
