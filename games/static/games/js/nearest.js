// The computer that is offered to somebody who has waited for a while: shown in time, wherever the page has it.
// The server says how long that is, anew each time it draws the offer.

const LOOK = 500;

export function revealInTime(say) {
  let form = null;
  let due = 0;
  return setInterval(() => {
    const found = document.querySelector(".nearest");
    if (found !== form) due = performance.now() + Number((form = found)?.dataset.after);
    if (!form?.hidden || performance.now() < due) return;
    form.hidden = false;
    say(form.dataset.said);
  }, LOOK);
}
