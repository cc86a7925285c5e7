// Hand the whole sheet to another phone without a network: its points as an address, the address as a QR code.
// Own encoder (ISO/IEC 18004): byte mode, error level L, versions 1 to 40. Loaded only when it is asked for.

const PER_BLOCK = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28,
  ...Array(14).fill(30)];
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17,
  18, 19, 19, 20, 21, 22, 24, 25];
const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (((x / 3) | 0) + ((y / 2) | 0)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

const POWER = [];
const LOG = [];
for (let n = 0, value = 1; n < 255; n++) {
  POWER[n] = value;
  LOG[value] = n;
  value = (value << 1) ^ (value > 127 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

/** The error correction words of a block. */
const remainder = (data, count) => {
  let divisor = [1];
  for (let n = 0; n < count; n++) {
    const next = [...divisor, 0];
    divisor.forEach((value, at) => (next[at + 1] ^= times(value, POWER[n])));
    divisor = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at];
    if (factor) divisor.forEach((value, n) => (rest[at + n] ^= times(value, factor)));
  }
  return rest.slice(data.length);
};

const alignments = (version) => {
  if (version === 1) return [];
  const count = ((version / 7) | 0) + 2;
  const size = version * 4 + 17;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, n) => size - 7 - n * step).reverse()];
};

/** Words of a version in all, data and correction. */
const room = (version) => {
  let bits = (16 * version + 128) * version + 64;
  if (version > 1) {
    const count = ((version / 7) | 0) + 2;
    bits -= (25 * count - 10) * count - 55;
    if (version > 6) bits -= 36;
  }
  return bits >> 3;
};

const capacity = (version) => room(version) - PER_BLOCK[version] * BLOCKS[version];

/** Data and correction words in the order in which they are drawn. */
const words = (bytes, version) => {
  const bits = [];
  const put = (value, count) => {
    for (let n = count - 1; n >= 0; n--) bits.push((value >> n) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  const most = capacity(version) * 8;
  put(0, Math.min(4, most - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < most; pad ^= 0xfd) put(pad, 8);
  const data = Array.from({ length: most / 8 }, (_, n) => parseInt(bits.slice(n * 8, n * 8 + 8).join(""), 2));
  const blocks = BLOCKS[version];
  const short = (data.length / blocks) | 0;
  const long = data.length % blocks;
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, n) => {
    const part = data.slice(from, (from += short + (n >= blocks - long ? 1 : 0)));
    return { part, check: remainder(part, PER_BLOCK[version]) };
  });
  const found = [];
  for (let n = 0; n <= short; n++) for (const { part } of parts) if (n < part.length) found.push(part[n]);
  for (let n = 0; n < PER_BLOCK[version]; n++) for (const { check } of parts) found.push(check[n]);
  return found;
};

/** A code's squares: rows of 0 and 1. */
export const encode = (text) => {
  const bytes = [...new TextEncoder().encode(text)];
  let version = 1;
  while (version < 41 && capacity(version) < bytes.length + (version < 10 ? 2 : 3)) version++;
  if (version > 40) throw new RangeError("too much for a code");
  const size = version * 4 + 17;
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (x, y, on) => {
    if (grid[y]?.[x] !== undefined) grid[y][x] = Number(on);
  };

  for (let n = 0; n < size; n++) [set(n, 6, n % 2 === 0), set(6, n, n % 2 === 0)];
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let y = -4; y < 5; y++) {
      for (let x = -4; x < 5; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, ring !== 2 && ring !== 4);
      }
    }
  }
  const at = alignments(version);
  for (const cx of at) {
    for (const cy of at) {
      if ((cx === 6 && (cy === 6 || cy === size - 7)) || (cy === 6 && cx === size - 7)) continue;
      for (let y = -2; y < 3; y++) {
        for (let x = -2; x < 3; x++) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
      }
    }
  }
  const format = (mask) => {
    let rest = (1 << 3) | mask; // level L is 01
    for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((((1 << 3) | mask) << 10) | rest) ^ 0x5412;
    const bit = (n) => (bits >> n) & 1;
    for (let n = 0; n < 6; n++) set(8, n, bit(n));
    [set(8, 7, bit(6)), set(8, 8, bit(7)), set(7, 8, bit(8))];
    for (let n = 9; n < 15; n++) set(14 - n, 8, bit(n));
    for (let n = 0; n < 8; n++) set(size - 1 - n, 8, bit(n));
    for (let n = 8; n < 15; n++) set(8, size - 15 + n, bit(n));
    set(8, size - 8, 1);
  };
  format(0);
  if (version > 6) {
    let rest = version;
    for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let n = 0; n < 18; n++) {
      const a = size - 11 + (n % 3);
      const b = (n / 3) | 0;
      [set(a, b, (bits >> n) & 1), set(b, a, (bits >> n) & 1)];
    }
  }

  const free = grid.map((row) => row.map((square) => square === null));
  const all = words(bytes, version);
  let n = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = (right + 1) & 2 ? step : size - 1 - step;
        if (!free[y][x]) continue;
        grid[y][x] = n < all.length * 8 ? (all[n >> 3] >> (7 - (n & 7))) & 1 : 0;
        n++;
      }
    }
  }

  const masked = MASKS.map((mask, number) => {
    format(number);
    return grid.map((row, y) => row.map((square, x) => (free[y][x] && !mask(x, y) ? square ^ 1 : square)));
  });
  return masked.reduce((best, one) => (burden(one) < burden(best) ? one : best));
};

