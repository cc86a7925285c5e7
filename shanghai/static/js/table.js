// A table that plays: the clock, the title and the sound of one's turn, picking and placing cards.
// Everything that is played goes through ordinary forms; without this script they work the same, only slower.

import { drag } from "./drag.js";

const root = document.querySelector("#table-root");
const part = (selector) => root.querySelector(selector);
const state = () => part("#state");

// The newest board wins. What the stream brings is only news if it is newer: the own answer may have overtaken it, and
// knows of cards moved in the hand since, of which no revision tells.
htmx.config.morphIgnore.push("open");
const revision = (text) => Number(/data-revision="(\d+)"/.exec(text)?.[1] ?? Infinity);
document.addEventListener("htmx:before:swap", (event) => {
  const { text, sourceElement } = event.detail.ctx;
  wasAtDock = atDock();
  const now = Number(state()?.dataset.revision ?? 0);
  const brought = text ? revision(text) : Infinity;
  if (brought < now || (brought === now && sourceElement?.id === "board")) event.preventDefault();
});

// The clock counts down from what the server said was left, so the phone's own time does not matter.
let due = null;
let span = 0;
const set = () => {
  const { remaining, span: whole } = state().dataset;
  due = remaining === undefined ? null : performance.now() + Number(remaining);
  span = Number(whole ?? 0);
};
const two = (number) => String(number).padStart(2, "0");
const tick = () => {
  const clock = part("[data-clock]");
  if (!clock || due === null) return;
  const left = Math.max(0, due - performance.now());
  const seconds = Math.ceil(left / 1000);
  clock.querySelector("[data-clock-text]").textContent =
    seconds >= 5400 ? `${Math.round(seconds / 3600)} h` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  clock.style.setProperty("--left", span ? left / span : 0);
  clock.classList.toggle("clock--short", seconds <= 10);
  if (left === 0) {
    due = null;
    setTimeout(() => htmx.trigger("#poll", "due"), 400);
  }
};
setInterval(tick, 250);

// Title and sound.
const SOUND = "sound";
let wasMine = false;
const beep = () => {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
};
const showSound = () =>
  part("[data-sound]")?.setAttribute("aria-pressed", String(localStorage.getItem(SOUND) === "on"));
const announce = () => {
  const { title, mine } = state().dataset;
  document.title = `${mine === undefined ? "" : "● "}${title} – Shanghai`;
  if (mine !== undefined && !wasMine) {
    const may = navigator.userActivation?.hasBeenActive; // browsers let no page make itself felt before a tap
    if (may) navigator.vibrate?.(30);
    if (may && localStorage.getItem(SOUND) === "on") beep();
  }
  wasMine = mine !== undefined;
  showSound();
};

addEventListener("online", () => htmx.trigger("#poll", "due"));

// A new version of the site is taken up when no hand is being played.
const renew = () => {
  const { build } = state().dataset;
  if (build === root.dataset.build || part("#play") || sessionStorage.getItem("build") === build) return;
  sessionStorage.setItem("build", build); // once: a page that stays old does not reload for ever
  location.reload();
};

// How many cards are picked; buttons that need some say so by their look.
const picks = () => root.querySelectorAll("#hand input:checked");
const count = () => {
  const form = part("#play");
  if (form) form.dataset.picked = Math.min(picks().length, 2);
};

// A choice that is made leaves the page and takes the focus with it; then the dock has it, so that the next Tab is the
// next choice and not the top of the page.
let wasAtDock = false;
const atDock = () => Boolean(document.activeElement?.closest(".dock, #panel"));
const keepFocus = () => {
  const lost = !document.activeElement || document.activeElement === document.body;
  if (wasAtDock && lost) part(".dock, .result")?.focus({ preventScroll: true });
};

document.addEventListener("htmx:finally:request", keepFocus);

const refresh = () => {
  if (!state()) return;
  set();
  tick();
  announce();
  count();
  renew();
};
document.addEventListener("htmx:after:swap", (event) => {
  const target = event.detail.ctx.target;
  if (target?.id === "sheet") {
    if (!sheet.matches(":popover-open")) sheet.showPopover();
  } else {
    keepFocus();
    refresh();
    keepSheet();
  }
});

// A sheet with talk or points goes with the table; one that has done its deed closes.
const sheet = part("#sheet");
const LIVE = ["talk", "points"];
let shown = 0;
const keepSheet = () => {
  const now = Number(state()?.dataset.revision ?? 0);
  const open = sheet.matches(":popover-open") && sheet.querySelector("[data-sheet]");
  if (open && now !== shown && LIVE.includes(open.dataset.sheet)) {
    htmx.ajax("GET", open.dataset.url, { target: "#sheet", swap: "innerMorph" });
  }
  shown = now;
};
document.addEventListener("submit", ({ target }) => {
  if (sheet.contains(target) && !LIVE.includes(target.closest("[data-sheet]")?.dataset.sheet)) sheet.hidePopover();
});
sheet.addEventListener("toggle", showSound);

// A card to a place: press "Place", then tap the card before which the picked ones go.
const ask = (what) => {
  const button = document.createElement("button");
  button.name = "do";
  button.value = what;
  button.hidden = true;
  part("#play").append(button);
  button.click();
  button.remove();
};
const placing = () => part("#place")?.getAttribute("aria-pressed") === "true";

root.addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest("#sheet [data-hide]")) {
    event.preventDefault();
    sheet.hidePopover();
  } else if (target.closest("[data-close]")) {
    event.preventDefault();
    part("#panel").replaceChildren();
  } else if (target.closest("#place")) {
    target.closest("#place").setAttribute("aria-pressed", String(!placing()));
  } else if (target.closest("[data-sound]")) {
    localStorage.setItem(SOUND, localStorage.getItem(SOUND) === "on" ? "off" : "on");
    if (localStorage.getItem(SOUND) === "on") beep();
    showSound();
  } else if (target.closest("[data-share]")) {
    share(target.closest("[data-share]"));
  } else if (placing() && target.matches("#hand input") && picks().length) {
    event.preventDefault(); // and so the tapped card is picked no more after this than before
    target.checked = false;
    ask(`before ${target.id.slice(2)}`);
    part("#place").setAttribute("aria-pressed", "false");
  }
});
root.addEventListener("change", count);

const share = async (button) => {
  const url = location.href;
  if (navigator.share) return navigator.share({ url, title: document.title }).catch(() => {});
  try {
    await navigator.clipboard.writeText(url);
    button.textContent = button.dataset.done;
  } catch {
    prompt(button.textContent, url);
  }
};

// Keys in the hand: arrows walk, with Alt they move the card; Escape lets all cards go.
root.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!event.target.matches("#hand input")) return;
  const all = [...root.querySelectorAll("#hand input")];
  if (step && event.altKey) {
    event.preventDefault();
    if (!event.target.checked) event.target.checked = true;
    ask(step < 0 ? "left" : "right");
  } else if (step) {
    event.preventDefault();
    all.at((all.indexOf(event.target) + step) % all.length).focus();
  } else if (event.key === "Escape") {
    for (const pick of picks()) pick.checked = false;
    count();
  }
});

drag(root, ask);
refresh();
