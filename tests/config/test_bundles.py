"""Modules in one file do what they do apart."""

from __future__ import annotations

import pytest

from config.pages import bundles

APART = {
    "a.js": 'import { stop as b } from "oxo/b.js";\nconst LIMIT = 1;\nexport const all = b();',
    "b.js": "const LIMIT = 2;\nexport function stop() {\n  return LIMIT;\n}",
}
TOGETHER = """const $modules = {};
$modules["b.js"] = (() => {
const LIMIT = 2;
function stop() {
  return LIMIT;
}
return { stop };
})();
$modules["a.js"] = (() => {
const { stop: b } = $modules["b.js"];
const LIMIT = 1;
const all = b();
return { all };
})();
export default $modules;
"""


def together(monkeypatch: pytest.MonkeyPatch, modules: dict[str, str]) -> str:
    monkeypatch.setattr(bundles, "_text", lambda path: modules[path.removeprefix("games/js/")])
    monkeypatch.setattr(bundles, "modules_of", lambda paths: tuple(reversed(modules)))
    return bundles.modules_together(["games/js/a.js"])


def test_each_module_keeps_its_names_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert together(monkeypatch, APART) == TOGETHER


@pytest.mark.parametrize("line", ["export { all };", "export let all = 1;", "all(import.meta);"])
def test_what_a_bundle_would_break_is_refused(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    with pytest.raises(ValueError, match=r"games/js/a\.js: '"):
        together(monkeypatch, {"a.js": line})


def test_modules_come_after_what_they_import() -> None:
    order = bundles.modules_of(["games/js/lobby.js"])
    assert order.index("wire.js") < order.index("link.js") < order.index("meanwhile.js")
    assert order[-1] == "lobby.js"
