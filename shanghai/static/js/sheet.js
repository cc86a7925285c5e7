// Entry at the table. The pages work without this script; with it keys answer at once, scores are painted and kept in
// the outbox before they are sent, and what other phones write appears within a second.

const POLL = 1000;
const RETRY = 15000;
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

// The outbox of this sheet ---------------------------------------------------------------------------------------------

const operationsUrl = new URL(live().dataset.operations ?? "", location.href).href;
let waiting = []; // what has no answer yet, in order
let etag = "";
let html = live().outerHTML; // the sheet as the server last had it
const writing = new Set(); // on the way to the disk
const tab = uuid();
const isGrid = Boolean(live().querySelector(".score-box")); // the answer to an operation is the grid
const unsent = () => waiting.filter(({ refused }) => !refused);

const post = () => (outbox.send(), tellUnsent());

const add = async (fields, extra) => {
  const entry = { url: operationsUrl, fields: { ...fields, uuid: fields.uuid || uuid() }, ...extra };
  if (waiting.some((one) => one.fields.uuid === entry.fields.uuid)) return; // tapped twice
  waiting.push(entry);
  writing.add(entry);
  if (entry.paint) lay();
  else swap(html, etag);
  await outbox.put(entry);
  writing.delete(entry);
  outbox.tell({ url: operationsUrl, tab });
  post();
  navigator.storage?.persist?.();
  (await navigator.serviceWorker?.ready)?.sync?.register("outbox").catch(() => {});
};

/** Look at the disk again: the worker or another tab may have written or sent something. */
const look = async () => {
  const kept = (await outbox.list()).filter((one) => one.url === operationsUrl);
  waiting = [...kept, ...[...writing].filter((one) => !kept.some(({ fields }) => fields.uuid === one.fields.uuid))];
};

const tellUnsent = () => {
  const line = document.querySelector(".unsent");
  if (!line) return;
  const refused = waiting.filter((one) => one.refused);
  const count = unsent().length;
  const said = count ? fill(line.dataset.unsent, count) : "";
  const word = line.firstElementChild;
  if (word.textContent !== said) word.textContent = said;
  const box = document.querySelector(".refused");
  box.hidden = !refused.length;
  box.querySelector("ul").replaceChildren(
    ...refused.map(({ said }) => Object.assign(document.createElement("li"), { textContent: said || "?" })),
  );
};

const say = (text) => {
  const line = document.getElementById("said");
  if (line) line.textContent = text;
};

/** Lay what waits over the server's last word. */
const lay = () => {
  const undone = waiting.map(({ fields }) => (fields.kind === "undo" ? fields.target : ""));
  for (const { paint: args, fields, refused } of waiting) {
    if (args && !refused && !undone.includes(fields.uuid)) paint(...args);
    if (fields.kind === "buy") paintBuy(fields);
    if (fields.kind === "reorder") paintMove(fields);
  }
  const step = live().querySelector('[data-step="undo"] button');
  if (step && waiting.some(canUndo)) step.disabled = false;
  if (waiting.length) follow();
  tellUnsent();
};

const paintBuy = ({ player, move }) => {
  const used = live().querySelector(`[data-buy]:has([value="${CSS.escape(player)}"]) output`);
  if (!used) return;
  const count = Math.max(0, Number(used.dataset.used) + Number(move));
  used.textContent = used.textContent.replace(/\d+/, (used.dataset.used = count));
  used.previousElementSibling.disabled = !count;
};

const paintMove = ({ player, move }) => {
  const seat = live().querySelector(`li[data-player="${CSS.escape(player)}"]`);
  if (Number(move) < 0) seat?.previousElementSibling?.before(seat);
  else seat?.nextElementSibling?.after(seat);
};

const canUndo = ({ paint: args, fields, refused }) =>
  args && !refused && !waiting.some((one) => one.fields.target === fields.uuid);

/** The strip goes on to the hand in which the first blank cell is, also before the server knows of it. */
const follow = () => {
  const row = cells().find(isBlank)?.closest("tr");
  if (!row || row.getAttribute("aria-current") || live().querySelector(".result")) return;
  live().querySelector("tr[aria-current]")?.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  const { title, contract, needs, dealer } = row.dataset;
  const put = (selector, text) => {
    const place = live().querySelector(selector);
    if (place && text !== undefined) place.textContent = text;
  };
  put(".strip h1", title);
  put(".strip__words", contract);
  put(".strip__needs", needs);
  put(".strip .chip--dealer", dealer);
  const slots = row.querySelector(".slots");
  if (slots) live().querySelector(".strip .slots")?.replaceWith(slots.cloneNode(true));
};

// Watching -----------------------------------------------------------------------------------------------------------

let asking = false;
let rest = 0; // rounds to sit out while the server cannot be reached

const poll = async () => {
  if (document.hidden || asking || unsent().length || !navigator.onLine || rest-- > 0) return;
  asking = true;
  try {
    const answer = await fetch(live().dataset.url, {
      headers: etag ? { "If-None-Match": etag } : {},
      signal: AbortSignal.timeout(8000),
    });
    renew(answer.headers.get("X-Build"));
    if (answer.status === 200 && !unsent().length) {
      const text = await answer.text();
      if (text !== html) swap(text, answer.headers.get("ETag"));
      etag = answer.headers.get("ETag") ?? "";
      outbox.keep(live().dataset.url, text);
    }
    rest = answer.status < 400 ? 0 : 5;
  } catch {
    rest = 5;
  }
  asking = false;
};

