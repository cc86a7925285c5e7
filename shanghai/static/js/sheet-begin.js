// Begin a sheet, also without a network: the phone makes the sheet's key itself, and its page from the page of a sheet
// that nobody has begun. That the sheet begins is the first thing in the outbox; the server hears of it when it can.

const PATIENCE = 6000;
const SEATS = 8;

const form = document.querySelector("[data-begin]");
const begun = document.querySelector("[data-begun]");
const fill = (pattern, word) => pattern.replace("%s", () => word);
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// One sheet for this page, however often the button is pressed and whatever answers are lost.
const bytes = crypto.getRandomValues(new Uint8Array(16));
const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
const players = Array.from({ length: SEATS }, outbox.uuid);
const begin = outbox.uuid();
const lot = crypto.getRandomValues(new Uint32Array(1))[0];

/** Sheets that were begun on this phone and that the server does not know yet. */
const list = async () => {
  const waiting = (await outbox.list()).filter(({ fields }) => fields.kind === "begin");
  begun.hidden = !waiting.length;
  begun.querySelector("ul").replaceChildren(
    ...waiting.map(({ url, said }) => {
      const line = document.createElement("li");
      const link = line.appendChild(document.createElement("a"));
      link.href = url.replace(/operations\/$/, "");
      link.textContent = said;
      return line;
    }),
  );
};

const shellUrl = (game) => `${form.dataset.shell}?game=${encodeURIComponent(game)}`;

/** Keep the page of a game's unbegun sheet for when there is no network. */
const prepare = async () => {
  const url = shellUrl(form.elements.game.value);
  if (!globalThis.caches || (await caches.match(url, { ignoreVary: true }))) return;
  const answer = await fetch(url);
  if (answer.ok) await (await caches.open(outbox.PAGES)).put(url, answer);
};

/** Of two Anas the second one is "Ana 2". */
const apart = (names) => {
  const taken = new Set();
  return names.map((name) => {
    let told = name;
    for (let number = 2; taken.has(told.toLowerCase()); number++) told = `${name} ${number}`;
    taken.add(told.toLowerCase());
    return told;
  });
};

/** The page of the sheet, made from the page of an unbegun one. */
const page = (shell, names, dealer) => {
  const read = (text) => new DOMParser().parseFromString(text, "text/html");
  const told = apart(names);
  const marks = [...read(shell).querySelectorAll("th[data-number]")];
  let text = shell.replaceAll(/\/s\/_{22}\//g, `/s/${key}/`);
  marks.forEach((head, seat) => {
    text = text.replaceAll(head.dataset.player, players[seat]);
    text = text.replaceAll(head.querySelector(".head__name").textContent, () => escaped(told[seat] ?? ""));
  });
  const made = read(text);
  const live = made.getElementById("live");
  live.dataset.revision = names.length + 1;
  const rows = [...made.querySelectorAll(".score tr")];
  rows.forEach((row, hand) => {
    [...row.children].slice(names.length + 1).forEach((cell) => cell.remove());
    if (!hand) return;
    const deals = (dealer + hand - 1) % names.length;
    const word = fill(form.dataset.deals, told[deals]);
    row.dataset.dealer = word;
    row.querySelector("th > .visually-hidden:last-child").textContent = `, ${word}`;
    [...row.querySelectorAll("td")].forEach((cell, seat) => cell.classList.toggle("cell--deals", seat === deals));
  });
  [...made.querySelectorAll(".score-ruler i")].slice(names.length + 1).forEach((one) => one.remove());
  [...made.querySelectorAll(".strip__own li")].slice(names.length).forEach((one) => one.remove());
  made.querySelector(".chip--dealer").textContent = rows[1].dataset.dealer;
  made.title = `${told.join(", ")} – Shanghai`;
  return `<!doctype html>\n${made.documentElement.outerHTML}`;
};

/** Who plays, and which of them deals first. The lot is drawn here, so that a sheet told twice has one dealer. */
const written = () => {
  const seats = Array.from({ length: SEATS }, (_, at) => form.elements[`name${at + 1}`]);
  const named = seats.map(({ value }, at) => [at + 1, value.trim().replace(/\s+/g, " ")]).filter(([, name]) => name);
  const chosen = named.findIndex(([seat]) => String(seat) === form.elements.dealer.value);
  const dealer = chosen < 0 ? lot % named.length : chosen;
  return { names: named.map(([, name]) => name), dealer, seat: named[dealer]?.[0] };
};

/** Begin without the server. */
const alone = async (home) => {
  const said = form.querySelector("[data-said]");
  const { names, dealer } = written();
  const game = form.elements.game.value;
  const shell = await (await globalThis.caches?.match(shellUrl(game), { ignoreVary: true }))?.text();
  if (names.length < 2) return (said.textContent = said.dataset.few);
  if (!shell || !navigator.serviceWorker.controller) return (said.textContent = said.dataset.none);
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const kept = new Response(page(shell, names, dealer), { headers });
  await (await caches.open(outbox.PAGES)).put(new URL(home, location.href).href, kept);
  const named = Object.fromEntries(names.map((name, at) => [`name${at + 1}`, name]));
  const ids = players.slice(0, names.length);
  const fields = { kind: "begin", uuid: begin, saw: 0, game, dealer: dealer + 1, players: ids, ...named };
  await outbox.put({ url: new URL(`${home}operations/`, location.href).href, fields, said: names.join(", ") });
  location.assign(home);
};

const start = async (event) => {
  event.preventDefault();
  const { names, seat } = written();
  if (names.length < 2) return form.submit(); // the page says what is missing
  const home = form.dataset.home.replace("_".repeat(22), key);
  const fields = new FormData(form);
  fields.set("dealer", seat);
  fields.set("key", key);
  fields.set("players", players.slice(0, names.length));
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.type === "opaqueredirect") return location.assign(home);
    if (answer.status === 422 || answer.status === 429) return form.submit();
  } catch {
    // no network, or the answer was lost: the key is the same
  }
  return alone(home);
};

if (form) {
  form.addEventListener("submit", start);
  form.elements.game.addEventListener("change", () => prepare().catch(() => {}));
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // come back to begin another sheet
  addEventListener("load", () => prepare().catch(() => {}));
}
if (begun) list();
const register = async () => {
  try {
    await navigator.serviceWorker.register(begun.dataset.worker);
    const ready = await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) ready.active.postMessage("claim");
  } catch {
    // plain http, or no network
  }
};
if (document.readyState === "complete") register();
else addEventListener("load", register);
