// What this phone wrote on the sheet and the server has not answered yet. Knows no cells: how it is shown is told it.

import { fill, live } from "./cells.js";

export const operationsUrl = new URL(live().dataset.operations ?? "", location.href).href;
export const tab = outbox.uuid();
export let waiting = []; // in order
const writing = new Set(); // on the way to the disk
let shown; // shows an entry that was just written

export const unsent = () => waiting.filter(({ refused }) => !refused);
export const showBy = (show) => (shown = show);
export const post = () => (outbox.send(), tellUnsent());

export const add = async (fields, extra) => {
  const entry = { url: operationsUrl, fields: { ...fields, uuid: fields.uuid || outbox.uuid() }, ...extra };
  if (waiting.some((one) => one.fields.uuid === entry.fields.uuid)) return; // tapped twice
  waiting.push(entry);
  writing.add(entry);
  shown(entry);
  await outbox.put(entry);
  writing.delete(entry);
  outbox.tell({ url: operationsUrl, tab });
  post();
  navigator.storage?.persist?.();
  (await navigator.serviceWorker?.ready)?.sync?.register("outbox").catch(() => {});
};

/** Look at the disk again: the worker or another tab may have written or sent something. */
export const look = async () => {
  const found = (await outbox.list()).filter((one) => one.url === operationsUrl);
  waiting = [...found, ...[...writing].filter((one) => !found.some(({ fields }) => fields.uuid === one.fields.uuid))];
};

export const canUndo = ({ paint, fields, refused }) =>
  paint && !refused && !waiting.some((one) => one.fields.target === fields.uuid);

export const tellUnsent = () => {
  const line = document.querySelector(".unsent");
  if (!line) return;
  const refused = waiting.filter((one) => one.refused);
  const count = unsent().filter((one) => !writing.has(one)).length; // what is on the disk outlives the page
  const said = count ? fill(line.dataset.unsent, count) : "";
  const word = line.firstElementChild;
  if (word.textContent !== said) word.textContent = said;
  const box = document.querySelector(".refused");
  box.hidden = !refused.length;
  box.querySelector("ul").replaceChildren(
    ...refused.map(({ said }) => Object.assign(document.createElement("li"), { textContent: said || "?" })),
  );
};

/** What the server refused has been seen. */
export const dropRefused = async () => {
  for (const entry of (await outbox.list()).filter((one) => one.refused && one.url === operationsUrl)) {
    await outbox.drop(entry);
  }
  outbox.tell({ url: operationsUrl });
};

/** Have a screen reader say it. */
export const say = (text) => {
  const line = document.getElementById("said");
  if (line) line.textContent = text;
};
