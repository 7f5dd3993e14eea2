// "Copy" beside a field copies the field's text and says so.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.querySelector("span").textContent = "Copied";
  } catch {
    // Without the clipboard the text is at least selected.
  }
});
