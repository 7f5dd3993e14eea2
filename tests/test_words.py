"""``make words`` finds what people read, with its place, and what is said twice."""

from __future__ import annotations

from tests.words import (
    Sentence,
    of_data,
    of_document,
    of_module,
    of_script,
    of_template,
    told_twice,
)


def test_a_template_is_read_block_by_block_with_its_attributes() -> None:
    source = (
        "{% comment %}Not said.{% endcomment %}\n"
        '<h1 aria-label="Your {% if x > 1 %}two {% endif %}games">\n'
        "Hello {{ name }}</h1>\n<p>Play <b>now</b>. Or\nlater.</p>"
    )
    assert [*of_template(source, "a.html")] == [
        ("a.html", "2", "Your two games"),
        ("a.html", "3", "Hello …"),
        ("a.html", "4", "Play now."),
        ("a.html", "4", "Or later."),
    ]


def test_of_a_module_only_what_people_read_counts() -> None:
    source = '''"""Hold what is not said."""
QUERY = "SELECT id FROM game WHERE id = 1"
def refuse(name):
    """Refuse it."""
    raise ValueError(f"{name!r} is no game here. Choose another.")
'''
    assert [*of_module(source, "a.py")] == [
        ("a.py", "5", "… is no game here."),
        ("a.py", "5", "Choose another."),
    ]


def test_tables_scripts_and_documents_are_read() -> None:
    assert [*of_data({"end": {"won": ["You win.", "Well played."]}}, "a.json")] == [
        ("a.json", "end won", "You win."),
        ("a.json", "end won", "Well played."),
    ]
    script = "say('You are offline now.');\nimport x from 'oxo/x.js';"
    assert [*of_script(script, "a.js")] == [("a.js", "1", "You are offline now.")]
    text = "# One thing\n\nTwo lines\nof text. More text.\n\n```\nno\n```\n| a cell | another one |"
    assert [*of_document(text, "a.md")] == [
        ("a.md", "1", "# One thing"),
        ("a.md", "3", "Two lines of text."),
        ("a.md", "3", "More text."),
        ("a.md", "9", "a cell"),
        ("a.md", "9", "another one"),
    ]


def test_a_whole_sentence_in_two_places_is_named() -> None:
    one, two = Sentence("a", "1", "This is said twice."), Sentence("b", "2", "This is said twice.")
    assert told_twice([one, two, Sentence("c", "3", "Only here it stands.")]) == {
        "This is said twice.": ["a:1", "b:2"]
    }