/** How hard a code is to read: long runs, blocks, false eyes, too dark or too light. */
const burden = (grid) => {
  const size = grid.length;
  let sum = 0;
  const columns = grid.map((_, x) => grid.map((row) => row[x]));
  for (const line of [...grid, ...columns]) {
    const text = line.join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      if (new Set([grid[y][x], grid[y - 1][x], grid[y][x - 1], grid[y - 1][x - 1]]).size === 1) sum += 3;
    }
  }
  const dark = grid.flat().reduce((a, b) => a + b) / size ** 2;
  return sum + 10 * ((Math.abs(dark - 0.5) * 20) | 0);
};

const svg = (grid) => {
  const space = "http://www.w3.org/2000/svg";
  const size = grid.length + 8;
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("class", "qr");
  picture.setAttribute("shape-rendering", "crispEdges");
  const draw = (d, fill) => {
    const path = picture.appendChild(document.createElementNS(space, "path"));
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
  };
  draw(`M0 0h${size}v${size}h-${size}z`, "#fff");
  const squares = grid.flatMap((row, y) => row.map((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  draw(squares.join(""), "#000");
  return picture;
};

/** The points on the page, what is not sent yet included: names, then a row for each hand.
 *  "+" holds what was agreed; "*2" has a 1 for each player who met a contract of their own in hand 2. */
export const pointsOf = (live) => {
  const heads = [...live.querySelectorAll("th[data-number]")];
  const rows = [...live.querySelectorAll(".score tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.querySelector("[data-cell]")?.dataset.points ?? ""),
  );
  while (rows.length && rows.at(-1).every((points) => points === "")) rows.pop();
  const number = (text) => Number(text.replace("\u2212", "-")) || 0;
  const agreed = heads.map((head, at) => {
    const written = rows.reduce((sum, row) => sum + (Number(row[at]) || 0), 0);
    return number(head.querySelector("[data-total]").textContent) - written;
  });
  const lines = [heads.map((head) => head.querySelector(".head__name").textContent), ...rows];
  if (agreed.some(Boolean)) lines.push(["+", ...agreed.map((points) => points || "")]);
  for (const [at, row] of [...live.querySelectorAll(".score tbody tr")].entries()) {
    const met = [...row.querySelectorAll("td")].map((cell) => cell.querySelector("[data-cell]")?.dataset.met ?? "");
    if (met.some(Boolean)) lines.push([`*${at + 1}`, ...met]);
  }
  return lines.map((line) => line.map(encodeURIComponent).join(",")).join(";");
};

/** Show the sheet as a code in the dialog. */
export const show = (dialog, live) => {
  const address = `${new URL(dialog.dataset.to, location.href)}#${dialog.dataset.game}!${pointsOf(live)}`;
  dialog.querySelector("[data-code]").replaceChildren(svg(encode(address)));
  dialog.querySelector("textarea").value = address;
  dialog.querySelector("[data-close]").onclick = () => dialog.close();
  dialog.showModal();
};
