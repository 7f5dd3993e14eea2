"""What the page really sounds like: every moment is rendered, and its level and length are read."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.browser.boards import MODULES, against, connected
from tests.browser.conftest import As

OFFLINE = """
window.AudioContext = function () {
  const context = new OfflineAudioContext(1, 44100 * 20, 44100);
  Object.defineProperty(context, "currentTime", { get: () => window.at ?? 0 });
  context.resume = async () => {};
  return (window.made = context);
};
"""
"""In place of the loudspeaker: a context that renders what was played at the second ``at``."""

RENDER = """async () => {
  const modules = MODULES;
  const sound = new modules["sound.js"].Sound(new modules["senses.js"].Senses());
  document.body.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  const moments = [
    ["mark", 1], ["mark", 2], ["mark", 3], ["ring"], ["star", 2],
    ["drawn"], ["lost"], ["turn"], ["look"],
  ];
  const themes = ["light", "dark"];
  for (const [half, theme] of themes.entries()) {
    document.documentElement.dataset.theme = theme;
    for (const [index, [moment, count]] of moments.entries()) {
      window.at = half * 10 + index;
      await sound.play(moment, count);
    }
  }
  const samples = (await window.made.startRendering()).getChannelData(0);
  return themes.map((_, half) => moments.map(([moment, count], index) => {
    const second = samples.subarray((half * 10 + index) * 44100, (half * 10 + index + 1) * 44100);
    const peak = second.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const heard = second.findLastIndex((one) => Math.abs(one) > 0.002) / 44100;
    return [`${moment} ${count ?? ""}`.trim(), peak, heard];
  }));
}""".replace("MODULES", MODULES)


@pytest.mark.long
def test_every_sound_is_soft_and_short_and_none_is_clipped(as_: As, ada: User, grace: User) -> None:
    page = as_(ada)
    page.add_init_script(OFFLINE)
    page.goto(f"/games/{against(ada, grace).id}/")
    connected(page)
    paper, chalk = page.evaluate(RENDER)
    for moment, peak, heard in (*paper, *chalk):
        assert 0.005 < peak < 0.5, (moment, peak)
        assert 0 < heard < (0.55 if moment == "mark 3" else 0.5), (moment, heard)
    by_paper, by_chalk = ({name: peak for name, peak, _ in one} for one in (paper, chalk))
    assert by_paper["look"] < min(peak for name, peak in by_paper.items() if name != "look")
    assert by_paper["lost"] == by_chalk["lost"]
    assert by_paper["mark 2"] != by_chalk["mark 2"]
    assert page.errors == []  # type: ignore[attr-defined]
