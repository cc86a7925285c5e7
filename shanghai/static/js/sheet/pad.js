// The pad: keys that answer at once, and what they make goes into the sheet.

import {
  MINUS, all, asked, cells, cookie, fill, find, following, format, handOf, headOf, isBlank, isOurs, live, nameOf, pad, parse,
} from "./cells.js";
import { add, say } from "./waiting.js";

const draft = { taps: [], total: "", cards: "" };
let at = ""; // the cell that the pad is for: "2:3", the second player's in hand 3
let saw = 0; // what was on the screen when its entry began
let touched = false;
let wasBlank = true; // the cell when the pad came to it

const keys = pad ? all(".pad__keys .key", pad) : [];
const total = pad?.querySelector('[name="total"]');
const number = pad?.querySelector('[name="cards"]');
const met = pad?.querySelector('[name="met"]');
let field = "total"; // which of the two the digits go to

/** Whether a score is being entered. */
export const isBusy = () => touched;

const counts = () => pad.dataset.entry === "cards";

const select = (cell) => {
  at = cell?.dataset.cell ?? "";
  saw = Number(live().dataset.revision);
  touched = false;
  const { taps = "", typed = "", cards = "" } = cell?.dataset ?? {};
  draft.taps = taps ? taps.split(",").map(Number) : [];
  draft.total = typed;
  draft.cards = cards;
  if (met) met.checked = Boolean(cell?.dataset.met);
  if (typed) enterBy("total");
  else if (taps) enterBy("cards");
  else enterBy(cookie("entry") || pad.dataset.chosen);
  mark(true);
  show();
};

/** Bring the pad to a cell. */
export const go = (cell) => {
  wasBlank = isBlank(cell);
  select(cell);
};

/** After the sheet was drawn anew: keep to the cell, or find one if another phone filled it meanwhile. */
export const settle = () => {
  const cell = find(at);
  if (cell && (touched || isBlank(cell) || !wasBlank)) {
    mark();
    show();
  } else {
    select(cells().filter(isOurs).find(isBlank));
    wasBlank = true;
  }
};

const mark = (scroll) => {
  for (const cell of cells()) {
    if (cell.dataset.cell === at) cell.setAttribute("aria-current", "true");
    else cell.removeAttribute("aria-current");
  }
  const cell = find(at);
  pad.hidden = !cell;
  pad.parentElement.classList.toggle("sheet--over", !cell);
  if (scroll) cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
};

const enterBy = (way) => {
  if (!pad.querySelector(`[data-by="${way}"]`)) way = "total";
  pad.dataset.entry = way;
  for (const part of all("[data-by]", pad)) {
    part.hidden = part.dataset.by !== way;
    part.disabled = part.hidden;
  }
};

const sum = () => {
  if (!counts()) return parse(draft.total);
  return draft.taps.reduce((total, tap) => total + Number(keys[tap].dataset.points), 0);
};

const show = () => {
  const cell = find(at);
  if (!cell) return;
  pad.querySelector(".pad__name").textContent = nameOf(cell);
  pad.querySelector(".pad__hand").textContent = fill(pad.dataset.handWord, handOf(cell));
  pad.querySelector(".pad__clear").hidden = isBlank(cell);
  pad.querySelector(".pad__sum").textContent = !counts() && draft.total === "-" ? MINUS : format(sum());
  keys.forEach((key, index) => {
    key.querySelector(".key__count").textContent = draft.taps.filter((tap) => tap === index).length || "";
  });
  total.value = draft.total;
  if (number) number.value = draft.cards;
  if (met) pad.querySelector(".pad__asks").textContent = asked(...at.split(":"));
  const next = following(at);
  const same = next && handOf(next) === handOf(cell);
  const { nextName, nextHand, done } = pad.dataset;
  pad.querySelector(".pad__next").textContent = next
    ? same ? fill(nextName, nameOf(next)) : fill(nextHand, handOf(next))
    : done;
};

/** Keep what the pad holds and go on. Nothing on it: the cell stays as it is. */
const keep = (fields, points, out) => {
  const key = at;
  const next = following(key);
  if (fields) {
    const cell = find(key);
    const hand = handOf(cell);
    const player = headOf(cell).dataset.player;
    const word = out ? pad.dataset.outWord : points === null ? pad.dataset.blankWord : format(points);
    const said = fill(pad.dataset.said, `${nameOf(cell)}, ${fill(pad.dataset.handWord, hand)}`, word);
    say(said);
    const kept = { taps: fields.taps ?? "", typed: (!out && fields.total) || "", cards: fields.cards ?? "" };
    if (met) kept.met = fields.met = points !== null && (out || met.checked) ? "1" : "";
    add({ kind: "score", player, hand, saw, ...fields }, { said, paint: [key, points, out, said, kept] });
  }
  wasBlank = true;
  select(fields?.kind === "clear" ? find(key) : (next ?? following(key)));
  navigator.vibrate?.(8);
};

const actions = {
  plus: (value) => {
    draft.taps.push(Number(value));
  },
  back: () => {
    if (counts()) draft.taps.pop();
    else draft[field] = draft[field].slice(0, -1);
  },
  digit: (value) => {
    const room = field === "cards" ? 2 : 4;
    if (draft[field].replace("-", "").length < room) draft[field] = (draft[field] + value).replace(/^(-?)0(?=\d)/, "$1");
  },
  sign: () => {
    draft.total = draft.total.startsWith("-") ? draft.total.slice(1) : `-${draft.total}`;
  },
  by: (value) => {
    document.cookie = `entry=${value}; path=${pad.dataset.home}; max-age=63072000; samesite=lax`;
    enterBy(value);
    mark(true);
    if (value === "total" && pad.dataset.entry === "total") total.focus({ preventScroll: true });
  },
};

const submit = (button) => {
  if (button?.name === "out") return keep({ out: button.value }, Number(button.value), true);
  if (button?.name === "kind") return keep({ kind: "clear" }, null, false);
  if (counts()) return keep(draft.taps.length ? { taps: draft.taps.join(",") } : null, sum(), false);
  if (!/\d/.test(draft.total)) return keep(null);
  const points = sum();
  const out = points <= 0 && Boolean(pad.querySelector('[name="out"]'));
  return keep({ total: draft.total, cards: draft.cards }, points, out);
};

export const begin = () => {
  pad.dataset.chosen = pad.dataset.entry;
  for (const input of [total, number].filter(Boolean)) {
    input.inputMode = "none"; // the pad has its own digits
    input.addEventListener("focus", () => (field = input.name));
    input.addEventListener("input", () => {
      const others = input.name === "total" ? /(?!^-)\D/g : /\D/g;
      draft[input.name] = input.value.replace(/[\u2212\u2013]/g, "-").replace(others, "");
      touched = true;
      show();
    });
  }
  pad.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    const act = actions[button?.name];
    if (!act) return submit(button);
    act(button.value);
    touched = true;
    show();
  });
  const chosen = all('[data-cell][aria-current="true"]', live())[0] ?? cells().filter(isOurs).find(isBlank);
  wasBlank = !chosen || isBlank(chosen);
  select(chosen);
};
