// Copy an address, hand it or the result, as text or as a picture, to another app where the device can, print.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const input = button.closest(".code").querySelector(".code__url");
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      input.select(); // on plain http the clipboard is closed: the selected address can be copied by hand
      document.execCommand?.("copy");
    }
    button.querySelector("span").textContent = button.dataset.done;
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share({ url: button.dataset.share }).catch(() => {}));
}

for (const button of document.querySelectorAll("[data-share-text]")) {
  button.addEventListener("click", async () => {
    const text = button.dataset.shareText;
    if (navigator.share) return navigator.share({ text }).catch(() => {});
    await navigator.clipboard?.writeText(text).catch(() => {});
    button.querySelector("span").textContent = button.dataset.done;
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
