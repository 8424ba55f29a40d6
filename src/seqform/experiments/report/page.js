"use strict";
// Without "less than" signs and ampersands, so that the page is well-formed XML as well.
const FILTER_FROM = 5;

function valueOf(row, place) {
  const text = row.cells[place].textContent.trim();
  const found = /^(-?[0-9][0-9,]*(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)(?:\/([0-9]+))?/.exec(text.replace("−", "-"));
  return { text, number: found ? Number(found[1].replaceAll(",", "")) / Number(found[2] || 1) : NaN };
}

function compare(one, other, sign) {
  const missing = Number(one.text === "–") - Number(other.text === "–");
  if (missing !== 0) return missing;
  if (Number.isNaN(one.number) || Number.isNaN(other.number)) return sign * one.text.localeCompare(other.text);
  return sign * (one.number - other.number);
}

function makeSortable(table) {
  const body = table.tBodies[0];
  for (const [place, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => {
      const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      const rows = [...body.rows].map(row => [valueOf(row, place), row]);
      rows.sort((one, other) => compare(one[0], other[0], sign));
      body.append(...rows.map(pair => pair[1]));
    });
    head.append(button);
  }
}

function makeFilterable(parts, before, name) {
  const box = document.createElement("input");
  box.type = "search";
  box.placeholder = `Filter ${name}: words, all of which a line has`;
  box.setAttribute("aria-label", `Filter ${name}`);
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/);
    for (const part of parts) {
      const text = part.textContent.toLowerCase();
      part.hidden = !words.every(word => text.includes(word));
    }
  });
  before.before(box);
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement) if (part.tagName.toLowerCase() === "details") part.open = true;
  if (target) target.scrollIntoView();
}

for (const table of document.querySelectorAll("table")) {
  if (table.tBodies[0].rows.length > 1) makeSortable(table);
  if (table.tBodies[0].rows.length >= FILTER_FROM) makeFilterable([...table.tBodies[0].rows], table.parentElement, "lines");
}
const cases = [...document.querySelectorAll(".all > details")];
if (cases.length >= FILTER_FROM) makeFilterable(cases, cases[0], "cases");
window.addEventListener("hashchange", openTarget);
openTarget();
