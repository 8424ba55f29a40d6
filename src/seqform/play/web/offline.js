"use strict";
(() => {
const CHANCE = -1, OVER = null;
const data = JSON.parse(document.getElementById("data").textContent);
const place = (id) => document.getElementById(id);

/* A fraction as a double; of long ones the leading digits. */
function double(text) {
  let [above, below = "1"] = text.split("/");
  const cut = Math.max(above.length, below.length) - 300;
  if (cut > 0) [above, below] = [above.slice(0, -cut), below.slice(0, -cut)];
  return Number(above) / Number(below);
}

/* ---- the game: nodes breadth-first, the children of a node side by side ---- */

const total = data.nodes.length;
const firstChild = new Int32Array(total), parent = new Int32Array(total).fill(-1), leafNumber = new Int32Array(total);
const mixes = data.mixes.map((texts) => texts.map(double));
const payoffs = data.payoffs.map((pair) => pair.map(double));
const owner = (node) => (data.nodes[node] < 0 ? OVER : data.owner[data.nodes[node]]);
const actionsAt = (node) => data.lists[data.actions[data.nodes[node]]];
const mixAt = (node) => mixes[data.mix[data.nodes[node]]];

let next = 1, leaves = 0;
for (let node = 0; node < total; node++) {
  if (data.nodes[node] < 0) { leafNumber[node] = leaves++; continue; }
  firstChild[node] = next;
  for (let k = 0; k < actionsAt(node).length; k++) parent[next++] = node;
}

/* ---- randomness ---- */

function secure() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((high >>> 5) * 67108864 + (low >>> 6)) / 9007199254740992;
}

/* A stream of 32 random bits each, which a text decides. */
function stream(text) {
  let state = 2166136261;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 16777619);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  };
}

function drawn(shares, random) {
  let ticket = random() * shares.reduce((sum, share) => sum + share, 0);
  for (let k = 0; k < shares.length; k++) if ((ticket -= shares[k]) < 0) return k;
  return shares.findLastIndex((share) => share > 0);
}

/* ---- hands ---- */

let seed = new URLSearchParams(location.hash.slice(1)).get("seed") ?? "";
let hands = [], number = 0, seat = 0, node = 0, chance = secure, agent = secure;

function begin() {
  number = hands.length + 1;
  seat = hands.length % 2;
  node = 0;
  chance = seed === "" ? secure : stream(`${seed} chance ${number}`);
  agent = seed === "" ? secure : stream(`${seed} agent ${number}`);
  goOn();
}

function goOn() {
  for (let player = owner(node); player !== seat && player !== OVER; player = owner(node)) {
    node = firstChild[node] + drawn(mixAt(node), player === CHANCE ? chance : agent);
  }
  if (owner(node) === OVER) hands.push(over(node));
  show();
}

function act(action) {
  node = firstChild[node] + action;
  goOn();
}

function pathTo(node) {
  const nodes = [];
  for (let here = node; here >= 0; here = parent[here]) nodes.unshift(here);
  return nodes;
}

/* What is kept of a hand that is over: the payoff, and the decisions, as pairs of set and action, with their cost. */
function over(end) {
  const nodes = pathTo(end), payoff = payoffs[-1 - data.nodes[end]][seat], decisions = [];
  for (let k = 0; k + 1 < nodes.length; k++) {
    if (owner(nodes[k]) === seat) decisions.push([data.nodes[nodes[k]], nodes[k + 1] - firstChild[nodes[k]]]);
  }
  const cost = decisions.reduce((sum, [set, action]) => sum + (data.costs[set] ? double(data.costs[set][action][0]) : 0), 0);
  return { number, seat, end, payoff, cost, decisions, text: data.payoffs[-1 - data.nodes[end]][seat] };
}

/* What the person may observe: pairs of a player and the name of an action, null for a hidden one. */
function observed() {
  if (owner(node) !== OVER) return data.seen[data.nodes[node]];
  const nodes = pathTo(node);
  const moves = nodes.slice(1).map((child, k) => [owner(nodes[k]), actionsAt(nodes[k])[child - firstChild[nodes[k]]]]);
  if (data.open[leafNumber[node]] === "1") return moves;
  const last = nodes.filter((one) => owner(one) === seat).pop();
  const known = last === undefined ? [] : data.seen[data.nodes[last]];
  return moves.map((move, k) => (move[0] !== CHANCE ? move : k < known.length ? known[k] : [CHANCE, null]));
}

