// The board on a large screen: shows within a second what was written, and keeps the screen on where it may.

const live = () => document.getElementById("live");
let etag = "";
let asking = false;

const poll = async () => {
  if (document.hidden || asking) return;
  asking = true;
  try {
    const answer = await fetch(live().dataset.url, { headers: etag ? { "If-None-Match": etag } : {} });
    const build = answer.headers.get("X-Build");
    if (answer.status === 200) {
      live().outerHTML = await answer.text();
      etag = answer.headers.get("ETag") ?? "";
    }
    if (build && build !== document.body.dataset.build && sessionStorage.getItem("build") !== build) {
      sessionStorage.setItem("build", build);
      location.reload();
    }
  } catch {
    // no network: the next round tries again
  }
  asking = false;
};

const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});

document.addEventListener("visibilitychange", () => (poll(), stayAwake()));
setInterval(poll, 1000);
stayAwake();
