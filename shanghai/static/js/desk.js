// The referee's desk: lists that reload the page, and the address of a ruling to copy or to share.
// Everything works without this file; it saves taps.

import { copyText } from "./toasts.js";

// Another rule set or hand has other rows and keys: the page is asked for anew, with the cards that are there.
const reload = (form) => {
  const address = new URL(form.action || location.href);
  address.search = new URLSearchParams(new FormData(form)).toString();
  location.assign(address);
};

for (const list of document.querySelectorAll("[data-reload-on-change]")) {
  list.addEventListener("input", (event) => event.stopPropagation());
  list.addEventListener("change", (event) => {
    event.stopPropagation();
    reload(list.form);
  });
}

const showShare = () => {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  if ("copy" in button.dataset) copyText(location.href, button.dataset.done);
  else navigator.share({ title: button.dataset.title, url: location.href }).catch(() => {});
});

document.addEventListener("htmx:after:swap", showShare);
showShare();
