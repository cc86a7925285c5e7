// Passkeys: ask the server what to sign, let the phone's lock sign it, send the form.

const KEY = globalThis.PublicKeyCredential;
const said = document.querySelector("[data-said]");
const tell = (word) => said && (said.textContent = word ? said.dataset[word] : "");

const asked = {
  create: async ({ publicKey }) =>
    navigator.credentials.create({ publicKey: KEY.parseCreationOptionsFromJSON(publicKey) }),
  get: async ({ request_options: { publicKey } }) =>
    navigator.credentials.get({ publicKey: KEY.parseRequestOptionsFromJSON(publicKey) }),
};

for (const form of document.querySelectorAll("[data-passkey]")) {
  const button = form.querySelector("button");
  button.disabled = !KEY?.parseCreationOptionsFromJSON;
  if (button.disabled) tell("none");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell("");
    try {
      const headers = { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" };
      const options = await (await fetch(form.dataset.options, { headers })).json();
      const made = await asked[form.dataset.passkey](options);
      form.elements.credential.value = JSON.stringify(made.toJSON());
      form.submit();
    } catch {
      tell("failed");
    }
  });
}
