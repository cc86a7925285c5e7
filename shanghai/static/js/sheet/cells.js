// A sheet's page, read: the living part, its cells, whose and which hand's they are. Changes nothing.

export const MINUS = "\u2212";

export const pad = document.getElementById("pad");
export const live = () => document.getElementById("live");
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const format = (number) => (number < 0 ? MINUS + -number : String(number));
export const parse = (text) => Number(text.replace(MINUS, "-")) || 0;
export const fill = (pattern, ...words) => words.reduce((text, word) => text.replace("%s", () => word), pattern);
export const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? "";

export const kept = (key) => live().querySelector(`[data-keep="${CSS.escape(key)}"]`);
export const find = (key) => live().querySelector(`[data-cell="${CSS.escape(key)}"]`);
export const cells = () => all("[data-cell]", live());
export const handOf = (cell) => cell.dataset.cell.split(":")[1];
export const headOf = (cell) => live().querySelector(`[data-number="${cell.dataset.cell.split(":")[0]}"]`);
export const nameOf = (cell) => headOf(cell).querySelector(".head__name").textContent;
export const isBlank = (cell) => !("points" in cell.dataset);

/** Whether this phone writes the cell's points: one player's own, or everybody's. */
export const isOurs = (cell) => !pad?.dataset.mine || cell.dataset.cell.split(":")[0] === pad.dataset.mine;

/** Where everybody has a contract of their own: the one at which a player is in a hand. */
export const asked = (player, hand) => {
  const words = live().dataset.contracts.split("|");
  const met = cells().filter((cell) => cell.dataset.met && headOf(cell).dataset.number === player && handOf(cell) - hand < 0);
  return words[met.length] ?? words.at(-1);
};

/** The row in which the first blank cell is. */
export const openRow = () => cells().find(isBlank)?.closest("tr");

/** The next blank cell: further right in this hand, else the first one. */
export const following = (key) => {
  const here = cells().filter(isOurs);
  const place = here.findIndex((cell) => cell.dataset.cell === key);
  const right = here.slice(place + 1).filter((cell) => handOf(cell) === key.split(":")[1]);
  return [...right, ...here].find((cell) => isBlank(cell) && cell.dataset.cell !== key);
};
