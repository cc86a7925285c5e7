// The outbox: what was written on this phone and not yet answered by the server, in the order of writing.
// Pages and the service worker load this same file, so it is a plain script with one name: outbox.

const outbox = (() => {
  const PAGES = "pages"; // the cache of kept pages: see worker.js
  const PATIENCE = 10000;
  const memory = []; // where the browser gives no database: kept as long as the page is open
  let opened;
  let sending;

  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open("shanghai", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("outbox", { keyPath: "n", autoIncrement: true });
      asked.onsuccess = () => {
        asked.result.onversionchange = () => asked.result.close();
        resolve(asked.result);
      };
      asked.onerror = () => reject(asked.error);
    }));

  // crypto.randomUUID is missing on plain http, which is how a phone reaches a laptop on the table.
  const uuid = () =>
    "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (c) =>
      (c ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (c / 4)))).toString(16),
    );

  /** One transaction on the store; done when it is on the disk. */
  const run = async (mode, act) => {
    const transaction = (await open()).transaction("outbox", mode, { durability: "strict" });
    return new Promise((resolve, reject) => {
      const asked = act(transaction.objectStore("outbox"));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };

  const list = async () => [...(await run("readonly", (store) => store.getAll()).catch(() => [])), ...memory];

  const put = (entry) => run("readwrite", (store) => store.put(entry)).catch(() => void memory.push(entry));

  const drop = async (entry) => {
    if (entry.n) await run("readwrite", (store) => store.delete(entry.n));
    else memory.splice(memory.indexOf(entry), 1);
  };

  const tell = (message) => {
    const channel = new BroadcastChannel("outbox");
    channel.postMessage(message);
    channel.close();
  };

  /** Keep the newest living part of a sheet beside its page: without a network it is laid over the page's older one. */
  const keep = async (url, html) => {
    if (!globalThis.caches) return; // plain http
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    await (await caches.open(PAGES)).put(url, new Response(html, { headers })).catch(() => {});
  };

  /** Send the oldest entry again and again until none is left; whether that came about. */
  const deliver = async () => {
    for (;;) {
      const entry = (await list()).find((one) => !one.refused);
      if (!entry) return true;
      let answer, html;
      try {
        answer = await fetch(entry.url, {
          method: "POST",
          headers: { "X-Sheet": "1" },
          body: new URLSearchParams(entry.fields),
          keepalive: true,
          signal: AbortSignal.timeout(PATIENCE),
        });
        html = await answer.text();
      } catch {
        return false; // no network, or the answer was lost: the same UUID is sent again
      }
      const isOurs = answer.headers.has("X-Outcome"); // and not the page of some hotel's network
      if (answer.status >= 500 || answer.status === 429 || (answer.ok && !isOurs)) return false;
      if (answer.ok) {
        await keep(entry.url.replace(/operations\/$/, "live/"), html);
        await drop(entry);
      } else {
        entry.refused = answer.status; // never thrown away unseen
        if (entry.n) await put(entry);
      }
      tell({ url: entry.url, html: answer.ok ? html : "", tag: answer.headers.get("ETag") });
    }
  };

  /** One sender over all tabs and the worker. Plain http knows no locks; there a UUID that arrives twice is one. */
  const send = () =>
    navigator.locks
      ? navigator.locks.request("outbox", deliver)
      : (sending ??= deliver().finally(() => (sending = undefined)));

  return { PAGES, uuid, list, put, drop, tell, keep, send };
})();
