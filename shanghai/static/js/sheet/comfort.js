// Comfort at the table: the screen stays on, letters are large, the sheet goes to another phone by a code.

const root = document.documentElement;
const chosen = (name) => localStorage.getItem(name) === "1";
const press = (button, on) => button.setAttribute("aria-pressed", String(on));

// The screen. The browser lets go of it whenever the page is hidden, so it is asked again on every return.
const awake = document.querySelector("[data-awake]");
let lock;

const tell = (word) => {
  press(awake, word === "on");
  const text = awake.dataset[word] ?? "";
  const line = document.querySelector(".comfort__said");
  if (line.textContent !== text) line.textContent = text;
};

const ask = async () => {
  if (document.hidden || !chosen("awake")) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => tell(chosen("awake") ? "off" : "none"));
    tell("on");
  } catch {
    tell("off"); // no such power, or refused: low battery, or plain http
  }
};

if (awake) {
  awake.addEventListener("click", async () => {
    const on = !chosen("awake");
    localStorage.setItem("awake", on ? "1" : "0");
    if (on) return ask();
    await lock?.release();
    tell("none");
  });
  document.addEventListener("visibilitychange", ask);
  ask();
}

// The letters.
const large = document.querySelector("[data-large]");
const size = () => {
  root.dataset.type = chosen("large") ? "large" : "";
  if (large) press(large, chosen("large"));
};
large?.addEventListener("click", () => {
  localStorage.setItem("large", chosen("large") ? "0" : "1");
  size();
});
size();

// The whole sheet for another phone. The encoder is fetched only now, and kept for when there is no network.
const over = document.querySelector("[data-over]");
over?.addEventListener("click", async () => {
  const { show } = await import(over.dataset.over);
  show(document.querySelector("dialog.over"), document.getElementById("live"));
});

if (location.hash === "#print") {
  history.replaceState(null, "", location.pathname);
  print();
}
