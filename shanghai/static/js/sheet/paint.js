// What waits, laid over the server's last word: scores and their sums, buys, seats, the hand that is being played.

import {
  all, asked, cells, fill, find, format, handOf, headOf, isBlank, live, nameOf, openRow, pad, parse,
} from "./cells.js";
import { canUndo, tellUnsent, waiting } from "./waiting.js";

/** Lay what waits over the sheet. */
export const lay = () => {
  const undone = waiting.map(({ fields }) => (fields.kind === "undo" ? fields.target : ""));
  for (const { paint, fields, refused } of waiting) {
    if (paint && !refused && !undone.includes(fields.uuid)) {
      paintScore(...paint);
      grow();
    }
    if (fields.kind === "buy") paintBuy(fields);
    if (fields.kind === "reorder") paintMove(fields);
  }
  const step = live().querySelector('[data-step="undo"] button');
  if (step && waiting.some(canUndo)) step.disabled = false;
  if (waiting.length) follow();
  tellUnsent();
};

/** Put a score into a cell of the page, and what follows from it into its column. */
const paintScore = (key, points, out, said, draft) => {
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

/** A game without a last hand: as soon as nobody is blank there is one hand more, as the server will say too. */
const grow = () => {
  if (!pad || !("grows" in live().dataset) || openRow()) return;
  const last = all(".score tbody tr", live()).at(-1);
  const row = last.cloneNode(true);
  const hand = Number(handOf(cells().at(-1))) + 1;
  row.removeAttribute("aria-current");
  row.dataset.title = row.dataset.title.replace(/\d+$/, hand);
  row.querySelector(".hand__number").lastChild.textContent = ` ${hand}`;
  last.after(row);
  for (const cell of all("[data-cell]", row)) {
    cell.dataset.cell = cell.dataset.cell.replace(/\d+$/, hand);
    cell.href = cell.href.replace(/\d+(?=\/\d+\/$)/, hand);
    for (const word of ["points", "taps", "typed", "cards", "met"]) delete cell.dataset[word];
    for (const text of all("span", cell)) text.textContent = "";
    cell.ariaLabel = fill(pad.dataset.said, `${nameOf(cell)}, ${fill(pad.dataset.handWord, hand)}`, pad.dataset.blankWord);
    cell.parentElement.className = "cell";
  }
  deal(last, row);
};

/** The deal goes on to the next seat that plays. */
const deal = (last, row) => {
  const seats = all("[data-cell]", row);
  const place = all("[data-cell]", last).findIndex((cell) => cell.closest(".cell--deals"));
  if (place < 0) return;
  const next = seats[(place + 1) % seats.length];
  next.parentElement.classList.add("cell--deals");
  row.dataset.dealer = last.dataset.dealer.replace(nameOf(seats[place]), () => nameOf(next));
  row.querySelector("th > .visually-hidden:last-child").textContent = `, ${row.dataset.dealer}`;
};

const paintBuy = ({ player, move }) => {
  const used = live().querySelector(`[data-buy]:has([value="${CSS.escape(player)}"]) output`);
  if (!used) return;
  const count = Math.max(0, Number(used.dataset.used) + Number(move));
  used.textContent = used.textContent.replace(/\d+/, (used.dataset.used = count));
  const [, most = Infinity] = used.textContent.match(/\d+/g);
  used.previousElementSibling.disabled = !count;
  used.nextElementSibling.disabled = count >= most;
};

const paintMove = ({ player, move }) => {
  const seat = live().querySelector(`li[data-player="${CSS.escape(player)}"]`);
  if (Number(move) < 0) seat?.previousElementSibling?.before(seat);
  else seat?.nextElementSibling?.after(seat);
};

/** The strip goes on to the hand in which the first blank cell is, also before the server knows of it. */
const follow = () => {
  const row = openRow();
  if (!row || row.getAttribute("aria-current") || live().querySelector(".result")) return;
  for (const old of all("tr[aria-current]", live())) old.removeAttribute("aria-current");
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
  for (const own of all("[data-own]", live())) own.textContent = asked(own.dataset.own, handOf(cells().find(isBlank)));
  const slots = row.querySelector(".slots");
  if (slots) live().querySelector(".strip .slots")?.replaceWith(slots.cloneNode(true));
};