/* ---- the page ---- */

function made(tag, attributes = {}, ...content) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  one.append(...content);
  return one;
}

function fill(id, ...content) {
  place(id).replaceChildren(...content);
  place(id).hidden = content.length === 0;
}

const minus = (text) => text.replace("-", "−");
const written = (text) => minus(text.length <= 5 ? text : String(Number(double(text).toPrecision(3))));
const shown = (value) => minus(Math.abs(value) < 5e-7 ? "0" : String(Number(value.toPrecision(3))));
const who = (player) => (player === CHANCE ? "chance" : player === seat ? "you" : data.players[player]);

function card(name, owner) {
  const deck = [...place("deck").children];
  const one = (name === null ? deck[0] : deck.find((each) => each.dataset.card === name)).firstElementChild.cloneNode(true);
  one.setAttribute("aria-label", `${owner}: ${one.getAttribute("aria-label")}`);
  return one;
}

function bar(start, width, kind) {
  const make = (tag, attributes) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
    return one;
  };
  const drawing = make("svg", { class: "bar", viewBox: "0 0 100 7", preserveAspectRatio: "none", "aria-hidden": "true" });
  drawing.append(make("rect", { class: kind, x: start, width, height: 7 }));
  return drawing;
}

function button(label, key, take) {
  const one = made("button", { type: "button", "data-key": key }, label);
  if (key) one.append(made("kbd", { "aria-hidden": "true" }, key));
  one.addEventListener("click", take);
  return one;
}

function show() {
  const ended = owner(node) === OVER, hand = hands.at(-1), moves = observed();
  place("subtitle").textContent = `hand ${number}, you are ${data.players[seat]}`;
  let dealt = 0;
  const dealing = moves.filter((move) => move[0] === CHANCE).map((move) => [data.dealt?.[dealt++], move[1]]);
  const cards = (player, label) => dealing.filter((one) => one[0] === player).map((one) => card(one[1], label));
  fill("their-cards", ...cards(1 - seat, `card of ${data.players[1 - seat]}`));
  fill("public-cards", ...cards(CHANCE, "public card"));
  fill("own-cards", ...cards(seat, "your card"));
  const taken = moves.filter((move) => move[0] !== CHANCE).map((move) => move[1]);
  const stakes = data.stakes[taken.join("\n")];
  place("them").textContent = data.players[1 - seat] + (stakes ? `, has put in ${stakes[1 - seat]}` : "");
  place("you").textContent = `You, ${data.players[seat]}` + (stakes ? `, have put in ${stakes[seat]}` : "");
  place("pot").hidden = !stakes;
  place("pot").textContent = stakes ? `pot ${stakes[2]}` : "";
  const words = moves.filter((move) => move[0] !== CHANCE || !data.dealt).map((move) => `${who(move[0])}: ${move[1] ?? "hidden move"}`);
  place("picture").textContent = data.picture ? data.pictures[data.picture[node]] : "";
  const kind = (player) => (player === CHANCE ? "chance" : player === seat ? "you" : "opponent");
  const chip = ([player, name]) => made("li", { class: kind(player) }, made("span", {}, who(player)), " ", made("b", {}, name ?? "hidden move"));
  place("moves").textContent = data.dealt ? words.join(", ") : "";
  fill("track", ...(data.dealt ? [] : moves.map(chip)));
  place("result").textContent = ended ? outcome(hand) : "Your move.";
  place("result").className = ended ? "result" : "turn";
  const names = ended ? ["Next hand"] : actionsAt(node);
  const keys = ended ? ["n"] : data.keys[data.actions[data.nodes[node]]];
  fill("actions", ...names.map((name, k) => button(name, keys[k], ended ? begin : () => act(k))));
  document.title = `${place("result").textContent} – ${data.title}`;
  if (ended) hand.words = (data.dealt ? taken : moves.map((move) => move[1] ?? "hidden move")).join(", ");
  if (ended) place("actions").firstChild.focus();
  else if (hands.length + moves.length > 1) place("news").focus();
  fill("judged", ...(ended && hand.decisions.length ? hand.decisions.map(decision) : []));
  place("review").hidden = !ended || !hand.decisions.length;
  scores();
  window.played = hands;
}

