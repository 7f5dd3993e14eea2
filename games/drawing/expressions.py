"""How the faces of the characters change with the result of a game: glad, sad, surprised.

An expression replaces strokes of a face in ``games.drawing.faces`` by others. All of them are in
the drawing of a face that can change, and a style sheet shows one.
"""

from __future__ import annotations

from games.drawing.faces import FACES, Stroke, element

GLAD, SAD, SURPRISED, CALM = "glad", "sad", "surprised", "calm"
MOODS = (GLAD, SAD, SURPRISED)

Changes = dict[int, tuple[Stroke, ...]]
"""By the number of a stroke of the face, what stands for it."""


def _line(path: str) -> tuple[Stroke, ...]:
    return (("", path),)


def _wide(eye: str) -> tuple[Stroke, ...]:
    """A small eye at ``cx cy`` with a ring round it."""
    return (("", f"{eye} 6.5"), ("ink", f"{eye} 2.4"))


def _magpie() -> dict[str, Changes]:
    return {
        GLAD: {1: _line("M33 46C35 40 43 40 45 46"), 2: _line("M57 45C59 39 67 39 69 45")},
        SAD: {3: _line("M32 37C36 37 40 34 43 31M58 31C61 34 65 36 70 36")},
        SURPRISED: {1: _wide("39 43"), 2: _wide("63 42")},
    }


_EARS_UP = "M33 29C22 13 9 16 8 31C13 41 26 42 31 40M67 29C78 13 91 16 92 31C87 41 74 42 69 40"

