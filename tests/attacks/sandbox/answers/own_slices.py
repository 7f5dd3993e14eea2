"""A text that cuts itself to ten million letters is cut all the same.

Held: unproven
Seconds: 30
Memory: 100
"""

class Text(str):
    def __getitem__(self, part):
        return "A" * 10_000_000


def choose(position):
    return Text("a" * 100)
