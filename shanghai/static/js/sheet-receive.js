// Read a sheet that another phone shows as a code: from the address, by the camera, from a file or from pasted text.
// What was read is kept on this phone, so that it can be made a sheet later, when there is a network again.

const form = document.querySelector("[data-receive]");
const { text: field, game, file } = form.elements;
const said = form.querySelector("[data-said]");
const shown = form.querySelector("[data-shown]");
const quoted = (cell) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The table in an address's last part: `game!Ana,Ben;0,25;+,,-10;*1,1,`. */
const read = (address) => {
  const [, name, packed] = address.match(/#([\w-]*)!(.+)$/s) ?? [];
  if (!packed) return null;
  try {
    return { name, lines: packed.split(";").map((line) => line.split(",").map(decodeURIComponent)) };
  } catch {
    return null;
  }
};

const show = (address) => {
  const found = read(address);
  if (!found) return false;
  const [names, ...rows] = found.lines;
  const hands = rows.filter(([first]) => !/^[+*]/.test(first)).length;
  const label = (first, at) => (first === "+" ? `${Math.max(hands, 1)} + \u00b1` : first[0] === "*" ? `${first.slice(1)} met` : at + 1);
  const named = rows.map((row, at) => [label(row[0], at), ...row.slice(/^[+*]/.test(row[0]) ? 1 : 0)]);
  field.value = [["hand", ...names], ...named].map((row) => row.map(String).map(quoted).join(",")).join("\n");
  if ([...game.options].some(({ value }) => value === found.name)) game.value = found.name;
  const line = (cells, tag) => {
    const row = document.createElement("tr");
    for (const cell of cells) row.appendChild(document.createElement(tag)).textContent = cell;
    return row;
  };
  shown.querySelector("thead").replaceChildren(line(["", ...names], "th"));
  shown.querySelector("tbody").replaceChildren(...named.map((row) => line(row, "td")));
  shown.hidden = false;
  said.textContent = said.dataset.got.replace("%s", names.length).replace("%s", hands);
  localStorage.setItem("received", address);
  return true;
};

const look = async () => {
  const eye = form.querySelector("video");
  const button = form.querySelector("[data-camera]");
  try {
    const reader = new BarcodeDetector({ formats: ["qr_code"] });
    eye.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    eye.hidden = false;
    await eye.play();
    const stop = () => {
      clearInterval(timer);
      eye.srcObject.getTracks().forEach((track) => track.stop());
      eye.hidden = true;
    };
    const timer = setInterval(async () => {
      const [code] = await reader.detect(eye).catch(() => []);
      if (code && show(code.rawValue)) stop();
    }, 250);
  } catch {
    said.textContent = button.dataset.none;
  }
};

form.querySelector("[data-camera]").addEventListener("click", look);
field.addEventListener("input", () => show(field.value.trim()));
file.addEventListener("change", async () => show((await file.files[0]?.slice(0, 20000).text()) ?? ""));
form.addEventListener("submit", () => navigator.onLine && localStorage.removeItem("received"));
addEventListener("hashchange", () => show(location.hash));
if (!show(location.hash)) show(localStorage.getItem("received") ?? "");
navigator.serviceWorker?.register(form.dataset.worker).catch(() => {});
