// A word that comes up for a moment, and a text that is copied and said to be.

export const toast = (text) => {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = text;
  document.getElementById("toasts").replaceChildren(line);
  setTimeout(() => line.remove(), 3000);
};

export const copyText = async (text, done) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https the clipboard is closed: a field to copy from by hand.
    const field = document.createElement("input");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(done);
};
