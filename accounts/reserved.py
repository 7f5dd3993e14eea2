"""Names that nobody can sign up with, because they look like the site itself."""

from __future__ import annotations

import re

ROLES = """
    admin administration administrator admins anonymous bot bots chance computer contact
    developer everybody everyone founder guest help helpdesk host info mod moderator moderators
    neutral nobody official operator owner oxo oxobot oxoteam player players pupil robot root
    security
    server service site somebody staff stranger superuser support sysadmin sysop system teacher
    team
    user users visitor webmaster you
"""
"""Who speaks for the site, or is nobody."""

MAILBOXES = "abuse hostmaster mailer-daemon noc noreply no-reply postmaster"
"""RFC 2142's, and their like."""

ADDRESSES = """
    about account accounts admin ai analysis api apple-touch-icon blog board campaign challenges
    class classes delete docs document documents embed engines errata faq favicon formulas
    friends game games healthz history home icons import join leaderboard leaderboards learn
    lobby log-in log-out login logout lti me metrics new password privacy profile proofs puzzles
    ratings readyz register reports robots rules search settings share sign-in sign-up signin
    signup solo static stats status style terms theme well-known ws www
"""
"""What is, or may become, an address of the site."""

PLAYERS = """
    alphabeta bitboard deepening dos dos-for-tres dos-for-uno dos-saboteur easy engine greedy hard
    linear linear-guarded mcts medium minimax perfect random search smart tres uno
"""
"""The engines, and DSTRU's seats."""

WORDS = "draw false nan nil none null true undefined unknown"
"""What a program, or a sentence with a name in it, would misread."""

RESERVED = frozenset(" ".join((ROLES, MAILBOXES, ADDRESSES, PLAYERS, WORDS)).split())

# What Unicode's table of confusables (UTS #39) says of the characters a name may have. It compares
# as they are written, so that a capital I is an l; and names are compared without case.
LOOK_ALIKES = {"0": "o", "1": "l", "i": "l", "m": "rn", "-": "", "_": ""}
_CONFUSABLE = str.maketrans(LOOK_ALIKES)


def skeleton(name: str) -> str:
    """What ``name`` looks like: two names with one skeleton can be taken for each other.

    Names are ASCII (``models.NAME_VALIDATORS``): look-alikes of other alphabets are none.
    """
    return name.lower().translate(_CONFUSABLE)


_GUEST = re.compile("guest[2-9ol]+")
"""The skeleton of a guest's name (``guests``), which is "Guest" and a number."""

_BY_SKELETON = {skeleton(name): name for name in sorted(RESERVED, reverse=True)}


def reserved(name: str) -> str:
    """The reserved name that ``name`` is or looks like, or ""."""
    lower = name.lower()
    if _GUEST.fullmatch(skeleton(name)) and any(map(str.isdigit, name)):
        return "guest"
    return lower if lower in RESERVED else _BY_SKELETON.get(skeleton(name), "")
