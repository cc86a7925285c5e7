// Copy an address, or hand it to another app where the device can.

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
