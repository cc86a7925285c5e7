// The service worker: score sheets open without a network, and what waits in the outbox is sent when it is back.
// Loaded by sw.js, which names the build's files (FILES), their cache (STATIC), the pages to keep beside (ALSO) and
// what a notice shows (ICON).
// Live tables are never kept.

const PATIENCE = 3000;
// An account's pages are nobody else's, and the captains' sheet is all in its address: every tap is another page.
const NEVER = ["/s/account/", "/s/captains/"];
const isSheet = ({ origin, pathname }) =>
  origin === location.origin && pathname.startsWith("/s/") && !NEVER.some((one) => pathname.startsWith(one));
const isHome = ({ origin, pathname }) => origin === location.origin && pathname === "/"; // where a home screen begins
// Who gets a card is answered for the buys of that moment: an answer that was kept would be a wrong ruling later.
const isRuling = ({ pathname, search }) => Boolean(search) && pathname.endsWith("/claim/");
// The sheet that a page belongs to; the list for pages of none.
const rootOf = (pathname) => pathname.match(/^\/s\/(v\/)?[\w-]{22}\//)?.[0] ?? "/s/";
const quietly = (promise) => promise.catch(() => {});

/** Keep a page under the address at which it was asked for. */
const keepPage = async (url, answer) => {
  if (answer.ok && !answer.redirected && answer.headers.get("Content-Type")?.startsWith("text/html")) {
    await (await caches.open(outbox.PAGES)).put(url, answer.clone());
  }
  return answer;
};

const load = async (url) => keepPage(url, await fetch(url));

/** With a sheet goes the page that lies beside the cards. */
const alsoTable = async ({ pathname }) => {
  const root = rootOf(pathname);
  if (root === "/s/" || root.startsWith("/s/v/") || (await caches.match(`${root}table/`, { ignoreVary: true }))) return;
  await load(`${root}table/`);
};

/** The page itself, else the sheet that it belongs to, else the list of sheets. */
const kept = async ({ pathname, href }) => {
  for (const url of [href, href.split("?")[0], rootOf(pathname), "/s/"]) {
    const found = await caches.match(url, { ignoreVary: true });
    if (found) return found;
  }
};

/** Whether a sheet was begun on this phone and the server may not know it yet. */
const isBegun = async ({ pathname }) =>
  (await outbox.list()).some(({ url, fields }) => fields.kind === "begin" && new URL(url).pathname.startsWith(rootOf(pathname)));

/** From the network if it answers in time, else the last copy. */
const page = async (event) => {
  const url = new URL(event.request.url);
  const fresh = fetch(event.request).then((answer) => keepPage(url.href, answer));
  event.waitUntil(quietly(fresh.then(() => alsoTable(url))));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([quietly(fresh), late]);
  const isUnknown = answer?.status === 404 && (await isBegun(url));
  if (answer && answer.status < 500 && !isUnknown) return answer;
  return (await kept(url)) ?? answer ?? fresh;
};

const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/** Let an older build's files go once no kept page names one of them that this build has not. */
const tidy = async () => {
  const pages = await caches.open(outbox.PAGES);
  const copies = await Promise.all((await pages.keys()).map(async (key) => (await pages.match(key)).text()));
  const text = copies.join("");
  for (const name of await caches.keys()) {
    if (!name.startsWith("static-") || name === STATIC) continue;
    const files = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    if (!files.some((one) => !FILES.includes(one) && text.includes(one))) await caches.delete(name);
  }
};

/** Fetch the kept pages anew, so that they name this build's files. */
const renew = async () => {
  const pages = await caches.open(outbox.PAGES);
  const urls = (await pages.keys()).map(({ url }) => url).filter((url) => !url.endsWith("/live/"));
  await Promise.all(urls.map((url) => quietly(load(url))));
  await tidy();
};

/** A sheet that was taken off this phone's list, or deleted, leaves no copy. */
const forget = async (pathname) => {
  const pages = await caches.open(outbox.PAGES);
  for (const key of await pages.keys()) {
    if (new URL(key.url).pathname.startsWith(rootOf(pathname))) await pages.delete(key);
  }
  await pages.delete("/s/");
};

/** Whoever signs out leaves no copies, but of sheets from which something waits to be sent. */
const leave = async () => {
  const waiting = (await outbox.list()).map(({ url }) => rootOf(new URL(url).pathname));
  const pages = await caches.open(outbox.PAGES);
  for (const key of await pages.keys()) {
    const { pathname } = new URL(key.url);
    if (isSheet(new URL(key.url)) && !waiting.includes(rootOf(pathname))) await pages.delete(key);
  }
};

addEventListener("install", (event) => {
  const install = async () => {
    await (await caches.open(STATIC)).addAll(FILES);
    // The open page was fetched before there was a worker.
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const urls = new Set(windows.map(({ url }) => url.split("#")[0]).filter((url) => isSheet(new URL(url))));
    await Promise.all([...urls, ...ALSO].map((url) => quietly(load(url))));
    await Promise.all([...urls].map((url) => quietly(alsoTable(new URL(url)))));
    await skipWaiting(); // harmless: a page finds the files of its own build as long as it is kept
  };
  event.waitUntil(install());
});

addEventListener("activate", (event) => event.waitUntil(clients.claim().then(renew)));

addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(clients.claim());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && /^\/s\/[\w-]{22}\/(forget|delete|rekey)\/$/.test(url.pathname)) {
    event.waitUntil(forget(url.pathname));
  } else if (request.method === "POST" && /^\/s\/account\/(leave|erase)\/$/.test(url.pathname)) {
    event.waitUntil(leave());
  } else if (request.method === "GET" && url.pathname.startsWith("/static/")) {
    event.respondWith(file(request));
  } else if (request.method === "GET" && request.mode === "navigate" && !isRuling(url) && (isSheet(url) || isHome(url))) {
    event.respondWith(page(event));
  }
});

addEventListener("sync", (event) => {
  const send = async () => {
    if (!(await outbox.send())) throw new Error("not all was sent"); // the browser asks again later
  };
  if (event.tag === "outbox") event.waitUntil(send());
});

// A table waits for somebody. What comes is a title, a line and the table's address; never a card.
addEventListener("push", (event) => {
  const show = async () => {
    const { title, body, lang, tag, navigate } = event.data.json().notification;
    const windows = await clients.matchAll({ type: "window" });
    const isSeen = windows.some((one) => one.visibilityState === "visible" && one.url.startsWith(navigate));
    if (isSeen) return; // the table itself says it
    await registration.showNotification(title, { body, lang, tag, icon: ICON, data: { navigate } });
  };
  event.waitUntil(show());
});

addEventListener("notificationclick", (event) => {
  const { navigate } = event.notification.data;
  const open = async () => {
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const at = windows.find((one) => one.url.startsWith(navigate));
    await (at ? at.focus() : clients.openWindow(navigate));
  };
  event.notification.close();
  event.waitUntil(open());
});
