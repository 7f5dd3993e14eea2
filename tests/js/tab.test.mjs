import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";

import { Tab } from "oxo/tab.js";

const TURN = { kind: "turn", text: "Go on" };
const OVER = { kind: "over", text: "That was it" };

function away() {
  const page = { hidden: true, title: "Ann – Bob", icon: "" };
  return { page, tab: new Tab(page) };
}

test("news is in the title and the icon of a page that nobody sees", () => {
  const { page, tab } = away();
  tab.hear(TURN);
  deepEqual([page.title, page.icon], ["● Go on · Ann – Bob", "turn"]);
  tab.hear(OVER);
  deepEqual([page.title, page.icon], ["● That was it · Ann – Bob", "over"]);
});

test("it is quiet once the page is seen, and stays so for the same signal", () => {
  const { page, tab } = away();
  tab.hear(TURN);
  page.hidden = false;
  tab.show();
  deepEqual([page.title, page.icon], ["Ann – Bob", ""]);
  page.hidden = true;
  tab.hear({ ...TURN });
  deepEqual([page.title, page.icon], ["Ann – Bob", ""]);
});

test("a page in view says nothing, and the next signal after it does", () => {
  const { page, tab } = away();
  page.hidden = false;
  tab.hear(TURN);
  equal(page.title, "Ann – Bob");
  page.hidden = true;
  tab.hear(null);
  equal(page.title, "Ann – Bob");
  tab.hear(TURN);
  equal(page.title, "● Go on · Ann – Bob");
});

test("what no longer waits is taken back", () => {
  const { page, tab } = away();
  tab.hear(TURN);
  tab.hear(null);
  deepEqual([page.title, page.icon], ["Ann – Bob", ""]);
});

test("a title that another script has set stays", () => {
  const { page, tab } = away();
  tab.show();
  page.title = "After b2";
  tab.hear(TURN);
  equal(page.title, "● Go on · After b2");
  page.hidden = false;
  tab.show();
  equal(page.title, "After b2");
});

test("the name of the page can change under a signal", () => {
  const { page, tab } = away();
  tab.hear(TURN);
  tab.rename("Ann – Cid");
  equal(page.title, "● Go on · Ann – Cid");
  page.hidden = false;
  tab.show();
  equal(page.title, "Ann – Cid");
});
