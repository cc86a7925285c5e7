// Entry at the table. The pages work without this script; with it keys answer at once, scores are painted before they
// are sent, they are sent in order by one sender, and what other phones write appears by itself.

const POLL = 5000;
const RETRY = 3000;
const MINUS = "\u2212";

const pad = document.getElementById("pad");
const live = () => document.getElementById("live");
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const format = (number) => (number < 0 ? MINUS + -number : String(number));
const parse = (text) => Number(text.replace(MINUS, "-")) || 0;
const fill = (pattern, ...words) => words.reduce((text, word) => text.replace("%s", word), pattern);
const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? "";

// crypto.randomUUID is missing on plain http, which is how a phone reaches a laptop on the table.
const uuid = () =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (c) =>
    (c ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (c / 4)))).toString(16),
  );

// Sending ------------------------------------------------------------------------------------------------------------

const queue = []; // operations without an answer yet, in order: {fields, url, paint}
let sending = false;
let etag = "";

const post = (operation) =>
  fetch(operation.url, {
    method: "POST",
    headers: { "X-Sheet": "1", "X-CSRFToken": cookie("csrftoken") },
    body: new URLSearchParams(operation.fields),
    keepalive: true,
  });

const send = async () => {
  if (sending) return;
  sending = true;
  while (queue.length) {
    tellUnsent();
    let answer;
    try {
      answer = await post(queue[0]);
    } catch {
      break; // no network
    }
    if (answer.status >= 500 || answer.status === 429) break;
    if (answer.status === 403 && !queue[0].again) {
      queue[0].again = true; // the cookie is gone; any page of the sheet brings a new one
      await fetch(live().dataset.url).catch(() => {});
      continue;
    }
    queue.shift();
    if (answer.ok) {
      swap(await answer.text(), answer.headers.get("ETag"));
    } else {
      say(pad?.dataset.refused ?? "");
      etag = "";
      await poll();
    }
  }
  sending = false;
  tellUnsent();
  if (queue.length) setTimeout(send, RETRY);
};

const add = (fields, url, paint) => {
  queue.push({ fields: { ...fields, uuid: fields.uuid || uuid() }, url, paint });
  paint?.();
  send();
};

const tellUnsent = () => {
  const line = pad?.querySelector(".pad__unsent");
  if (line) line.textContent = queue.length && (!sending || queue.length > 1) ? fill(pad.dataset.unsent, queue.length) : "";
};

const say = (text) => {
  const line = document.getElementById("said");
  if (line) line.textContent = text;
};

// Watching -----------------------------------------------------------------------------------------------------------

const poll = async () => {
  if (document.hidden || queue.length) return;
  try {
    const answer = await fetch(live().dataset.url, { headers: etag ? { "If-None-Match": etag } : {} });
    if (answer.status === 200 && !queue.length) swap(await answer.text(), answer.headers.get("ETag"));
  } catch {
    // no network: the next round tries again
  }
};

const swap = (html, tag) => {
  const focused = document.activeElement?.dataset?.cell;
  const left = live().querySelector(".score-box").scrollLeft;
  const wasOver = live().querySelector(".result");
  etag = tag ?? "";
  live().outerHTML = html;
  live().querySelector(".score-box").scrollLeft = left;
  if (!wasOver && live().querySelector(".result")) scrollTo({ top: 0 });
  for (const operation of queue) operation.paint?.();
  if (pad) settle();
  if (focused) find(focused)?.focus({ preventScroll: true });
};

// The pad ------------------------------------------------------------------------------------------------------------

const draft = { taps: [], total: "", cards: "" };
let at = ""; // the cell that the pad is for: "2:3", the second player's in hand 3
let saw = 0; // what was on the screen when its entry began
let touched = false;

const find = (key) => live().querySelector(`[data-cell="${CSS.escape(key)}"]`);
const cells = () => all("[data-cell]", live());
const handOf = (cell) => cell.dataset.cell.split(":")[1];
const headOf = (cell) => live().querySelector(`[data-number="${cell.dataset.cell.split(":")[0]}"]`);
const nameOf = (cell) => headOf(cell).querySelector(".head__name").textContent;
const isBlank = (cell) => !("points" in cell.dataset);
const counts = () => pad.dataset.entry === "cards";

/** The next blank cell: further right in this hand, else the first one. */
const following = (key) => {
  const here = cells();
  const place = here.findIndex((cell) => cell.dataset.cell === key);
  const right = here.slice(place + 1).filter((cell) => handOf(cell) === key.split(":")[1]);
  return [...right, ...here].find((cell) => isBlank(cell) && cell.dataset.cell !== key);
};

