// A form with data-passkey="create" or "get" is answered by a passkey: its button asks the device, and what
// that answers is sent in the form's hidden field. The options are in data-options.

const form = document.querySelector("form[data-passkey]");
const button = form.querySelector("[data-ask]");
const said = form.querySelector("[data-said]");
const options = JSON.parse(form.dataset.options);

const ask = {
  create: () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  get: () => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
}[form.dataset.passkey];

if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  button.hidden = false;
} else {
  said.textContent = said.dataset.unknown;
}

button.addEventListener("click", async () => {
  try {
    form.elements.credential.value = JSON.stringify(await ask());
  } catch {
    said.textContent = said.dataset.failed; // the user cancelled, or there is none
    return;
  }
  form.submit();
});
