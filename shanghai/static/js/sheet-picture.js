// A picture of the final table, drawn on this phone: who won, the places, the points of every hand.

const PAPER = "#f8f3ea";
const SURFACE = "#fffdf8";
const INK = "#241a15";
const SOFT = "#64554b";
const LINE = "#dccfbd";
const LACQUER = "#9c1f18";
const JADE = "#0d5f4c";
const GOLD = "#c99a3f";
const TEXT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const TITLE = '"Iowan Old Style", "Palatino Linotype", Palatino, P052, "Noto Serif", Georgia, serif';

const EDGE = 48;
const HAND = 64; // the first column
const LINE_HEIGHT = 50;
const PLACE_HEIGHT = 58;
const SCALE = 1.5;

/** The text as large as it may be and still fit the width; cut short where even small letters do not. */
const fitted = (pen, text, width, { size, least = 18, font = TEXT, weight = 400 }) => {
  let points = size;
  const measure = (one) => {
    pen.font = `${weight} ${points}px ${font}`;
    return pen.measureText(one).width;
  };
  while (points > least && measure(text) > width) points -= 1;
  if (measure(text) <= width) return text;
  let letters = [...text];
  while (letters.length > 1 && measure(`${letters.join("")}\u2026`) > width) letters = letters.slice(0, -1);
  return `${letters.join("")}\u2026`;
};

const write = (pen, text, x, y, width, { color = INK, align = "left", ...look }) => {
  const shown = fitted(pen, String(text), width, look);
  pen.fillStyle = color;
  pen.textAlign = align;
  pen.fillText(shown, x, y);
};

const box = (pen, x, y, width, height, fill) => {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 14);
  pen.fill();
};

const drawHead = (pen, { title, about }, width) => {
  pen.fillStyle = LACQUER;
  pen.fillRect(0, 0, width, 150);
  pen.fillStyle = GOLD;
  pen.fillRect(0, 150, width, 5);
  write(pen, title, EDGE, 74, width - 2 * EDGE, { size: 46, least: 26, font: TITLE, weight: 700, color: "#fff8f0" });
  write(pen, about, EDGE, 122, width - 2 * EDGE, { size: 24, color: "#fff8f0" });
};

const drawPlaces = (pen, places, width, top) => {
  box(pen, EDGE / 2, top, width - EDGE, places.length * PLACE_HEIGHT + 16, SURFACE);
  places.forEach(({ rank, name, total, leads }, at) => {
    const y = top + 8 + at * PLACE_HEIGHT + PLACE_HEIGHT / 2;
    if (leads) {
      pen.fillStyle = GOLD;
      pen.beginPath();
      pen.arc(EDGE + 22, y, 20, 0, 7);
      pen.fill();
    }
    const weight = leads ? 700 : 400;
    write(pen, rank ?? "\u2013", EDGE + 22, y, 40, { size: 28, weight, align: "center" });
    write(pen, name, EDGE + 66, y, width - 2 * EDGE - 240, { size: 32, weight });
    write(pen, total, width - EDGE, y, 160, { size: 32, weight, align: "right" });
  });
};

const drawTable = (pen, { names, rows, total, totals, leads }, width, top) => {
  const column = (width - EDGE - HAND) / names.length;
  const middle = (at) => EDGE / 2 + HAND + column * (at + 0.5);
  const line = (y, color = LINE) => {
    pen.fillStyle = color;
    pen.fillRect(EDGE / 2 + 12, y, width - EDGE - 24, 2);
  };
  box(pen, EDGE / 2, top, width - EDGE, (rows.length + 2) * LINE_HEIGHT + 12, SURFACE);
  let y = top + LINE_HEIGHT / 2 + 6;
  names.forEach((name, at) => write(pen, name, middle(at), y, column - 14, { size: 24, weight: 700, align: "center" }));
  for (const { hand, points, out } of rows) {
    line(y + LINE_HEIGHT / 2 - 1);
    y += LINE_HEIGHT;
    write(pen, hand, EDGE / 2 + HAND / 2 + 4, y, HAND - 12, { size: 24, color: SOFT, align: "center" });
    points.forEach((text, at) => {
      const look = { size: 26, align: "center", weight: out[at] ? 700 : 400, color: out[at] ? JADE : INK };
      write(pen, text, middle(at), y, column - 14, look);
    });
  }
  line(y + LINE_HEIGHT / 2 - 1, INK);
  y += LINE_HEIGHT;
  write(pen, total, EDGE / 2 + 12, y, HAND - 8, { size: 22, least: 12, color: SOFT });
  totals.forEach((text, at) => {
    write(pen, text, middle(at), y, column - 14, {
      size: 30, align: "center", weight: 700, color: leads[at] ? LACQUER : INK,
    });
  });
};

/** The picture as a canvas. `shown`: see scorekeeper/picture.py. */
export const draw = (shown) => {
  const width = Math.max(720, EDGE + HAND + shown.names.length * 104);
  const places = 155 + 28;
  const table = places + shown.places.length * PLACE_HEIGHT + 16 + 24;
  const height = table + (shown.rows.length + 2) * LINE_HEIGHT + 12 + 28;
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext("2d");
  pen.scale(SCALE, SCALE);
  pen.textBaseline = "middle";
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, width, height);
  drawHead(pen, shown, width);
  drawPlaces(pen, shown.places, width, places);
  drawTable(pen, shown, width, table);
  return canvas;
};

/** Send the picture by the share menu; where that takes no pictures, save it as a file. True: it was saved. */
export const send = async (shown, name) => {
  const blob = await new Promise((done) => draw(shown).toBlob(done, "image/png"));
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: shown.title }).catch(() => {});
    return false;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  return true;
};
