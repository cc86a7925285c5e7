// The sheet as the server last had it, asked for every second; and the page's own version of the site.

import { all, find, kept, live, openRow, pad } from "./cells.js";
import { lay } from "./paint.js";
import { isBusy, settle } from "./pad.js";
import { look, operationsUrl, post, tab, unsent, waiting } from "./waiting.js";

const POLL = 1000;
const RETRY = 15000;

const isGrid = Boolean(live().querySelector(".score-box")); // the answer to an operation is the grid
let etag = "";
let html = live().outerHTML; // the sheet as the server last had it
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
      const isNews = etag || revisionIn(text) !== revisionIn(html); // the first answer mostly tells what the page says
      if (isNews) swap(text, answer.headers.get("ETag"));
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
  if (!build || build === mine || isBusy() || unsent().length) return;
  const row = openRow();
  const begun = row && all("[data-points]", row).length;
  if (!begun && sessionStorage.getItem("build") !== build) {
    sessionStorage.setItem("build", build); // once: a page that stays old does not reload for ever
    location.reload();
  }
};

/** The fields that can be typed in, by what each is for. */
const fields = () =>
  new Map(
    all("form[data-op] input:not([type=hidden])", live()).map((one) => [
      [one.form.kind.value, one.form.player?.value, one.name, one.type === "radio" && one.value].join(" "),
      one,
    ]),
  );

/** What is being typed goes on in the fields that have taken the old ones' places. */
const goOn = (before, active) => {
  for (const [key, one] of fields()) {
    const old = before.get(key);
    if (!old) continue;
    if (old.value !== old.defaultValue) one.value = old.value;
    if (old.checked !== old.defaultChecked) one.checked = old.checked;
    if (old === active) one.focus({ preventScroll: true });
  }
};

const swap = (text, tag) => {
  const active = document.activeElement;
  const { cell, keep } = active?.dataset ?? {};
  const typed = fields();
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
  goOn(typed, active);
  (cell ? find(cell) : keep && kept(keep))?.focus({ preventScroll: true });
};

/** Show the server's last word with what waits over it. */
export const again = () => swap(html, etag);

const revisionIn = (text) => Number(text.match(/data-revision="(\d+)"/)?.[1] ?? 0);

const heard = async ({ data }) => {
  if (data.url !== operationsUrl || data.tab === tab) return;
  await look();
  if (data.html && isGrid && revisionIn(data.html) >= revisionIn(html)) return swap(data.html, data.tag);
  if (isGrid || unsent().length) return again();
  etag = "";
  rest = 0;
  poll();
};

/** At the start: what waits, and the living part if a newer one than the page's was kept. */
const restore = async () => {
  await look();
  const newest = await (await globalThis.caches?.match(live().dataset.url, { ignoreVary: true }))?.text();
  if (newest && revisionIn(newest) > revisionIn(html)) swap(newest, "");
  else if (waiting.length) again();
  post();
};

const wake = () => {
  rest = 0;
  if (document.hidden) return;
  post();
  poll();
};

export const watch = () => {
  new BroadcastChannel("outbox").onmessage = heard;
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && look().then(wake));
  addEventListener("online", wake);
  setInterval(poll, POLL);
  setInterval(() => unsent().length && post(), RETRY);
  restore();
};
