// House rules on this device: a list of names and links in the browser's own storage, no account. It fills the list
// "my rules" and offers them wherever a rule set is chosen ([data-house-list]). Without this file a link does the same.

import { copyText, toast } from "./toasts.js";

const KEY = "shanghai-house-rules";
const MOST = 50;
const NAME = /^house:[A-Za-z0-9_-]{1,1200}$/;

const kept = () => {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return found.filter((one) => NAME.test(one.key) && typeof one.name === "string");
  } catch {
    return [];
  }
};

const keep = (rules) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(rules.slice(0, MOST)));
    return true;
  } catch {
    // Storage is closed or full: the link still carries the rules.
    return false;
  }
};

const place = document.querySelector("[data-house-mine]");

const show = () => {
  if (!place) return;
  const rules = kept();
  const line = place.querySelector("template").content.firstElementChild;
  place.querySelector("ul").replaceChildren(
    ...rules.map((one) => {
      const item = line.cloneNode(true);
      const link = item.querySelector("a");
      link.textContent = one.name;
      link.href = `/rules/${one.key}/`;
      item.querySelector("[data-house-key]")?.setAttribute("value", one.key);
      const drop = item.querySelector("[data-house-drop]");
      drop.setAttribute("aria-label", place.dataset.drop.replace("{name}", one.name));
      drop.addEventListener("click", () => {
        keep(kept().filter((other) => other.key !== one.key));
        show();
      });
      return item;
    }),
  );
  place.hidden = !rules.length;
};

// A list to choose rules from: a drop-down list gets a group, a row of radio buttons a button for each.
const offer = (list) => {
  const rules = kept();
  const select = list.querySelector("select");
  if (select && rules.length) {
    const group = document.createElement("optgroup");
    group.label = list.dataset.houseList;
    for (const one of rules) {
      if (![...select.options].some((option) => option.value === one.key)) group.append(new Option(one.name, one.key));
    }
    if (group.children.length) select.prepend(group);
    return;
  }
  const row = list.querySelector(".choices__row");
  for (const one of row ? [...rules].reverse() : []) {
    if ([...row.querySelectorAll("input")].some((input) => input.value === one.key)) continue;
    const label = row.querySelector("label").cloneNode(true);
    const input = label.querySelector("input");
    Object.assign(input, { value: one.key, checked: false, id: `house-${row.children.length}` });
    input.removeAttribute("checked");
    label.removeAttribute("for");
    label.querySelector("span").textContent = one.name;
    row.prepend(label);
  }
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-house-keep], [data-house-copy]");
  if (!button) return;
  const { key, name, url, done } = button.dataset;
  if ("houseCopy" in button.dataset) return void copyText(url, done);
  // A new version of rules with the same name takes the old one's place.
  if (keep([{ key, name }, ...kept().filter((one) => one.key !== key && one.name !== name)])) toast(done);
  show();
});

for (const list of document.querySelectorAll("[data-house-list]")) offer(list);
show();
