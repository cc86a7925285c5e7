// Times in the reader's own time zone and way of writing them; the server knows neither. Today's are without their date.

const page = document.documentElement.lang;
const language = navigator.languages.find((one) => one.startsWith(page)) ?? page;

for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  const isToday = at.toDateString() === new Date().toDateString();
  const hour = isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  time.textContent = at.toLocaleString(language, "day" in time.dataset ? { dateStyle: "long" } : hour);
}