EXPRESSIONS: dict[str, dict[str, Changes]] = {
    "pip": {
        GLAD: {
            3: _line("M31 48C33 41 41 41 43 48"),
            4: _line("M58 46C60 39 68 39 70 46"),
            6: _line("M23 61C16 53 13 46 12 40M79 60C85 52 88 45 89 39"),
        },
        SAD: {5: _line("M29 38C33 38 38 35 41 31M59 30C62 33 67 36 71 36")},
        SURPRISED: {
            3: _wide("37 45"),
            4: _wide("64 43"),
            5: _line("M31 31C34 28 38 28 40 30M60 28C64 25 69 27 70 30"),
        },
    },
    "bruno": {
        GLAD: {
            1: _line(_EARS_UP),
            7: _line("M50 64V69M36 68C40 79 60 79 64 68"),
        },
        SAD: {
            1: _line(
                "M32 27C18 31 10 50 14 76C18 84 28 73 29 52"
                "M68 27C82 31 90 50 86 76C82 84 72 73 71 52"
            ),
            5: _line("M35 40C38 39 41 37 44 34M57 34C60 37 63 39 66 40"),
            7: _line("M50 64V68M39 75C44 69 56 69 61 75"),
        },
        SURPRISED: {
            1: _line(_EARS_UP),
            5: _line("M36 33C39 30 42 30 45 32M57 32C60 30 63 30 66 33"),
            7: (("", "50 72.5 4.2"),),
        },
    },
    "tally": {
        GLAD: {9: _line("M77 70C80 80 91 79 93 70")},
        SAD: {
            7: (("ink", "75 33 2.6"),),
            8: (("ink", "94 38 2.6"),),
            9: _line("M79 78C83 73 88 73 91 77"),
        },
        SURPRISED: {5: (("", "74 28 9"),), 6: (("", "95 33 9"),), 9: (("", "85 75 3.6"),)},
    },
    "minerva": {
        GLAD: {4: _line("M32 44C35 38 42 38 45 44"), 5: _line("M55 44C58 38 65 38 68 44")},
        SAD: {
            4: (("ink", "40 47 4.2"), ("", "M27 40C34 36 43 36 50 41")),
            5: (("ink", "61 47 4.2"), ("", "M73 40C66 36 57 36 51 41")),
        },
        SURPRISED: {
            2: (("", "37 42 14.5"),),
            3: (("", "64 42 14.5"),),
            4: (("ink", "38 42 2.8"),),
            5: (("ink", "63 42 2.8"),),
        },
    },
    "sable": {
        GLAD: {
            3: _line("M28 49C32 43 40 43 44 49M57 49C61 43 69 43 73 49"),
            4: (),
            6: _line("M50 62V65M50 65C46 73 37 71 34 64M50 65C54 73 63 71 67 63"),
        },
        SAD: {
            3: _line("M29 46H44C42 53 31 53 29 46ZM57 46H72C70 53 59 53 57 46Z"),
            4: (("o", "M37 47V50M64 47V50"),),
            6: _line("M50 62V66M41 70C46 66 55 66 60 69"),
        },
        SURPRISED: {
            3: (("", "37 46 8.5"), ("", "64 46 8.5")),
            4: (("o", "M37 45V47M64 45V47"),),
            6: (("", "50.5 68 3.2"),),
        },
    },
    "dot": {
        GLAD: {3: _line("M38 31C40 26 44 26 46 31"), 4: _line("M54 31C56 26 60 26 62 31")},
        SAD: {2: _line("M42 19C39 14 33 14 30 20M58 19C61 14 67 14 70 20M50 37V93")},
        SURPRISED: {3: _wide("42 28"), 4: _wide("58 28")},
    },
    "clawd": {
        GLAD: {8: _line("M38 68C44 79 57 79 63 67")},
        SAD: {
            4: (("ink", "37 33 2.8"),),
            5: (("ink", "63 33 2.8"),),
            8: _line("M43 75C47 70 54 70 58 74"),
        },
        SURPRISED: {2: (("", "36 28 9"),), 3: (("", "64 28 9"),), 8: (("", "50.5 73 4.2"),)},
    },
    "webster": {
        GLAD: {6: _line("M40 64C45 74 56 74 61 63")},
        SAD: {6: _line("M44 71C48 66 53 66 57 70")},
        SURPRISED: {
            2: (("ink", "42 50 2.2"),),
            3: (("ink", "58 50 2.2"),),
            6: (("", "50 69 3.6"),),
        },
    },
    "ward": {
        GLAD: {
            4: _line("M36 56C38 50 44 50 46 56"),
            5: _line("M55 55C57 49 64 49 66 55"),
            7: _line("M36 71C41 81 60 81 64 70"),
        },
        SAD: {7: _line("M40 78C44 72 56 72 61 77")},
        SURPRISED: {4: _wide("41 55"), 5: _wide("60 54"), 7: (("", "50 74 4"),)},
    },
    "octavia": {
        GLAD: {7: _line("M41 54C46 63 55 63 60 53")},
        SAD: {7: _line("M45 60C48 55 53 55 56 59")},
        SURPRISED: {
            4: _line("M34 38C37 33 44 33 47 38M54 38C57 33 64 33 67 38"),
            7: (("", "50.5 58 3.4"),),
        },
    },
    "trixie": _magpie(),
    "una": _magpie(),
    "rook": _magpie(),
}


def expressive_face_svg(name: str, mood: str) -> str:
    """A face with all its expressions, of which the style sheet shows that of ``mood``.

    An empty mood is the usual face.
    """
    changes = EXPRESSIONS.get(name, {})
    varying = sorted({at for change in changes.values() for at in change})
    strokes = FACES[name]
    fixed = "".join(element(*one) for at, one in enumerate(strokes) if at not in varying)
    usual = {at: (strokes[at],) for at in varying}
    groups = {CALM: usual} | {one: usual | changes[one] for one in MOODS if one in changes}
    drawn = "".join(
        f'<g class="{one}">' + "".join(element(*s) for at in varying for s in there[at]) + "</g>"
        for one, there in groups.items()
    )
    shown = f' data-mood="{mood}"' if mood in changes else ""
    return (
        f'<svg class="face face-{name}"{shown} viewBox="0 0 100 100" aria-hidden="true">'
        f"{fixed}{drawn}</svg>"
    )
