// The card pad: a rank, then a suit, and the card lies in the row that is chosen. The text fields stay the truth, so
// that typing, tapping and an address with cards in it are one thing.

const pad = document.querySelector("[data-pad]");
const faces = new Map();

const words = (field) => field.value.trim().split(/[\s,;]+/).filter(Boolean);
const SYMBOLS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "*": "JK" };
const cardOf = (word) =>
  word.split("=")[0].toUpperCase().replace(/^10/, pad.dataset.ten).replace(/[♠♥♦♣*]/u, (symbol) => SYMBOLS[symbol]);

class Row {
  constructor(part) {
    this.part = part;
    this.tray = part.querySelector("[data-tray]");
    this.typed = part.querySelector("[data-typed]");
    this.field = this.typed.querySelector("input");
    this.field.addEventListener("input", () => this.draw());
    this.field.addEventListener("focus", () => choose(this));
    part.querySelector("label").addEventListener("click", () => choose(this));
    this.tray.addEventListener("click", (event) => this.#tapped(event.target.closest("button")));
  }

  get words() {
    return words(this.field);
  }

  set words(list) {
    this.field.value = list.join(" ");
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  add(word) {
    this.words = "one" in this.field.dataset ? [word] : [...this.words, word];
    say(pad.dataset.added, word);
  }

  removeAt(index) {
    const list = this.words;
    const [word] = list.splice(index, 1);
    if (!word) return;
    this.words = list;
    say(pad.dataset.removed, word);
  }

  draw() {
    const drawn = this.words.map((word, index) => face(word, index));
    const place = document.createElement("button");
    place.type = "button";
    place.className = "cardrow__place";
    place.textContent = "+";
    place.dataset.place = "";
    place.setAttribute("aria-label", `${pad.dataset.place}: ${this.tray.getAttribute("aria-label")}`);
    place.setAttribute("aria-pressed", String(this === chosen));
    this.tray.replaceChildren(...drawn, place);
  }

  #tapped(button) {
    if (!button) return;
    choose(this);
    if ("index" in button.dataset) {
      const index = Number(button.dataset.index);
      this.removeAt(index);
      (this.tray.children[Math.max(0, index - 1)] ?? this.tray.lastElementChild).focus();
    }
  }
}

const face = (word, index) => {
  const sample = faces.get(cardOf(word));
  const button = sample ? sample.cloneNode(true) : document.createElement("button");
  if (!sample) {
    button.type = "button";
    button.className = "card card--unread";
    button.textContent = word.slice(0, 3);
  }
  button.dataset.index = index;
  button.setAttribute("aria-label", pad.dataset.remove.replace("%s", sample?.getAttribute("aria-label") ?? word));
  return button;
};

const say = (pattern, word) => {
  const name = faces.get(cardOf(word))?.getAttribute("aria-label") ?? word;
  pad.querySelector("[data-said]").textContent = pattern.replace("%s", name);
};

let chosen = null;
let rank = "";
let rows = [];

// With no row chosen the pad is out of the way.
const choose = (row) => {
  chosen = row;
  pad.hidden = row === null;
  for (const one of rows) {
    one.part.classList.toggle("is-chosen", one === row);
    one.tray.querySelector("[data-place]")?.setAttribute("aria-pressed", String(one === row));
  }
};

const arm = (key) => {
  rank = key?.dataset.rank ?? "";
  for (const one of pad.querySelectorAll("[data-rank]")) one.setAttribute("aria-pressed", String(one === key));
};

const put = (word) => {
  const row = chosen;
  row.add(word);
  // A row for one card is full now: on to the next one that is open.
  if ("one" in row.field.dataset) choose(rows.find(isOpen) ?? rows.find(isList) ?? null);
};

const isOpen = (row) => row.part.closest("details:not([open])") === null && !row.words.length;

const isList = (row) => !("one" in row.field.dataset) && row.part.closest("details:not([open])") === null;

const suited = (suit) => {
  if (rank) put(rank + suit);
  else pad.querySelector("[data-said]").textContent = pad.dataset.suitFirst;
};

// The card above the last one in the same suit: a run by one tap a card.
const following = () => {
  const last = chosen.words.map(cardOf).findLast((word) => word !== "JK");
  if (!last) return;
  const ranks = [...pad.querySelectorAll("[data-rank]")];
  const jokers = chosen.words.length - 1 - chosen.words.map(cardOf).lastIndexOf(last);
  const at = ranks.findIndex((key) => key.dataset.rank === last.slice(0, -1)) + 1 + jokers;
  const key = ranks[at % ranks.length];
  arm(key);
  put(key.dataset.rank + last.slice(-1));
};

const setTyping = (on) => {
  document.body.classList.toggle("is-tapping", !on);
  pad.querySelector("[data-type]").setAttribute("aria-pressed", String(on));
};

const pressed = (key) => {
  const { rank: newRank, suit, joker } = key.dataset;
  if (newRank) arm(key);
  else if (suit) suited(suit);
  else if (joker) put(joker);
  else if ("next" in key.dataset) following();
  else if ("again" in key.dataset) chosen.words.length && put(chosen.words.at(-1).split("=")[0]);
  else if ("erase" in key.dataset) chosen.removeAt(chosen.words.length - 1);
  else if ("type" in key.dataset) setTyping(document.body.classList.contains("is-tapping"));
};

if (pad) {
  for (const sample of pad.querySelector("[data-faces]").content.querySelectorAll("button")) {
    faces.set(sample.dataset.card, sample);
  }
  rows = [...document.querySelectorAll("[data-cardrow]")].map((part) => new Row(part));
  for (const row of rows) row.draw();
  // A question that came whole: its ruling needs the room.
  const isRuled = document.querySelector("[data-ruling=legal], [data-ruling=illegal]");
  choose((isRuled ? null : rows.find(isOpen)) ?? null);
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (key) pressed(key);
  });
  setTyping(false);
}
