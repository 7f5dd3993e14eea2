// Make a class: what the list has in it is said while one types, and a picture is dealt to each.

function start() {
  const place = document.getElementById("make");
  const form = place.querySelector("form");
  const found = document.getElementById("found");
  const dealt = [...place.querySelectorAll(".dealt > li")];
  const button = form.querySelector(".btn.primary");
  const words = button.textContent;
  let latest = 0;

  function deal(names) {
    for (const [at, one] of dealt.entries()) {
      one.hidden = at >= names.length;
      one.querySelector(".pencil").textContent = names[at] ?? "";
    }
    button.textContent = names.length ? `${words} of ${names.length}` : words;
  }

  async function read() {
    const turn = (latest += 1);
    const body = new FormData(form);
    const answer = await fetch(place.dataset.namesUrl, { method: "POST", body }).catch(() => null);
    if (!answer?.ok || turn !== latest) return;
    const { names, notes } = await answer.json();
    const empty = !form.elements.names.value.trim();
    found.replaceChildren(...(empty ? [] : notes).map((text) => Object.assign(document.createElement("p"), { textContent: text, className: "help" })));
    deal(names);
  }

  let timer = null;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    if (form.elements.how.value === "number") {
      found.replaceChildren();
      deal(Array.from({ length: Math.min(dealt.length, Number(form.elements.count.value) || 0) }, () => ""));
    } else timer = setTimeout(read, 250);
  });
}

start();