const select = (cell) => {
  at = cell?.dataset.cell ?? "";
  saw = Number(live().dataset.revision);
  touched = false;
  const { taps = "", typed = "", cards = "" } = cell?.dataset ?? {};
  draft.taps = taps ? taps.split(",").map(Number) : [];
  draft.total = typed;
  draft.cards = cards;
  if (typed) enterBy("total");
  else if (taps) enterBy("cards");
  else enterBy(cookie("entry") || pad.dataset.chosen);
  mark(true);
  show();
};

/** After the sheet was drawn anew: keep to the cell, or find one if another phone filled it meanwhile. */
const settle = () => {
  const cell = find(at);
  if (cell && (touched || isBlank(cell) || !wasBlank)) {
    mark();
    show();
  } else {
    const blank = cells().find(isBlank);
    select(blank);
    wasBlank = true;
  }
};
let wasBlank = true;

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
  const next = following(at);
  const same = next && handOf(next) === handOf(cell);
  const { nextName, nextHand, done } = pad.dataset;
  pad.querySelector(".pad__next").textContent = next
    ? same ? fill(nextName, nameOf(next)) : fill(nextHand, handOf(next))
    : done;
};

/** Put a score into the cells of the page, with the totals that follow from it. */
const paint = (key, points, out, said) => {
  const cell = find(key);
  if (!cell) return;
  const hand = Number(handOf(cell));
  const change = (points ?? 0) - Number(cell.dataset.points ?? 0);
  if (points === null) delete cell.dataset.points;
  else cell.dataset.points = points;
  cell.setAttribute("aria-label", said);
  cell.querySelector(".cell__points").textContent = points === null ? "" : format(points);
  cell.parentElement.classList.toggle("cell--out", out);
  cell.parentElement.classList.add("cell--unsent");
  const total = headOf(cell).querySelector("[data-total]");
  total.textContent = format(parse(total.textContent) + change);
  cell.querySelector(".cell__running").textContent = "";
  for (const other of cells()) {
    const running = other.querySelector(".cell__running");
    if (headOf(other) === headOf(cell) && Number(handOf(other)) > hand && running.textContent) {
      running.textContent = format(parse(running.textContent) + change);
    }
  }
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
    Object.assign(cell.dataset, { taps: fields.taps ?? "", typed: (!out && fields.total) || "", cards: fields.cards ?? "" });
    add({ kind: "score", player, hand, saw, ...fields }, pad.action, () => paint(key, points, out, said));
  }
  wasBlank = true;
  select(fields?.kind === "clear" ? find(key) : next);
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
  return keep({ total: draft.total, cards: draft.cards }, points, points <= 0 && Boolean(pad.querySelector('[name="out"]')));
};

const keys = pad ? all(".pad__keys .key", pad) : [];
const total = pad?.querySelector('[name="total"]');
const number = pad?.querySelector('[name="cards"]');
let field = "total"; // which of the two the digits go to

const begin = () => {
  pad.dataset.chosen = pad.dataset.entry;
  for (const input of [total, number].filter(Boolean)) {
    input.inputMode = "none"; // the pad has its own digits
    input.addEventListener("focus", () => (field = input.name));
    input.addEventListener("input", () => {
      draft[input.name] = input.value.replace(/[\u2212\u2013]/g, "-").replace(input.name === "total" ? /(?!^-)\D/g : /\D/g, "");
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
  const chosen = all('[data-cell][aria-current="true"]', live())[0] ?? cells().find(isBlank);
  wasBlank = !chosen || isBlank(chosen);
  select(chosen);
};

// The rest of the page -----------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (!pad || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest?.("[data-cell], [data-go]");
  const cell = link?.dataset.cell ? link : link && cells().find((one) => one.pathname === link.pathname);
  if (!cell) return;
  event.preventDefault();
  wasBlank = isBlank(cell);
  select(cell);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("op" in form.dataset)) return;
  event.preventDefault();
  add(Object.fromEntries(new FormData(form, event.submitter)), form.action);
});

document.addEventListener("visibilitychange", poll);
addEventListener("pageshow", (event) => event.persisted && poll());
addEventListener("online", send);
addEventListener("beforeunload", (event) => {
  if (queue.length) event.preventDefault();
});
setInterval(poll, POLL);
if (pad) begin();
