"use strict";
document.documentElement.classList.add("scripted");
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (wanted) {
    event.preventDefault();
    wanted.click();
  }
});
document.addEventListener("submit", (event) => {
  if (document.body.dataset.sent) event.preventDefault();
  document.body.dataset.sent = "yes";
});
addEventListener("pageshow", () => delete document.body.dataset.sent);