function outcome(hand) {
  const [own, other] = [hand.seat, 1 - hand.seat].map((player) => data.payoffs[-1 - data.nodes[hand.end]][player]);
  if (hand.payoff + payoffs[-1 - data.nodes[hand.end]][1 - hand.seat] !== 0) return `You receive ${written(own)}, and the opponent ${written(other)}.`;
  return hand.payoff === 0 ? "A draw." : hand.payoff > 0 ? `You win ${written(own)}.` : `You lose ${written(other)}.`;
}

function decision([set, action]) {
  const names = data.lists[data.actions[set]], costs = data.costs[set], worths = data.worths[set];
  const text = costs ? written(costs[action][0]) : "", grade = costs ? costs[action][1] : 3;
  const never = double(data.mixes[data.mix[set]][action]) === 0 ? "; the profile itself never plays it" : "";
  const verdicts = [
    `as good as any${never}`, `inaccuracy; it costs ${text}`, `blunder; it costs ${text}`,
    "the agent's strategy never leads here, so nothing can be compared",
  ];
  const verdict = made("span", { class: ["good", "slip", "bad", "good"][grade] }, verdicts[grade]);
  const body = made("tbody");
  const numbers = worths?.map(double) ?? [], low = Math.min(0, ...numbers), span = Math.max(0, ...numbers) - low || 1;
  names.forEach((name, k) => {
    const share = data.mixes[data.mix[set]][k], width = 100 * double(share);
    const line = made("tr", k === action ? { class: "chosen" } : {});
    line.append(made("td", {}, k === action ? `${name} (you)` : name));
    line.append(made("td", {}, written(share), bar(0, width, "share")));
    const worth = made("td", {}, worths ? written(worths[k]) : "unknown");
    if (worths) {
      const from = (Math.min(numbers[k], 0) - low) / span;
      worth.append(bar(100 * from, Math.max(100 * Math.abs(numbers[k]) / span, 1), numbers[k] < 0 ? "loss" : "gain"));
    }
    line.append(worth, made("td", {}, costs ? written(costs[k][0]) : "unknown"));
    body.append(line);
  });
  const heads = ["action", "equilibrium", "worth", "cost"].map((name) => made("th", { scope: "col" }, name));
  return made(
    "div", { class: "decision" },
    made("h3", {}, made("b", {}, data.name[set]), ` You chose ${names[action]}: `, verdict, "."),
    made("table", {}, made("thead", {}, made("tr", {}, ...heads)), body),
  );
}

const average = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/* The mean of a hand with Student's 95 % interval, from `least` on; `center` replaces the mean. */
function interval(numbers, center, least = -Infinity) {
  const count = numbers.length, mean = average(numbers);
  if (count < 2) return shown(center ?? mean);
  const variance = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
  const free = count - 1, z = 1.959963984540054;
  const beyond = z + (z ** 3 + z) / (4 * free) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * free ** 2);
  const half = (data.student[free - 1] ?? beyond) * Math.sqrt(variance / count), two = (number) => Number(number.toPrecision(2));
  return `${shown(center ?? mean)} ${mean - half < least ? `(${least} to ${two(mean + half)})` : `± ${two(half)}`}`;
}

function scores() {
  const rows = [];
  if (hands.length) {
    const both = [0, 1].map((player) => hands.filter((hand) => hand.seat === player).length);
    const costs = hands.map((hand) => hand.cost);
    const perfect = (both[0] * double(data.perfect[0]) + both[1] * double(data.perfect[1])) / hands.length;
    rows.push(["without luck", interval(costs, perfect - average(costs))]);
    rows.push(["as played", interval(hands.map((hand) => hand.payoff))]);
    rows.push(["perfect play earns", shown(perfect)]);
    rows.push(["mistakes have cost", interval(costs, undefined, 0)]);
  }
  place("score-title").textContent = hands.length ? `Score: mean of ${hands.length} hand${hands.length > 1 ? "s" : ""}` : "Score";
  fill("score", ...rows.flatMap(([name, value]) => [made("dt", {}, name), made("dd", {}, value)]));
  place("none").hidden = hands.length > 0;
  fill("hands", ...hands.toReversed().map((hand) => made("li", {}, made("span", {}, `${hand.number}`), made("span", {}, hand.words), made("b", {}, written(hand.text)))));
  place("hands-panel").hidden = hands.length === 0;
}

document.documentElement.classList.add("scripted");
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target instanceof HTMLInputElement) return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (wanted) {
    event.preventDefault();
    wanted.click();
  }
});
place("seed").value = seed;
place("again").addEventListener("click", () => {
  seed = place("seed").value.trim();
  hands = [];
  begin();
});
begin();
})();
