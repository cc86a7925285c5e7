// Dragging a card to a place in the hand, as an extra to picking and placing it. A drag that ends nowhere changes nothing.

const FAR = 10;

export const drag = (root, ask) => {
  let start = null;

  const hand = () => root.querySelector("#hand");
  const end = () => {
    start?.item.style.removeProperty("translate");
    start?.item.classList.remove("is-dragged");
    start = null;
  };
  const under = (event) =>
    [...hand().children].find((item) => {
      const box = item.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX < box.right;
      return item !== start.item && inside && event.clientY >= box.top && event.clientY < box.bottom;
    });

  root.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("#hand > li");
    if (item && event.isPrimary) start = { item, x: event.clientX, y: event.clientY, moved: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.moved && Math.hypot(x, y) < FAR) return;
    start.moved = true;
    start.item.classList.add("is-dragged");
    start.item.style.translate = `${x}px ${y}px`;
  });
  root.addEventListener("pointerup", (event) => {
    if (!start?.moved) return end();
    const { item } = start;
    const over = under(event);
    const kept = [...root.querySelectorAll("#hand input:checked")];
    end();
    // The click that follows a drag must not pick the card.
    root.addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
    setTimeout(() => {
      if (!over) return;
      for (const pick of kept) pick.checked = false;
      const pick = item.querySelector("input");
      pick.checked = true;
      ask(`before ${over.querySelector("input").id.slice(2)}`);
      pick.checked = false;
      for (const other of kept) other.checked = true;
    });
  });
  root.addEventListener("pointercancel", end);
};
