"use strict";
/* Keys for all actions, and forms whose answers replace the page, so that a live region announces them. */
document.documentElement.classList.add("scripted");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (wanted) {
    event.preventDefault();
    wanted.click();
  } else if (event.key.length === 1 && event.key !== " ") {
    const news = document.querySelector(".turn, .result"), keys = [...document.querySelectorAll("[data-key]")];
    if (news) news.textContent = `“${event.key}” is no key here; there are ${keys.map((one) => one.dataset.key).join(", ")}.`;
  }
});

let sent = false;
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (sent) return;
  sent = true;
  try {
    const answer = await fetch("/", { method: "POST", body: new URLSearchParams(new FormData(event.target, event.submitter)) });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = next.title;
    document.getElementById("page").replaceWith(next.getElementById("page"));
    document.getElementById("live").textContent = (document.querySelector(".news, .notice") ?? document.body).innerText;
    document.querySelector("[autofocus]")?.focus();
    awaitReview();
  } catch {
    location.reload();
  } finally {
    sent = false;
  }
});

/* Show the page with the review once that is known, unless another one is there by then. */
async function awaitReview() {
  if (!document.querySelector(".pending")) return;
  const page = document.getElementById("page");
  const answer = await fetch("/?reviewed"), next = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (sent || document.getElementById("page") !== page) return;
  page.replaceWith(next.getElementById("page"));
  document.querySelector("[autofocus]")?.focus();
}
awaitReview();
