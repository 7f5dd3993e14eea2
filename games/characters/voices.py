"""What the characters say when a game is over: a few lines for each situation, in their own voice.

A situation is the character's own: ``WON`` is a game that the character won.
"""

from __future__ import annotations

from random import Random

WON, LOST, DRAWN, CONCEDED = "won", "lost", "drawn", "conceded"
"""``CONCEDED`` is a win that the other gave away: by resigning, by the clock, by leaving."""

CLEARED = "cleared"
"""All stages of the campaign against the character have been cleared."""

Lines = tuple[str, ...]

VOICES: dict[str, dict[str, Lines]] = {
    "Pip": {
        WON: ("I won? I won!", "Did you see? I just pecked!", "Three! Is that three?"),
        LOST: ("Oh! Where did that come from?", "Peep. Again?", "I was looking at a crumb."),
        DRAWN: ("Nobody? But we both pecked so hard.", "All full. Is there more?", "Peep. A tie."),
        CONCEDED: ("Where are you going?", "Was it something I pecked?"),
        CLEARED: ("You know all my squares by now. Room for one more in the boat?",),
    },
    "Bruno": {
        WON: ("Mine! Did you see it?", "Got it! Again, again!", "I sniffed that one out."),
        LOST: ("Two at once! That’s not fair.", "I was guarding the other one.", "Ow. My ears."),
        DRAWN: ("You guard well. So do I.", "Nothing got past us.", "Good game. Throw another."),
        CONCEDED: ("Hey! I was still playing.", "Come back, I’ll be gentle."),
        CLEARED: ("I guarded every line, and you found the other one. Good game. Come in!",),
    },
    "Tally": {
        WON: ("Eight lines, and one of them mine.", "It adds up.", "Carry the one, and there."),
        LOST: ("The sum was right. The answer wasn’t.", "I added that wrong.", "Slow, slow me."),
        DRAWN: ("Minus, plus, nothing left over.", "It cancels out.", "Equal. I checked it twice."),
        CONCEDED: ("I hadn’t finished adding.", "Leaving before the total?"),
    },
    "Minerva": {
        WON: (
            "I had read that page.",
            "It was decided some moves ago.",
            "Look again at the start.",
        ),
        LOST: ("I did not foresee that.", "Well. One never stops learning.", "Remarkable."),
        DRAWN: ("Correctly held.", "As it must be.", "You left me nothing to read."),
        CONCEDED: ("A wise moment to stop.", "You read the ending, too."),
        CLEARED: ("I have read you to the last page. Well played.",),
    },
    "Sable": {
        WON: ("You looked at the bait.", "They always take that square.", "Purr."),
        LOST: ("Impossible. Do that again.", "I must have been asleep.", "Nobody saw that."),
        DRAWN: ("Wake me when it matters.", "You stepped round it. Pity.", "I was hardly awake."),
        CONCEDED: ("Already? I was still playing with you.", "Run along."),
    },
    "Ward": {
        WON: ("You came to me.", "I only kept the door.", "Slow, and over the line."),
        LOST: ("Nobody gets past me. How did you?",),
        DRAWN: ("Nobody passes.", "My shell held.", "Knock again."),
        CONCEDED: ("I would have waited.", "Back into the shell."),
    },
    "Dot": {
        WON: ("I landed right!", "Was that a pattern?", "Lucky spots!"),
        LOST: ("I only landed here.", "You had a plan? Oh.", "Off I fly."),
        DRAWN: ("So many pieces, no picture.", "Full! I can’t land anywhere."),
        CONCEDED: ("Wait, I just sat down!", "Fly safely."),
    },
    "Clawd": {
        WON: ("Snap. Mine.", "I had that in my claw all along.", "Sideways, but I got there."),
        LOST: ("I pinched the wrong one.", "You slipped out of my claw.", "Back under my rock."),
        DRAWN: ("We pinched each other dry.", "Nothing left to snap at."),
        CONCEDED: ("I had not even pinched yet.", "Gone with the tide?"),
        CLEARED: ("You walked straight through my shore. Next time, try it sideways.",),
    },
    "Webster": {
        WON: ("Every thread led here.", "You were caught four moves ago.", "Neatly spun."),
        LOST: ("You cut the one thread I needed.", "There was a hole in my web.", "I’ll respin."),
        DRAWN: ("A web with nothing in it.", "All threads, no fly."),
        CONCEDED: ("You tore the web. Rude.", "Struggling less already?"),
    },
    "Octavia": {
        WON: ("I was holding that position.", "Eight arms, one plan.", "It was in the third arm."),
        LOST: ("Chance untied one of my arms.", "Well played. I counted on Dos.", "A rare tide."),
        DRAWN: ("The grid is full, and so are my arms.", "A deep, still end."),
        CONCEDED: ("I would have let you try.", "I had hardly uncurled."),
    },
    "Trixie": {
        WON: ("I took exactly what I meant to.", "All for Tres, and none left over."),
        DRAWN: ("I took exactly what I meant to.", "All for Tres, and none left over."),
    },
    "Una": {
        WON: ("One by one by one.", "Whatever Uno needed gone, I took."),
        DRAWN: ("One by one by one.", "Whatever Uno needed gone, I took."),
    },
    "Rook": {
        WON: ("Nobody wins. As I like it.", "Full. My favourite picture.", "I took the best ones."),
    },
}
"""By name and situation. Those who hold Dos speak only when the board is theirs."""


def says(name: str, situation: str, seed: int) -> Lines:
    """The lines of a character for one situation in an order drawn from ``seed``; often none.

    A page shows the first that it did not show last.
    """
    lines = list(VOICES.get(name, {}).get(situation, ()))
    Random(f"{seed}:{name}:{situation}").shuffle(lines)
    return tuple(lines)
