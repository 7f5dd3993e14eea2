// "Copy" beside a field copies the field's text and says so; "Share" hands it to the device, where there is a way.
// The event "oxo:shared" says that a link was copied, shared or shown as a code.

const note = () => document.dispatchEvent(new CustomEvent("oxo:shared"));

document.addEventListener("copy", (event) => event.target.matches?.("#invite") && note());

document.addEventListener("toggle", (event) => event.target.matches?.(".qr-code[open]") && note(), true);

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.querySelector("span").textContent = button.dataset.done;
    note();
  } catch {
    // Without the clipboard the text is at least selected.
  }
});

// The buttons come and go with their part of the page: the style sheet shows them where sharing works.
document.documentElement.classList.toggle("can-share", "share" in navigator);

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const { value: url } = document.getElementById(button.dataset.share);
  await navigator.share({ title: document.title, text: button.dataset.text, url }).then(note, () => {}); // or the user cancelled
});
