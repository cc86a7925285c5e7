// Notices while the page is closed: a switch in the table's sheet. Off until somebody wants them, on this device alone.
// The browser makes the address at its push service, the site keeps it, and the worker shows what comes (worker.js).

const root = document.querySelector("#table-root");
const { pushKey: key, worker, notices } = root.dataset;
const WANTED = "notices";
const isHere = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const wanted = () => localStorage.getItem(WANTED) === "on" && Notification.permission === "granted";

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const isSame = (buffer) => buffer && String(new Uint8Array(buffer)) === String(bytes(key));

const tell = (fields) =>
  fetch(notices, {
    method: "POST",
    headers: { "X-CSRFToken": JSON.parse(document.body.getAttribute("hx-headers:inherited"))["X-CSRFToken"] },
    body: new URLSearchParams(fields),
  });

const worked = async () => {
  await navigator.serviceWorker.register(worker);
  return navigator.serviceWorker.ready;
};

/** Have the browser make an address for this site's present key, and the site keep it. */
const begin = async () => {
  const { pushManager } = await worked();
  let made = await pushManager.getSubscription();
  if (made && !isSame(made.options.applicationServerKey)) {
    await made.unsubscribe(); // made for a key that the site has no more
    made = null;
  }
  made ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = made.toJSON();
  if (sessionStorage.getItem(WANTED) === endpoint) return;
  const { ok } = await tell({ do: "keep", endpoint, ...keys });
  if (!ok) throw new Error("not kept");
  localStorage.setItem(WANTED, "on");
  sessionStorage.setItem(WANTED, endpoint);
};

const end = async () => {
  localStorage.removeItem(WANTED);
  sessionStorage.removeItem(WANTED);
  const made = await (await worked()).pushManager.getSubscription();
  if (!made) return;
  await tell({ do: "stop", endpoint: made.endpoint });
  await made.unsubscribe();
};

const say = (which) => {
  for (const one of root.querySelectorAll("[data-push-said]")) one.hidden = one.dataset.pushSaid !== which;
};

const show = () => {
  const place = root.querySelector("[data-push-place]");
  if (!place) return;
  place.hidden = !isHere;
  root.querySelector("[data-push-home]").hidden = isHere || navigator.standalone !== false;
  if (!isHere) return;
  place.querySelector("[data-push-switch]").setAttribute("aria-pressed", String(wanted()));
  say(wanted() ? "on" : "off");
};

root.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-push-switch]");
  if (!button || button.disabled) return;
  button.disabled = true;
  try {
    if (wanted()) await end();
    else if ((await Notification.requestPermission()) === "granted") await begin();
    else return say("denied");
    show();
  } catch {
    say("failed");
  } finally {
    button.disabled = false;
    button.focus();
  }
});
document.addEventListener("htmx:after:swap", ({ detail }) => detail.ctx.target?.id === "sheet" && show());
show();

// Whoever looks at the table needs no notice of it any more, and one whose address has changed says so.
const look = async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  for (const one of (await worker?.getNotifications({ tag: root.dataset.code })) ?? []) one.close();
  if (wanted()) await begin();
};
if (isHere) {
  const soon = () => look().catch(() => {}); // no network, or no push service: it is tried at the next visit
  addEventListener("load", soon);
  document.addEventListener("visibilitychange", () => !document.hidden && soon());
}
