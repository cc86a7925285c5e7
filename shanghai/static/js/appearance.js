// Applies a chosen look at once, without loading the page again. Without this script the form does the same by a POST.

const YEAR = 60 * 60 * 24 * 365;
const LOOKS = ["theme", "suits", "index"];
const root = document.documentElement;

const keep = (key, value) => {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${key}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
  root.dataset[key] = value;
};

for (const form of document.querySelectorAll("form[data-appearance]")) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.name) return; // the settings page's own button sends the form
    event.preventDefault();
    keep(button.name, button.value);
    for (const other of form.querySelectorAll(`[name="${button.name}"]`)) {
      other.setAttribute("aria-pressed", String(other === button));
    }
  });
  form.addEventListener("change", ({ target }) => {
    if (LOOKS.includes(target.name)) keep(target.name, target.value);
  });
}