/** A new version of the site is taken up between hands, when nothing is under way. */
const renew = (build) => {
  const mine = document.querySelector("[data-build]")?.dataset.build;
  if (!build || build === mine || touched || unsent().length) return;
  const row = cells().find(isBlank)?.closest("tr");
  const begun = row && all("[data-points]", row).length;
  if (!begun && sessionStorage.getItem("build") !== build) {
    sessionStorage.setItem("build", build); // once: a page that stays old does not reload for ever
    location.reload();
  }
};

const swap = (text, tag) => {
  const { cell, keep } = document.activeElement?.dataset ?? {};
  const open = all("details[open][data-keep]", live()).map((one) => one.dataset.keep);
  const left = live().querySelector(".score-box")?.scrollLeft;
  const wasOver = live().querySelector(".result");
  etag = tag ?? "";
  html = text;
  live().outerHTML = text;
  if (left) live().querySelector(".score-box").scrollLeft = left;
  if (!wasOver && live().querySelector(".result")) scrollTo({ top: 0 });
  lay();
  if (pad) settle();
  for (const key of open) kept(key)?.setAttribute("open", "");
  (cell ? find(cell) : keep && kept(keep))?.focus({ preventScroll: true });
};

new BroadcastChannel("outbox").onmessage = async ({ data }) => {
  if (data.url !== operationsUrl || data.tab === tab) return;
  await look();
  if (data.html && isGrid && revisionIn(data.html) >= revisionIn(html)) return swap(data.html, data.tag);
  if (isGrid || unsent().length) return swap(html, etag);
  etag = rest = 0;
  poll();
};

const revisionIn = (text) => Number(text.match(/data-revision="(\d+)"/)?.[1] ?? 0);

/** At the start: what waits, and the living part if a newer one than the page's was kept. */
const restore = async () => {
  await look();
  const kept = await (await globalThis.caches?.match(live().dataset.url, { ignoreVary: true }))?.text();
  if (kept && revisionIn(kept) > revisionIn(html)) swap(kept, "");
  else if (waiting.length) swap(html, "");
  post();
};

// The pad ------------------------------------------------------------------------------------------------------------

const draft = { taps: [], total: "", cards: "" };
let at = ""; // the cell that the pad is for: "2:3", the second player's in hand 3
let saw = 0; // what was on the screen when its entry began
let touched = false;

const kept = (key) => live().querySelector(`[data-keep="${CSS.escape(key)}"]`);
const find = (key) => live().querySelector(`[data-cell="${CSS.escape(key)}"]`);
const cells = () => all("[data-cell]", live());
const handOf = (cell) => cell.dataset.cell.split(":")[1];
const headOf = (cell) => live().querySelector(`[data-number="${cell.dataset.cell.split(":")[0]}"]`);
const nameOf = (cell) => headOf(cell).querySelector(".head__name").textContent;
const isBlank = (cell) => !("points" in cell.dataset);
const isOurs = (cell) => !pad?.dataset.mine || cell.dataset.cell.split(":")[0] === pad.dataset.mine; // whose points we write
const counts = () => pad.dataset.entry === "cards";

/** The next blank cell: further right in this hand, else the first one. */
const following = (key) => {
  const here = cells().filter(isOurs);
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
    select(cells().filter(isOurs).find(isBlank));
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

/** Put a score into a cell of the page, and what follows from it into its column. */
const paint = (key, points, out, said, draft) => {
  const cell = find(key);
  if (!cell) return;
  const change = (points ?? 0) - Number(cell.dataset.points ?? 0);
  if (points === null) delete cell.dataset.points;
  else cell.dataset.points = points;
  Object.assign(cell.dataset, draft);
  cell.setAttribute("aria-label", said);
  cell.querySelector(".cell__points").textContent = points === null ? "" : format(points);
  cell.parentElement.classList.toggle("cell--out", out);
  cell.parentElement.classList.add("cell--unsent");
  const head = headOf(cell);
  const total = head.querySelector("[data-total]");
  total.textContent = format(parse(total.textContent) + change);
  for (const other of cells()) {
    if (headOf(other) !== head || Number(handOf(other)) < Number(handOf(cell))) continue;
    other.dataset.running = Number(other.dataset.running) + change;
    other.querySelector(".cell__running").textContent = isBlank(other) ? "" : format(Number(other.dataset.running));
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
    const kept = { taps: fields.taps ?? "", typed: (!out && fields.total) || "", cards: fields.cards ?? "" };
    add({ kind: "score", player, hand, saw, ...fields }, { said, paint: [key, points, out, said, kept] });
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
  const chosen = all('[data-cell][aria-current="true"]', live())[0] ?? cells().filter(isOurs).find(isBlank);
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
  const fields = Object.fromEntries(new FormData(form, event.submitter));
  const last = form.dataset.step === "undo" && waiting.findLast(canUndo);
  if (last) fields.target = last.fields.uuid;
  add(fields, { said: event.submitter?.getAttribute("aria-label") ?? event.submitter?.textContent.trim() });
});

document.querySelector(".refused button")?.addEventListener("click", async () => {
  for (const entry of (await outbox.list()).filter((one) => one.refused && one.url === operationsUrl)) {
    await outbox.drop(entry);
  }
  outbox.tell({ url: operationsUrl });
});

const wake = () => {
  rest = 0;
  if (document.hidden) return;
  post();
  poll();
};
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => event.persisted && look().then(wake));
addEventListener("online", wake);
setInterval(poll, POLL);
setInterval(() => unsent().length && post(), RETRY);
if (pad) begin();
restore();
navigator.serviceWorker?.register(live().dataset.worker).catch(() => {}); // without it the page works while open
