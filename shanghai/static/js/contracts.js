// Contracts built by taps: "2S3 S3+R4" in the field becomes a list of hands with their melds, and back.
// The field stays the form's value; without this file it is typed.

const field = document.querySelector("[data-contracts]");
const builder = field?.querySelector("[data-builder]");
const input = field?.querySelector("input");

const PART = /^([1-9]?)([SR])([0-9]{1,2})$/;

/** The melds of each hand, such as [["S3", "S3"], ["S3", "R4"]]; null where the text is none. */
const read = (text) => {
  const hands = text.toUpperCase().split(/[\s,;]+/).filter(Boolean).map((contract) =>
    contract.split("+").flatMap((part) => {
      const [, count, kind, size] = PART.exec(part) ?? [];
      return kind ? Array(Number(count || 1)).fill(kind + size) : [null];
    }),
  );
  return hands.flat().includes(null) ? null : hands;
};

/** The text of the hands: equal melds together, sets before runs, small before large. */
const write = (hands) =>
  hands
    .map((melds) => {
      const counts = new Map();
      for (const meld of melds) counts.set(meld, (counts.get(meld) ?? 0) + 1);
      return [...counts].map(([meld, count]) => (count > 1 ? `${count}${meld}` : meld)).join("+");
    })
    .join(" ");

const rank = (meld) => (meld[0] === "S" ? 0 : 100) + Number(meld.slice(1));

let hands = [];
let chosen = 0;

const named = (meld) => (meld[0] === "S" ? builder.dataset.set : builder.dataset.run).replace("{size}", meld.slice(1));

const show = (focus) => {
  const list = builder.querySelector("ol");
  list.replaceChildren(
    ...hands.map((melds, at) => {
      const item = document.createElement("li");
      item.className = "builder__hand";
      const pick = document.createElement("button");
      pick.type = "button";
      pick.className = "btn btn--quiet";
      pick.dataset.pick = at;
      pick.textContent = builder.dataset.hand.replace("{number}", at + 1);
      pick.setAttribute("aria-pressed", at === chosen);
      item.append(pick);
      if (!melds.length) item.append(Object.assign(document.createElement("span"), { className: "hint", textContent: builder.dataset.empty }));
      melds.forEach((meld, index) => {
        const chip = document.createElement("button");
        chip.type = "button";
        chip.className = "btn builder__meld";
        chip.textContent = `${named(meld)} ×`;
        chip.setAttribute(
          "aria-label",
          builder.dataset.take.replace("{number}", at + 1).replace("{meld}", named(meld)),
        );
        chip.dataset.take = `${at} ${index}`;
        item.append(chip);
      });
      return item;
    }),
  );
  if (focus !== undefined) list.querySelector(`[data-pick="${focus}"]`)?.focus();
};

const changed = (focus) => {
  input.value = write(hands.filter((melds) => melds.length));
  show(focus);
};

const press = (button) => {
  const data = button.dataset;
  if ("pick" in data) {
    chosen = Number(data.pick);
    show(chosen);
  } else if ("take" in data) {
    const [at, index] = data.take.split(" ").map(Number);
    hands[at].splice(index, 1);
    chosen = at;
    changed(at);
  } else if ("add" in data) {
    hands[chosen] = [...hands[chosen], data.add].sort((one, other) => rank(one) - rank(other));
    changed();
  } else if ("more" in data && hands.length < 20) {
    hands.push([]);
    chosen = hands.length - 1;
    changed(chosen);
  } else if ("less" in data && hands.length > 1) {
    hands.pop();
    chosen = Math.min(chosen, hands.length - 1);
    changed();
  }
};

const take = () => {
  const found = read(input.value);
  // What cannot be read stays to be mended by hand.
  builder.hidden = !found?.length;
  if (!found?.length) return;
  hands = found;
  chosen = Math.min(chosen, hands.length - 1);
  show();
};

if (builder) {
  builder.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) press(button);
  });
  input.addEventListener("input", take);
  take();
}
