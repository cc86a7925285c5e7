// Copy an address, hand it or the result, as text or as a picture, to another app where the device can, print.

/** Copy a text, and say so on the button only if it came about. On plain http the clipboard is closed. */
const copy = async (button, text) => {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (copied || copyByHand(text)) button.querySelector("span").textContent = button.dataset.done;
};

const copyByHand = (text) => {
  const field = document.body.appendChild(document.createElement("textarea"));
  field.value = text;
  field.select();
  const copied = document.execCommand?.("copy");
  field.remove();
  return copied;
};

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copy(button, button.dataset.copy));
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share({ url: button.dataset.share }).catch(() => {}));
}

for (const button of document.querySelectorAll("[data-share-text]")) {
  button.addEventListener("click", async () => {
    const text = button.dataset.shareText;
    if (navigator.share) return navigator.share({ text }).catch(() => {});
    await copy(button, text);
  });
}

// The picture's script is fetched only when it is wanted.
for (const button of document.querySelectorAll("[data-picture]")) {
  button.addEventListener("click", async () => {
    const { send } = await import(button.dataset.picture);
    const saved = await send(JSON.parse(document.getElementById("picture").textContent), button.dataset.name);
    if (saved) button.querySelector("span").textContent = button.dataset.done;
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => {
    if (!button.dataset.print) return print();
    location.href = `${button.dataset.print}#print`;
  });
}
