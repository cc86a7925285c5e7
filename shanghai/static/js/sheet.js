// Entry at the table. The pages work without this script; with it keys answer at once, scores are painted and kept in
// the outbox before they are sent, and what other phones write appears within a second.

import { cells, live, pad } from "./sheet/cells.js";
import { begin, go } from "./sheet/pad.js";
import { lay } from "./sheet/paint.js";
import { add, canUndo, dropRefused, showBy, waiting } from "./sheet/waiting.js";
import { again, watch } from "./sheet/watch.js";
import "./sheet/comfort.js";

const STEPS = ["buy", "reorder", "undo", "redo"]; // each tap is one more
// Not yet answered, a form keeps its UUID: filled in again, it is another operation.
const isOther = (one, fields) =>
  one.uuid === fields.uuid && Object.keys(fields).some((name) => one[name] !== fields[name]);

document.addEventListener("click", (event) => {
  if (!pad || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest?.("[data-cell], [data-go]");
  const cell = link?.dataset.cell ? link : link && cells().find((one) => one.pathname === link.pathname);
  if (!cell) return;
  event.preventDefault();
  go(cell);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("op" in form.dataset)) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form, event.submitter));
  if (STEPS.includes(fields.kind) || waiting.some((one) => isOther(one.fields, fields))) fields.uuid = outbox.uuid();
  const last = form.dataset.step === "undo" && waiting.findLast(canUndo);
  if (last) fields.target = last.fields.uuid;
  form.reset(); // it is written: what is typed from now on is something else
  add(fields, { said: event.submitter?.getAttribute("aria-label") ?? event.submitter?.textContent.trim() });
});

document.querySelector(".refused button")?.addEventListener("click", dropRefused);

showBy((entry) => (entry.paint ? lay() : again()));
if (pad) begin();
watch();

/** Without the worker the page works while it is open. It fetches much, so it waits until the page has come. */
const register = async () => {
  try {
    await navigator.serviceWorker.register(live().dataset.worker);
    const ready = await navigator.serviceWorker.ready;
    // The page may have been on its way while the worker came, and passed by it.
    if (!navigator.serviceWorker.controller) ready.active.postMessage("claim");
    const url = location.href.split("#")[0];
    if (!(await caches.match(url, { ignoreVary: true }))) await (await caches.open(outbox.PAGES)).add(url);
  } catch {
    // plain http, or no network
  }
};
if (document.readyState === "complete") register();
else addEventListener("load", register);
