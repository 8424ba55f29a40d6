// The page of a game: its tree, which unfolds, and its flow. `page.py` describes the data.
"use strict";
(async () => {

const { abs, ceil, exp, hypot, max, min, round } = Math;
const $ = (id) => document.getElementById(id), began = performance.now();

// ---- the game in columns; children are side by side, in breadth-first order ----

async function read() {
  const source = $("data");
  if (source.type === "application/json") return JSON.parse(source.textContent);
  const bytes = Uint8Array.from(atob(source.textContent), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
/** The double nearest to a decimal, or to a quotient of integers of any length. */
function parse(text) {
  const [above, below] = text.split("/"), cut = below ? max(above.length, below.length) - 300 : 0;
  if (!below) return Number(above);
  return cut > 0 ? (above.slice(0, -cut) || 0) / below.slice(0, -cut) : above / below;
}

const G = await read(), code = Int32Array.from(G.nodes), n = code.length;
const counts = G.actions.map((list) => G.lists[list].length);
const payoffs = G.payoffs.map((row) => row.map(parse)), sides = G.other ? [G, G.other] : [G];
for (const side of sides) side.odds = side.mixes.map((mix) => mix && mix.map(parse));
const parent = new Int32Array(n), first = new Int32Array(n), size = new Int32Array(n).fill(1);
const action = new Int32Array(n), depth = new Int32Array(n), setSize = new Int32Array(counts.length);
for (let v = 0, next = 1; v < n; v++) {
  if (code[v] < 0) continue;
  setSize[code[v]]++;
  first[v] = next;
  for (let a = 0; a < counts[code[v]]; a++, next++) {
    parent[next] = v;
    action[next] = a;
    depth[next] = depth[v] + 1;
  }
}
for (let v = n - 1; v > 0; v--) size[parent[v]] += size[v];
const noise = 1e-13 * payoffs.flat().reduce((most, one) => max(most, abs(one)), 0); // of the rounding of sums

// ---- the profile that is shown, or equal probabilities ----

const share = new Float64Array(n), reach = new Float64Array(n), setReach = new Float64Array(counts.length);
const value = G.players.map(() => new Float64Array(n));
let S;
function weigh(side) {
  S = side;
  setReach.fill(0);
  share[0] = reach[0] = 1;
  for (let v = 0; v < n; v++) {
    const k = code[v], odds = k < 0 ? null : S.odds[S.mix[k]];
    if (k >= 0) setReach[k] += reach[v];
    value.forEach((column, player) => (column[v] = k < 0 ? payoffs[-1 - k][player] : 0));
    for (let a = 0; k >= 0 && a < counts[k]; a++) {
      share[first[v] + a] = odds ? odds[a] : 1 / counts[k];
      reach[first[v] + a] = reach[v] * share[first[v] + a];
    }
  }
  for (const column of value) {
    for (let v = n - 1; v > 0; v--) column[parent[v]] += share[v] * column[v];
    column.forEach((one, v) => abs(one) < noise && (column[v] = 0));
  }
}
weigh(G);

const deepest = depth[n - 1];
const arity = (v) => counts[code[v]] || 0, owner = (v) => G.owner[code[v]] ?? -2;
const children = (v) => Array.from({ length: arity(v) }, (_, a) => first[v] + a);
const likeliest = (v) => children(v).reduce((best, c) => (reach[c] > reach[best] ? c : best));
const mover = (v) => (v ? owner(parent[v]) : -1);
const label = (v) => (v ? G.lists[G.actions[code[parent[v]]]][action[v]] : G.title);
const shareText = (v, side = S) => ((v && side.mixes[side.mix[code[parent[v]]]]) || [])[action[v]] || "";
const otherText = (v) => sides.map((side) => shareText(v, side)).find((text) => text !== shareText(v)) || "";
const chosen = (v) => G.profile && mover(v) >= 0, pale = (v) => G.profile && reach[v] === 0;
const shared = (v) => owner(v) >= 0 && setSize[code[v]] > 1;
const cached = (compute, known = new Map()) => (key) => known.get(key) ?? known.set(key, compute(key)).get(key);
const members = cached((k) => {
  const found = [];
  for (let v = 0; found.length < setSize[k]; v++) if (code[v] === k) found.push(v);
  return found;
});
function path(v) {
  const found = [];
  for (; v > 0; v = parent[v]) found.unshift(v);
  return found;
}

// ---- exact numbers as pairs of integers; null where the work would be too much ----

const WORK = 4000, SUBTREE = 500;
function reduced([above, below]) {
  let a = above < 0n ? -above : above, b = below;
  while (b) [a, b] = [b, a % b];
  return [above / a, below / a];
}
const times = (a, b) => [a[0] * b[0], a[1] * b[1]];
const plus = (a, b) => reduced([a[0] * b[1] + b[0] * a[1], a[1] * b[1]]);
const rational = (text) => [BigInt(text.split("/")[0]), BigInt(text.split("/")[1] ?? 1)];
const written = (q) => (q[1] === 1n ? `${q[0]}` : `${q[0]}/${q[1]}`);
const exactShare = (v) => (shareText(v) ? rational(shareText(v)) : [1n, BigInt(arity(parent[v]))]);
/** The product of the probabilities on the way to a node, without the choices of one player. */
const exactReach = (v, without) =>
  path(v).reduce((q, c) => (mover(c) === without ? q : times(q, exactShare(c))), [1n, 1n]);
function exactBelief(v) {
  const k = code[v], who = owner(v);
  if (setReach[k] === 0) return rational(S.beliefs[v]);
  if (setSize[k] * depth[v] > WORK) return null;
  const total = members(k).reduce((sum, one) => plus(sum, exactReach(one, who)), [0n, 1n]);
  return times(exactReach(v, who), [total[1], total[0]]);
}
function exactValue(v, player) {
  if (code[v] < 0) return rational(G.payoffs[-1 - code[v]][player]);
  if (v === 0 && S.worth.length) return rational(S.worth[player]);
  if (size[v] > SUBTREE) return null;
  const add = (sum, c) => (share[c] > 0 ? plus(sum, times(exactShare(c), exactValue(c, player))) : sum);
  return children(v).reduce(add, [0n, 1n]);
}
const belief = (v) => (setReach[code[v]] > 0 ? reach[v] / setReach[code[v]] : parse(S.beliefs[v] ?? "-"));
const minus = (text) => text.replace(/-/g, "−");
const digits = (number, many) => minus(String(Number(number.toPrecision(many))));
/** A number with few digits, with "≈" where an exact one is rounded; in doubles 1e-9 of it is no rounding. */
const rounded = (number, many, exact = S.exact) =>
  (exact && abs(Number(number.toPrecision(many)) - number) > 1e-9 * abs(number) ? "≈" : "") + digits(number, many);
const brief = (text, number, exact = S.exact) => (text && text.length <= 7 ? minus(text) : rounded(number, 3, exact));
const whole = (count) => count.toLocaleString("en");
const counted = (count, noun) => `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
const beliefTexts = sides.map(() => cached((v) => {
  const exact = S.exact && setSize[code[v]] <= 60 ? exactBelief(v) : null;
  return brief(exact ? written(reduced(exact)) : "", belief(v));
}));
const beliefText = (v) => beliefTexts[sides.indexOf(S)](v);
const payoffTexts = cached((k) => G.payoffs[-1 - k].map((text, player) => brief(text, payoffs[-1 - k][player], true)));

// ---- colours and text ----

const canvas = $("canvas"), ctx = canvas.getContext("2d", { alpha: false }), root = document.documentElement.style;
const FONTS = getComputedStyle(document.body).fontFamily;
const dark = matchMedia("(prefers-color-scheme: dark)"), still = matchMedia("(prefers-reduced-motion: reduce)");
let mode, theme, blend, width = 0, height = 0, ratio = 1;

function setTheme(name) {
  mode = name;
  theme = G.themes[mode];
  blend = cached((key) => {
    const [tint, part] = key.split(" ");
    const mix = (at) => [tint, theme.background].map((one) => parseInt(one.slice(at, at + 2), 16));
    return `rgb(${[1, 3, 5].map(mix).map(([a, b]) => round(part * a + (1 - part) * b))})`;
  });
  const { background, ink, muted, on_player: on, players } = theme, line = blend(`${muted} 0.3`);
  const tints = { background, ink, muted, on, line, player0: players[0], player1: players[1] };
  for (const [key, tint] of Object.entries(tints)) root.setProperty(`--${key}`, tint);
  root.setProperty("color-scheme", mode === "dark" ? "dark" : "light");
  request();
}
const color = (who) => (who < 0 ? theme.muted : theme.players[who]);
const widths = cached((key) => {
  const [style, text] = key.split("\n");
  ctx.font = style;
  return ctx.measureText(text).width;
});
const font = (pixels, weight, style = "normal") => `${style} ${weight} ${pixels}px ${FONTS}`;
const wide = (text, pixels, weight = 400) => widths(`${font(pixels, weight)}\n${text}`);
/** Text cut off with an ellipsis where it is wider than `room`. */
function fitted(text, room, pixels, weight = 400) {
  if (wide(text, pixels, weight) <= room) return text;
  const letters = [...text].slice(0, ceil(room / 2));
  while (letters.length && wide(`${letters.join("")}…`, pixels, weight) > room) letters.pop();
  return letters.length ? `${letters.join("")}…` : "";
}
function write(text, x, y, tint, pixels, weight = 400, align = "left", style = "normal") {
  ctx.font = font(pixels, weight, style);
  ctx.fillStyle = tint;
  ctx.textAlign = align;
  ctx.fillText(text, x, y);
}
function stroke(tint, line) {
  ctx.strokeStyle = tint;
  ctx.lineWidth = line;
  ctx.stroke();
}
function fill(tint) {
  ctx.fillStyle = tint;
  ctx.fill();
}
function lines(...points) {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
}

// ---- folding: the likeliest line first, then families of children by the reach of their parent ----

const open = new Uint8Array(n), place = new Int32Array(n).fill(-1), MOST_OPEN = 20000;

const starts = G.start.length ? G.start : [0], limited = G.start.length > 0 || G.depth !== null;
const below = new Int32Array(n).fill(-1); // moves since the set where the picture starts, -1 elsewhere
for (const v of starts) below[v] = 0;
for (let v = 1; v < n; v++) if (below[v] < 0 && below[parent[v]] >= 0) below[v] = below[parent[v]] + 1;
const within = (v) => below[v] >= 0 && (G.depth === null || below[v] < G.depth);

/** Open at most so many nodes: the way to the start, then what is likeliest within the limits, unless there are none. */
function unfold(most, free = !limited) {
  let count = 1;
  const front = [], fits = (v) => code[v] >= 0 && count + arity(v) <= most && (free || within(v));
  const enter = (v) => {
    open[v] = 1;
    count += arity(v);
  };
  for (const v of starts) for (const c of path(v)) if (!open[parent[c]]) enter(parent[c]);
  most += count - 1; // the way there comes on top
  for (let v = starts[0]; fits(v); v = likeliest(v)) if (!open[v]) enter(v);
  count = 1;
  for (const stack = [0]; stack.length; ) {
    const v = stack.pop();
    if (open[v]) {
      enter(v);
      for (const c of children(v)) stack.push(c);
    } else if (code[v] >= 0 && (free || within(v))) front.push(v);
  }
  while (front.length) {
    const before = (v, other) => reach[v] - reach[other] || other - v;
    const at = front.reduce((best, v, i) => (before(v, front[best]) > 0 ? i : best), 0), [v] = front.splice(at, 1);
    if (!fits(v)) break;
    enter(v);
    for (const c of children(v)) if (code[c] >= 0 && (free || within(c))) front.push(c);
  }
}

// ---- layout of the tree: rows across, and along it levels that align sets, with lanes for the sets of a level ----

const R = 8.5, CAPSULE = 12.5, LANE = 27, CURVE = 34, MOST_LANES = 8;
let L = { order: [] };
const setAt = (i) => L.sets.get(code[L.order[i]]), isHead = (i) => (setAt(i) || [])[0] === i;
const up = (i) => place[parent[L.order[i]]];
const last = (list) => list[list.length - 1];
const setNames = new Map();
/** The name of a set, cut in the middle; two sets of a player never have the same one. */
const setName = cached((k) => {
  const letters = [...G.name[k]], room = 110;
  let name = G.name[k];
  for (let tail = letters.length - 1; wide(name, 10) > room; tail--) {
    name = `${letters.slice(0, 5).join("")}…${letters.slice(max(5, letters.length - min(tail, 30))).join("")}`;
  }
  const alike = name !== G.name[k] && (setNames.get(`${G.owner[k]} ${name}`) ?? k) !== k;
  if (alike) name = `${letters.slice(0, 5).join("")}…#${k}`;
  setNames.set(`${G.owner[k]} ${name}`, k);
  return name;
}), nameWidth = cached((k) => wide(setName(k), 10));
const payoffWidths = cached((k) => payoffTexts(k).map((text) => wide(text, 12, 700)));
const stub = (v) => counted(size[v] - 1, "node") + (G.profile ? `, worth ${rounded(value[0][v], 3)}` : "");
const labels = new Map();
/** The texts of the edge into a node, the same for all nodes after the same action of sets with the same mix. */
function edge(v) {
  const k = code[parent[v]], key = [G.actions[k], ...sides.map((side) => side.mix[k]), sides.indexOf(S), chosen(v), action[v]].join(" ");
  if (labels.has(key)) return labels.get(key);
  const p = share[v], text = shareText(v), weight = chosen(v) && p > 0 ? 700 : 400;
  const other = otherText(v), certain = chosen(v) && !other && (p === 0 || p === 1);
  const number = text && !certain ? brief(text, p) + (other && ` (${brief(other, parse(other))})`) : "";
  const name = label(v) === text ? "" : fitted(label(v), 260, 11.5, weight);
  const length = wide(name, 11.5, weight) + (name && number ? 4 : 0) + wide(number, 10, weight);
  return labels.set(key, { name, number, weight, length }).get(key);
}

function layout() {
  const start = performance.now(), order = [], y = [], level = [], sets = new Map();
  for (const v of L.order) place[v] = -1;
  let cursor = 14;
  (function rows(v, at) {
    const i = order.push(v) - 1, top = cursor, many = shared(v), group = many && sets.get(code[v]);
    place[v] = i;
    level[i] = at;
    if (group) group.push(i);
    else if (many) sets.set(code[v], [i]);
    const above = many && !group ? CAPSULE + 16 : 12.5, below = code[v] < 0 ? 4.5 : R + (many && G.profile ? 11 : 1);
    y[i] = top + above;
    if (open[v]) {
      const kids = children(v);
      for (const c of kids) rows(c, at + 1);
      y[i] = (y[i + 1] + y[place[last(kids)]]) / 2;
      const lack = max(0, top + above - y[i]);
      for (let j = i; lack && j < order.length; j++) y[j] += lack;
      cursor += lack + 4;
    }
    cursor = max(cursor, y[i] + below);
  })(0, 0);
  for (const [k, nodes] of sets) if (nodes.length < 2) sets.delete(k);
  L = { order, y, level, sets, x: [], begin: [], end: [], lane: [], tail: [], columns: [], crowded: [], levels: [] };
  L.signals = G.signalling && order.length === n; // as long as nothing is folded
  L.aligned = align();
  order.forEach((_, i) => (L.levels[L.level[i]] = L.levels[L.level[i]] || []).push(i));
  L.opened = L.levels.map((nodes) => nodes.filter((i) => open[order[i]]));
  if (L.signals) signals();
  else {
    along();
    [L.bottom, L.right] = [cursor + 14, max(...L.end) + 12];
  }
  window.layout_ms = performance.now() - start;
}

/** Lay out a signalling game: chance in the middle, the types above and below, the receiver's sets left and right. */
function signals() {
  const { types, sets } = G.signalling, { x, y } = L, most = (list, f) => list.reduce((all, one) => max(all, f(one)), 0);
  const receivers = sets.map((k) => members(k)), both = receivers.flat(), pitch = 30, long = (v) => edge(v).length;
  const ends = receivers.map((nodes) => nodes.flatMap(children)), fan = (pitch * (most(both, arity) - 1)) / 2;
  const held = G.profile ? most(both, (v) => (belief(v) >= 0 ? wide(beliefText(v), 9) : 0)) : 0;
  const half = max(CAPSULE, held / 2 + 4), tall = max(types.length > 2 ? 60 : 84, fan + 20);
  // As many rows above chance as below, or one less. Edges to rows that are not next to it are in lanes.
  const above = types.length >> 1, rows = types.map((_, k) => tall * (2 * (k - above) + 1)), lanes = new Map();
  types.forEach((v, k) => {
    const passed = k < above ? above - 1 - k : k - above;
    if (passed) lanes.set(place[v], 21 + 11 * (passed - 1));
  });
  const aside = max(0, ...lanes.values());
  const inner = max(most(both, long) + max(R, aside) + 12, most(types, long) + 16, most(sets, nameWidth) + 22 + aside);
  const apart = max(110, half + inner), turn = apart + half + 3, tines = ends.map((nodes) => most(nodes, long) + 8);
  const columns = ends.map((nodes) => G.players.map((_, k) => most(nodes, (v) => payoffWidths(code[v])[k])));
  const paid = columns.map((all) => all.reduce((sum, one) => sum + one + 12, -12));
  const [left, right] = tines.map((tine, side) => turn + CURVE + tine + 6 + paid[side]);
  const cx = left + 12, cy = fan + 24 - rows[0], at = (v, across, down) => ([x[place[v]], y[place[v]]] = [across, down]);
  at(0, cx, cy);
  types.forEach((v, k) => at(v, cx, cy + rows[k]));
  receivers.forEach((nodes, side) => {
    const sign = side ? 1 : -1;
    for (const v of nodes) {
      const level = y[place[parent[v]]], kids = children(v);
      at(v, cx + sign * apart, level);
      kids.forEach((c, k) => at(c, cx + sign * (turn + CURVE + tines[side]), level + pitch * (k - (kids.length - 1) / 2)));
    }
  });
  Object.assign(L, { cx, cy, half, tall, lanes, aside, apart, turn, columns, paid });
  [L.bottom, L.right] = [cy + last(rows) + fan + 20, cx + right + 12];
}
/** 1 for a node on the right of a signalling game, -1 on the left, 0 in the middle. */
const sideOf = (i) => Math.sign(L.x[i] - L.cx);
/** Where the label of an edge of a signalling game begins, and its base. */
function signalLabel(j, length, thick) {
  const v = L.order[j], x = L.x[j], y = L.y[j], side = sideOf(j);
  if (!side) return [L.cx + 8, y - (Math.sign(y - L.cy) * L.tall) / 2 + 4];
  if (code[v] >= 0) {
    return [L.cx + (side * (max(R, L.aside) + L.apart - L.half)) / 2 - length / 2, y < L.cy ? y - 3.5 - thick : y + 11.5 + thick];
  }
  return [L.cx + side * (L.turn + CURVE - 2) - (side < 0 ? length : 0), y - 3.2 - thick];
}

/** Raise every level to that of the node's set; false if sets precede each other, so that there is no such level. */
function align() {
  const { order, level, sets } = L, least = new Map(), depths = [...level];
  for (let round = min(sets.size + 2, 200); round; round--) {
    for (const [k, nodes] of sets) least.set(k, nodes.reduce((most, i) => max(most, level[i]), 0));
    if ([...sets].every(([k, nodes]) => nodes.every((i) => level[i] === least.get(k)))) return true;
    for (let i = 1; i < order.length; i++) level[i] = max(level[up(i)] + 1, least.get(code[order[i]]) ?? 0);
  }
  L.level = depths;
  return false;
}

/** Give inner nodes of a level lanes, different ones to sets that overlap; their number, 0 if there are too many. */
function lanesOf(nodes) {
  const ends = [];
  for (const i of nodes) {
    const set = L.aligned ? setAt(i) : undefined, group = set || [i];
    if (code[L.order[i]] < 0 || group[0] !== i) continue;
    let at = ends.findIndex((end) => end <= L.y[i] - CAPSULE - (set ? 15 : 3));
    if (at < 0) at = ends.length;
    if (at >= MOST_LANES) return 0;
    ends[at] = L.y[last(group)] + CAPSULE + (set && G.profile ? 12 : 3);
    for (const one of group) L.lane[one] = at;
  }
  return ends.length;
}

function along() {
  const { order, x, levels, columns, crowded, tail } = L, tine = levels.map(() => 0);
  for (let i = 1; i < order.length; i++) {
    const at = L.level[up(i)] + 1;
    tine[at] = max(tine[at], edge(order[i]).length + 8);
  }
  let position = 0;
  levels.forEach((nodes, at) => {
    const inner = nodes.some((i) => code[order[i]] >= 0), lanes = lanesOf(nodes);
    crowded[at] = inner && !lanes;
    const named = nodes.filter((i) => (crowded[at] ? shared(order[i]) : isHead(i)));
    const longest = named.reduce((most, i) => max(most, nameWidth(code[order[i]])), 0);
    const names = crowded[at] ? longest + 4 : 0;
    columns[at] = G.players.map(() => 0);
    for (const i of nodes) {
      const widths = code[order[i]] < 0 ? payoffWidths(code[order[i]]) : [];
      widths.forEach((one, k) => (columns[at][k] = max(columns[at][k], one)));
    }
    // Leaves end before the capsules that they would be in.
    const paid = columns[at].reduce((sum, one) => sum + one + 12, 6);
    const spans = nodes.filter(isHead).map((i) => [L.y[i], L.y[last(setAt(i))]]);
    const within = (i) => spans.some(([top, bottom]) => L.y[i] > top - CAPSULE - R && L.y[i] < bottom + CAPSULE + R + 9);
    const before = nodes.some((i) => code[order[i]] < 0 && within(i)) ? paid : 0;
    const pitch = names ? 0 : max(LANE, longest + 5), start = position + before + (inner ? CAPSULE + 3 : 0);
    tail[at] = start + max(0, lanes - 1) * pitch + (inner ? R : 0);
    let end = tail[at] + (names && names + 4);
    for (const i of nodes) {
      const leaf = code[order[i]] < 0;
      x[i] = leaf ? position : start + (names ? 0 : L.lane[i] * pitch);
      if (leaf) end = max(end, x[i] + paid);
      else if (!open[order[i]]) end = max(end, tail[at] + 22 + names + wide(stub(order[i]), 10));
    }
    [L.begin[at], L.end[at]] = [position, end];
    position = end + CURVE + (tine[at + 1] || 0);
  });
}

// ---- painting of the tree ----

const cam = { x: 22, y: 0, k: 1 }, flow = { top: 0, span: 1, left: 0 };
let view = G.view, selected = 0, boxes = [];

/** The first place in a list whose key is at least `bound`; keys ascend. */
function seek(list, key, bound) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function paintTree() {
  const { order, x, y } = L, k = cam.k, legible = k > 0.42, small = k < 0.28, grown = 1 / min(1, k);
  const nodes = [], edges = [];
  ctx.setTransform(ratio * k, 0, 0, ratio * k, ratio * cam.x, ratio * cam.y);
  const low = -cam.y / k - 30, high = (height - cam.y) / k + 30, left = -cam.x / k, right = (width - cam.x) / k;
  if (L.signals) {
    nodes.push(...order.keys());
    edges.push(...nodes.slice(1));
  } else L.levels.forEach((all, at) => {
    const parents = L.end[at] > right ? [] : L.opened[at];
    const start = seek(parents, (i) => y[place[last(children(order[i]))]], low);
    for (let q = start; q < parents.length && y[parents[q] + 1] <= high; q++) {
      const i = parents[q];
      let drawn = -Infinity;
      for (const j of children(order[i]).map((c) => place[c])) {
        if (max(y[i], y[j]) < low || min(y[i], y[j]) > high || (y[j] - drawn) * k < 0.6 || x[j] < left) continue;
        drawn = y[j];
        edges.push(j);
      }
    }
    let drawn = -Infinity;
    const seen = L.begin[at] > right || L.end[at] < left ? [] : all;
    for (let q = seek(seen, (i) => y[i], low); q < seen.length && y[seen[q]] <= high; q++) {
      if ((y[seen[q]] - drawn) * k < 0.6) continue;
      drawn = y[seen[q]];
      nodes.push(seen[q]);
    }
  });
  if (!small) paintCapsules(low, high);
  paintEdges(edges, small);
  if (legible) edges.forEach(paintLabel);
  for (const i of nodes) paintNode(i, legible, small);
  [window.drawn, window.scale] = [edges.length + nodes.length, k];
  const ring = (i, radius, line) => {
    ctx.beginPath();
    ctx.arc(x[i], y[i], radius, 0, 7);
    stroke(theme.ink, line);
  };
  const i = place[selected];
  if (i < 0) return;
  for (const j of setAt(i) || []) if (y[j] > low && y[j] < high) ring(j, 11.5, 1.4);
  ring(i, 13 * grown, 2.2 * grown);
}

function paintCapsules(low, high) {
  ctx.setLineDash([4, 3]);
  for (const [k, nodes] of L.sets) {
    const head = nodes[0], top = L.y[head], bottom = L.y[last(nodes)], who = G.owner[k];
    if (bottom < low || top > high || L.crowded[L.level[head]]) continue;
    if (L.signals) {
      ctx.beginPath();
      ctx.roundRect(L.x[head] - L.half, top - CAPSULE, 2 * L.half, bottom - top + 2 * CAPSULE, CAPSULE);
      fill(theme.sets[who]);
    } else if (L.aligned) {
      ctx.beginPath();
      const long = bottom - top + 2 * CAPSULE + (G.profile ? 9 : 0);
      ctx.roundRect(L.x[head] - CAPSULE, top - CAPSULE, 2 * CAPSULE, long, CAPSULE);
      fill(theme.sets[who]);
    } else lines(...nodes.map((i) => [L.x[i], L.y[i]]));
    stroke(color(who), 0.9);
  }
  ctx.setLineDash([]);
}

/** Paint edges; the small ones are straight, in one stroke for each colour. */
function paintEdges(edges, small) {
  const strokes = new Map(), played = (j) => chosen(L.order[j]) && share[L.order[j]] * !pale(L.order[j]);
  for (const j of edges.sort((a, b) => played(a) - played(b))) {
    const c = L.order[j], i = up(j), who = mover(c), side = L.signals ? sideOf(j) : 1, bend = side * CURVE;
    const from = L.signals ? L.cx + side * L.turn : L.end[L.level[i]], turn = from + bend;
    const [x, y, z] = [L.x[i], L.y[i], L.y[j]], never = chosen(c) && share[c] === 0;
    const tint = never ? theme.never : who >= 0 && !G.profile ? theme.ink : color(who);
    const straight = L.signals && code[c] >= 0, lane = L.signals && L.lanes.get(j);
    if (small) {
      const key = pale(c) ? theme.never : tint;
      strokes.set(key, `${strokes.get(key) || ""}M${x} ${y}L${straight ? L.x[j] : turn} ${z}H${L.x[j]}`);
      continue;
    }
    ctx.globalAlpha = pale(c) && !never ? 0.4 : 1;
    lines([x, y], lane ? [x, y] : straight ? [L.x[j], z] : [from, y]);
    if (lane) {
      const u = z > y ? L.tall : -L.tall, out = x - lane;
      ctx.bezierCurveTo(out, y + 0.05 * u, out, y + 0.1 * u, out, y + 0.5 * u);
      ctx.lineTo(out, z - 1.3 * u);
      ctx.bezierCurveTo(out, z - 1.05 * u, x, z - 1.1 * u, x, z - 0.85 * u);
    } else if (!straight) ctx.bezierCurveTo(from + 0.6 * bend, y, from + 0.4 * bend, z, turn, z);
    ctx.lineTo(L.x[j], z);
    stroke(tint, never ? 1.1 : chosen(c) ? 1.2 + 3.6 * share[c] : 1.3);
  }
  ctx.globalAlpha = 1;
  ctx.lineWidth = 0.8 / cam.k;
  for (const [tint, all] of strokes) {
    ctx.strokeStyle = tint;
    ctx.stroke(new Path2D(all));
  }
}

function paintLabel(j) {
  const v = L.order[j], { name, number, weight, length } = edge(v), never = chosen(v) && share[v] === 0;
  const tint = never ? theme.muted : chosen(v) ? color(mover(v)) : theme.ink;
  const thick = chosen(v) && !never ? 0.6 + 1.8 * share[v] : 0.65;
  const inTree = () => [L.end[L.level[up(j)]] + CURVE - 2, L.y[j] - 3.2 - thick];
  const [from, base] = L.signals ? signalLabel(j, length, thick) : inTree();
  ctx.globalAlpha = pale(v) && !never ? 0.62 : 1;
  write(name, from, base, tint, 11.5, weight);
  write(number, from + length - wide(number, 10, weight), base, tint, 10, weight);
  ctx.globalAlpha = 1;
}

const beliefBase = (y) => (L.signals ? (y < L.cy ? y + R + 10 : y - R - 4) : y + R + 9);

function paintNode(i, legible, small) {
  const v = L.order[i], who = owner(v), x = L.x[i], y = L.y[i], at = L.level[i], dot = 3 / cam.k;
  if (who === -2) {
    const side = L.signals ? sideOf(i) : 1, columns = L.columns[L.signals ? (side + 1) / 2 : at];
    let column = side < 0 ? x - 18 - L.paid[0] : x - 6;
    ctx.globalAlpha = pale(v) ? 0.6 : 1;
    (legible ? payoffTexts(code[v]) : []).forEach((text, k) => {
      column += columns[k] + 12;
      write(text, column, y + 4.2, color(k), 12, 700, "right");
    });
    ctx.globalAlpha = 1;
    return;
  }
  const tint = pale(v) ? blend(`${color(who)} 0.5`) : color(who), crowded = L.crowded[at], tail = L.tail[at];
  const named = legible && (crowded ? shared(v) : isHead(i)) ? setName(code[v]) : "";
  if (small) {
    ctx.fillStyle = tint;
    return ctx.fillRect(x - dot / 2, y - dot / 2, dot, dot);
  }
  if (!open[v]) {
    lines([x, y], [tail, y]);
    stroke(theme.never, 1);
    lines([tail, y], [tail + 12, y - 6], [tail + 12, y + 6]);
    fill(blend(`${theme.muted} 0.35`));
    if (legible) write(stub(v), tail + 16 + (crowded && named ? nameWidth(code[v]) + 4 : 0), y + 3.5, theme.muted, 10);
  }
  if (named && L.signals) {
    const side = sideOf(i), align = side < 0 ? "left" : "right";
    write(named, L.cx + side * (L.apart - L.half - 4), L.cy + 3.5, color(who), 10, 400, align, "italic");
  } else if (named && !crowded) write(named, x + min(wide(named, 10) / 2, CAPSULE + 3), y - CAPSULE - 3.5, color(who), 10, 400, "right", "italic");
  else if (open[v]) write(named, tail + 3, y - 4, color(who), 10, 400, "left", "italic");
  else write(named, tail + 16, y + 3.5, color(who), 10, 400, "left", "italic");
  ctx.beginPath();
  if (who === 0) ctx.arc(x, y, R, 0, 7);
  else if (who === 1) ctx.roundRect(x - 8, y - 8, 16, 16, 3);
  else lines([x - 8, y], [x, y - 8], [x + 8, y], [x, y + 8], [x - 8, y], [x, y - 8]);
  fill(who < 0 ? theme.background : tint);
  stroke(who < 0 ? tint : theme.background, 1.4);
  if (!legible || who < 0) return;
  write(String(who + 1), x, y + 3.6, theme.on_player, 10, 700, "center");
  if (G.profile && shared(v) && belief(v) >= 0) write(beliefText(v), x, beliefBase(y), theme.muted, 9, 400, "center");
}

// ---- the flow: boxes whose heights are reach probabilities; those under 0.7 pixels are not visited ----

const LEAST = 0.7, column = () => min(200, max(88, (width - 20) / (deepest + 1)));
const unit = () => (height - 20) / flow.span, mostLeft = () => max(0, deepest + 1 - (width - 20) / column());
function topOf(v) {
  let top = 0;
  for (const c of path(v)) for (let one = first[parent[c]]; one < c; one++) top += reach[one];
  return top;
}

function paintFlow() {
  const w = column(), scale = unit();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  boxes = [];
  for (const stack = [[0, 0]]; stack.length; ) {
    const [v, top] = stack.pop(), tall = reach[v] * scale;
    const y = 10 + (top - flow.top) * scale, x = 10 + (depth[v] - flow.left) * w;
    if (y > height || y + tall < 0 || x > width) continue;
    if (x + w > 0) paintBox(v, x, y, w - 1.5, tall > 3 ? tall - 1 : tall);
    let behind = top, skipped = 0;
    const rest = () => {
      ctx.fillStyle = blend(`${color(owner(v))} 0.22`);
      if (skipped >= LEAST) ctx.fillRect(x + w, 10 + (behind - flow.top) * scale - skipped, w - 1.5, skipped);
      skipped = 0;
    };
    for (let c = first[v]; c < first[v] + arity(v); behind += reach[c++]) {
      if (reach[c] * scale < LEAST) skipped += reach[c] * scale;
      else {
        rest();
        stack.push([c, behind]);
      }
    }
    rest();
  }
  for (const [v, x, y, w, tall] of boxes) {
    if (v !== selected && !(shared(v) && code[v] === code[selected])) continue;
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = v === selected ? 2.4 : 1.2;
    ctx.strokeRect(x + 0.5, y + 0.5, w - 1, max(1, tall - 1));
  }
  window.drawn = boxes.length;
}

function paintBox(v, x, y, w, tall) {
  const who = mover(v), part = who < 0 ? 0.16 : G.profile ? 0.28 + 0.07 * round(10 * share[v]) : 0.62;
  ctx.fillStyle = blend(`${color(who)} ${part}`);
  ctx.fillRect(x, y, w, tall);
  boxes.push([v, x, y, w, tall]);
  const top = max(y, 2), low = min(y + tall, height - 2), middle = (top + low) / 2;
  if (low - top < 11) return;
  const on = who >= 0 && part > 0.5 ? theme.on_player : theme.ink, room = w - 10, leaf = code[v] < 0;
  const odds = shareText(v) && !(chosen(v) && share[v] === 1) ? brief(shareText(v), share[v]) : "";
  const short = leaf ? payoffTexts(code[v])[0] : G.profile ? rounded(value[0][v], 3) : "";
  const worth = short && `${leaf ? "pays" : "worth"} ${short}`, two = low - top >= 26 && (odds || worth);
  const fits = (texts, space) => texts.find((text) => text && wide(text, 10) <= space) || "";
  const name = fitted(label(v), room, 11, 700), used = wide(name, 11, 700) + 6;
  write(name, x + 5, middle + (two ? -2.5 : 4), on, 11, 700);
  if (two) write(fits([odds && worth && `${odds}; ${worth}`, worth, short, odds], room), x + 5, middle + 10, on, 10);
  else write(fits([short, odds], room - used), x + 5 + used, middle + 4, on, 10);
}

// ---- frames ----

let asked = false, glides = 0;
window.frames_ms = [];
function paint() {
  const start = performance.now();
  asked = false;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = theme.background;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  (view === "tree" ? paintTree : paintFlow)();
  window.frames_ms = [...window.frames_ms.slice(-499), performance.now() - start];
}
function request() {
  if (!asked) requestAnimationFrame(paint);
  asked = true;
}
function glide(what, target) {
  const turn = ++glides, from = { ...what }, start = performance.now();
  (function step() {
    if (turn !== glides) return;
    const part = still.matches ? 1 : min(1, (performance.now() - start) / 180), ease = part * (2 - part);
    for (const key of Object.keys(target)) what[key] = from[key] + ease * (target[key] - from[key]);
    request();
    if (part < 1) requestAnimationFrame(step);
  })();
}
function measure() {
  ({ width, height } = canvas.parentElement.getBoundingClientRect());
  ratio = min(3, window.devicePixelRatio || 1);
  [canvas.width, canvas.height] = [round(width * ratio), round(height * ratio)];
}
function fit() {
  if (view === "flow") return glide(flow, { top: 0, span: 1, left: 0 });
  const all = min(1.8, (width - 32) / L.right, height / L.bottom), k = all > 0.7 ? all : 0.8, i = max(0, place[selected]);
  const x = all > 0.7 ? 22 : min(22, 0.4 * width - k * L.x[i]);
  glide(cam, { k, x, y: height / 2 - k * (L.bottom * k <= height + 1 ? L.bottom / 2 : L.y[i]) });
}
function zoomTo(v) {
  const margin = reach[v] < 1 ? 0.02 * reach[v] : 0, left = min(mostLeft(), max(0, depth[v] - 1));
  if (reach[v] > 0) glide(flow, { top: topOf(v) - margin, span: reach[v] + 2 * margin, left });
}
function center(v) {
  const x = L.x[place[v]] * cam.k + cam.x, y = L.y[place[v]] * cam.k + cam.y;
  const across = x > 20 && x < width - 140, down = y > 50 && y < height - 50;
  if (across && down) return;
  glide(cam, { x: cam.x + (across ? 0 : 0.4 * width - x), y: cam.y + (down ? 0 : height / 2 - y) });
}
/** Lay the tree out again, with a node where it was on the screen. */
function relayout(v) {
  const x = L.x[place[v]], y = L.y[place[v]];
  layout();
  cam.x += (x - L.x[place[v]]) * cam.k;
  cam.y += (y - L.y[place[v]]) * cam.k;
  status();
}
function status() {
  $("shown").textContent = view === "tree" && L.order.length < n ? `; ${whole(L.order.length)} shown` : "";
  request();
}

// ---- the panel: the selected node as text ----

function make(tag, content = [], attributes = {}) {
  const made = document.createElement(tag);
  made.append(...[content].flat());
  for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, text);
  return made;
}
function fact(name, what, compute, approximate) {
  const exact = S.exact && compute(), text = exact ? minus(written(reduced(exact))) : "";
  const plain = digits(approximate, 6);
  let cell = S.exact ? `≈ ${plain}` : plain;
  if (text && !text.includes("/")) cell = text;
  else if (text && text.length <= 15) cell = [text, make("small", ` ≈ ${plain}`)];
  else if (text) cell = [cell, make("details", [make("summary", "exactly"), text])];
  return [make("dt", name), make("dd", cell, { "data-what": what })];
}
function link(v, text) {
  const button = make("button", text || "(no label)", { type: "button", class: "link", dir: "auto" });
  button.addEventListener("click", () => select(v, true));
  return button;
}
const mark = (who) => make("i", who >= 0 ? String(who + 1) : [], { class: `mark mark${who}` });
const person = (player) => G.players[player] || `Player ${player + 1}`;
const more = (all, most) => (all > most ? [make("p", `and ${whole(all - most)} more`, { class: "quiet" })] : []);

function show() {
  const v = selected, k = code[v], who = owner(v), uniform = G.profile ? "" : ", actions equally likely,";
  const facts = fact(`reached${uniform} with probability`, "reach", () => exactReach(v), reach[v]);
  if (shareText(v)) facts.push(...fact("probability of the last move", "share", () => exactShare(v), share[v]));
  if (G.profile && who >= 0) {
    const none = [make("dt", "belief"), make("dd", "none: the set is never reached", { "data-what": "belief" })];
    facts.push(...(belief(v) >= 0 ? fact("belief", "belief", () => exactBelief(v), belief(v)) : none));
  }
  const verb = who === -2 ? "pays" : `worth${uniform}`;
  value.forEach((column, one) => {
    facts.push(...fact(`${verb} to ${person(one)}`, `value${one}`, () => exactValue(v, one), column[v]));
  });
  const name = who >= 0 ? make("bdi", person(who)) : who === -1 ? "Chance" : "End of the game";
  const parts = [make("h2", [mark(who), name])];
  const rest = shared(v) ? `, ${counted(setSize[k], "node")}` : "";
  if (who >= 0) parts.push(make("p", ["information set ", make("bdi", G.name[k], { "data-what": "set" }), rest]));
  parts.push(make("dl", facts));
  if (k >= 0) parts.push(make("h3", who < 0 ? "Moves of chance" : "Actions"), table(v), ...more(arity(v), 200));
  const steps = path(v).map((c) => make("li", [mark(mover(c)), link(c, label(c))]));
  parts.push(make("h3", "The way here"), make("ol", v ? steps : [make("li", "the root")], { "data-what": "history" }));
  if (shared(v)) {
    const nodes = members(k).slice(0, 40).map((one) => {
      const way = path(one).map(label).join(" › ");
      const held = G.profile && belief(one) >= 0 ? make("small", ` ${beliefText(one)}`) : "";
      return make("li", [one === v ? make("b", way, { dir: "auto" }) : link(one, way), held]);
    });
    const heading = `Nodes of the set${G.profile ? ", with beliefs" : ""}`;
    parts.push(make("h3", heading), make("ul", nodes), ...more(setSize[k], 40));
  }
  const about = `node #${v}, at depth ${depth[v]}; ${counted(size[v], "node")} from here on`;
  parts.push(make("p", about, { class: "quiet" }));
  $("facts").replaceChildren(...parts);
}
function table(v) {
  const shown = owner(v) < 0 ? [S] : sides, names = shown.length > 1 ? G.names : ["probability"];
  const odds = shareText(first[v]) ? names : [], heads = ["action", ...odds, `worth to ${person(0)}`];
  const rows = children(v).slice(0, 200).map((c) => {
    const bar = make("i", [], { class: `bar bar${owner(v)}` }), texts = odds.map((_, k) => shareText(c, shown[k]));
    bar.style.width = `${100 * share[c]}%`;
    const worth = code[c] < 0 ? payoffTexts(code[c])[0] : rounded(value[0][c], 3);
    const cells = [[link(c, label(c)), bar], ...texts.map((text) => (text.length > 12 ? rounded(parse(text), 4) : text)), worth];
    return make("tr", cells.map((cell) => make("td", cell)));
  });
  return make("table", [make("tr", heads.map((name) => make("th", name, { scope: "col" }))), ...rows]);
}

// ---- selection, search, keys, pointers ----

function select(v, move) {
  selected = window.selected = v;
  show();
  request();
  if (view === "tree") {
    const hidden = path(v).map((c) => parent[c]).filter((p) => !open[p]);
    for (const p of hidden) open[p] = 1;
    if (hidden.length) relayout(0);
    if (move) center(v);
    return;
  }
  const tall = reach[v] * unit(), y = (topOf(v) - flow.top) * unit(), x = (depth[v] - flow.left) * column();
  const outside = y + tall < 20 || y > height - 20 || x < 0 || x + column() > width;
  if (move && (tall < 12 || outside)) zoomTo(tall < 12 ? parent[v] : v);
}
function toggle(v) {
  if (code[v] < 0) return;
  open[v] = 1 - open[v];
  relayout(v);
}

let hits = [], hit = -1, sought = "";
function find(text) {
  [sought, hits, hit] = [text, [], -1];
  const wanted = text.trim().toLowerCase(), found = [[], [], []];
  const number = wanted[0] === "#" ? Number(wanted.slice(1)) : -1;
  const rank = G.name.map((name) => (name.toLowerCase() === wanted ? 0 : name.toLowerCase().includes(wanted) ? 1 : 3));
  const moves = G.lists.map((names) => names.map((name) => name.toLowerCase().includes(wanted)));
  for (let v = 0; wanted && v < n; v++) {
    if (v === number) found[0].push(v);
    else if (rank[code[v]] < 2) found[rank[code[v]]].push(v);
    else if (v && moves[G.actions[code[parent[v]]]][action[v]]) found[2].push(v);
  }
  hits = found.find((nodes) => nodes.length) || [];
  $("hits").textContent = wanted ? (hits.length ? counted(hits.length, "node") : "nothing found") : "";
}
function next(by) {
  if ($("search").value !== sought) find($("search").value);
  if (!hits.length) return;
  hit = (max(hit, by < 0 ? 0 : -1) + by + hits.length) % hits.length;
  $("hits").textContent = `${whole(hit + 1)} of ${whole(hits.length)}`;
  select(hits[hit], true);
}
function beside(by) {
  const list = L.levels[L.level[place[selected]]] || [];
  if (view === "tree") return select(L.order[list[list.indexOf(place[selected]) + by]] ?? selected, true);
  let v = selected + by;
  while (v > 0 && v < n && reach[v] === 0) v += by;
  if (depth[v] === depth[selected]) select(v, true);
}
function pan(dx, dy) {
  if (view === "tree") Object.assign(cam, { x: cam.x + dx, y: cam.y + dy });
  flow.top = min(1 - flow.span, max(0, flow.top - (view === "flow" && dy / unit())));
  flow.left = min(mostLeft(), max(0, flow.left - (view === "flow" && dx / column())));
  request();
}
function zoom(factor, x = width / 2, y = height / 2) {
  const k = min(4, max(0.04, cam.k * factor)), by = k / cam.k, span = min(1, max(1e-12, flow.span / factor));
  glides++;
  if (view === "tree") Object.assign(cam, { k, x: x - (x - cam.x) * by, y: y - (y - cam.y) * by });
  else Object.assign(flow, { span, top: flow.top + ((y - 10) / (height - 20)) * (flow.span - span) });
  pan(0, 0);
}
const KEYS = {
  ArrowLeft: () => select(parent[selected], true),
  ArrowRight: () => {
    if (code[selected] < 0) return;
    if (view === "tree" && !open[selected]) toggle(selected);
    select(view === "tree" ? first[selected] : likeliest(selected), true);
  },
  ArrowUp: () => beside(-1),
  ArrowDown: () => beside(1),
  Home: () => select(0, true),
  Enter: () => (view === "tree" ? toggle : zoomTo)(selected),
  Escape: fit,
  f: fit,
  t: () => change("tree"),
  w: () => change("flow"),
  "+": () => zoom(1.25),
  "-": () => zoom(0.8),
  p: () => sides.length > 1 && swap(sides[1 - sides.indexOf(S)]),
  "/": () => $("search").focus(),
};
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input") || (event.key === "Enter" && event.target.closest("button, summary"))) return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});

function nodeAt(x, y) {
  const inBox = ([, left, top, w, tall]) => x >= left && x <= left + w && y >= top - 1 && y <= top + tall + 1;
  if (view === "flow") return (boxes.find(inBox) || [-1])[0];
  const wx = (x - cam.x) / cam.k, wy = (y - cam.y) / cam.k;
  let best = -1, least = 22;
  if (L.signals) {
    L.order.forEach((v, i) => {
      const side = sideOf(i), begin = L.cx + side * (L.turn + CURVE), far = L.x[i] + side * (6 + L.paid[(side + 1) / 2]);
      const inside = code[v] < 0 && wx >= min(begin, far) && wx <= max(begin, far);
      const gap = cam.k * (inside ? abs(wy - L.y[i]) : hypot(wx - L.x[i], wy - L.y[i]));
      if (gap < least) [best, least] = [v, gap];
    });
    return best;
  }
  L.levels.forEach((nodes, at) => {
    const near = seek(nodes, (i) => L.y[i], wy);
    for (const i of nodes.slice(max(0, near - 3), near + 3)) {
      const v = L.order[i], from = v ? L.end[L.level[up(i)]] + CURVE - 4 : 0;
      const inside = wx >= from && wx <= (open[v] ? L.x[i] : L.end[at]);
      const far = cam.k * (inside ? abs(wy - L.y[i]) : hypot(wx - L.x[i], wy - L.y[i]));
      if (far < least) [best, least] = [v, far];
    }
  });
  return best;
}
canvas.addEventListener("pointerenter", () => window.focus()); // keys work at once in the frame of a notebook
const pointers = new Map();
let moved = 0, pinch = 0;
canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  if (!pointers.size) moved = 0;
  pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
  pinch = 0;
  glides++;
});
canvas.addEventListener("pointermove", ({ pointerId, offsetX: x, offsetY: y }) => {
  const [bx, by] = pointers.get(pointerId) || [];
  if (bx === undefined) {
    canvas.style.cursor = nodeAt(x, y) >= 0 ? "pointer" : "grab";
    return;
  }
  pointers.set(pointerId, [x, y]);
  moved += abs(x - bx) + abs(y - by);
  if (pointers.size === 2) {
    const [one, two] = pointers.values(), apart = hypot(one[0] - two[0], one[1] - two[1]);
    if (pinch) zoom(apart / pinch, (one[0] + two[0]) / 2, (one[1] + two[1]) / 2);
    pinch = apart;
  } else if (moved >= 5) pan(x - bx, y - by);
});
canvas.addEventListener("pointerup", ({ pointerId, offsetX, offsetY }) => {
  const v = nodeAt(offsetX, offsetY), again = v === selected;
  pointers.delete(pointerId);
  if (moved >= 5 || pointers.size || v < 0) return;
  select(v, false);
  if (view === "flow") zoomTo(again && flow.span < 1.5 * reach[v] ? parent[v] : v);
  else if (again || !open[v]) toggle(v);
});
canvas.addEventListener("pointercancel", ({ pointerId }) => pointers.delete(pointerId));
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const { deltaX, deltaY } = event, by = (one) => max(-240, min(240, one * (event.deltaMode ? 30 : 1)));
  if (event.shiftKey || abs(deltaX) > abs(deltaY)) pan(-by(deltaX || deltaY), 0);
  else zoom(exp(-by(deltaY) / 500), event.offsetX, event.offsetY);
}, { passive: false });

function change(to) {
  view = to;
  document.body.dataset.view = to;
  for (const one of ["tree", "flow"]) $(one).setAttribute("aria-pressed", String(one === to));
  select(selected, to === "tree");
  if (to === "flow") zoomTo(reach[selected] > 0 ? selected : 0);
  status();
}
function refold(most) {
  if (most < MOST_OPEN) open.fill(0);
  if (n > most || (limited && most < MOST_OPEN)) unfold(most);
  else code.forEach((k, v) => (open[v] = k >= 0));
  layout();
  select(place[selected] < 0 ? 0 : selected, false);
  status();
  fit();
}
const budget = () => G.budget || (n <= 130 ? n : limited ? 200 : max(30, round(height / 18)));
const wanted = () => (G.theme === "light" && dark.matches ? "dark" : G.theme);
function swap(side) {
  weigh(side);
  sides.forEach((one, k) => $(`profile${k}`).setAttribute("aria-pressed", String(one === S)));
  relayout(place[selected] < 0 ? 0 : selected);
  select(selected, false);
}
const CLICKS = {
  profile0: () => swap(sides[0]),
  profile1: () => swap(last(sides)),
  tree: KEYS.t,
  flow: KEYS.w,
  more: () => {
    unfold(min(MOST_OPEN, 2 * L.order.length), true);
    relayout(selected);
  },
  fold: () => refold(budget()),
  all: () => refold(MOST_OPEN),
  fit,
  theme: () => setTheme(mode === "dark" ? "light" : "dark"),
};
for (const [id, act] of Object.entries(CLICKS)) $(id).addEventListener("click", act);
$("search").addEventListener("input", () => find($("search").value));
$("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") next(event.shiftKey ? -1 : 1);
  if (event.key === "Escape") canvas.focus();
});
dark.addEventListener("change", () => setTheme(wanted()));
addEventListener("beforeprint", () => {
  setTheme(mode === "dark" ? "light" : mode);
  paint();
});
addEventListener("afterprint", () => setTheme(wanted()));

if (sides.length > 1) {
  document.body.dataset.profiles = "2";
  G.names.forEach((name, k) => ($(`profile${k}`).textContent = name));
}
measure();
setTheme(wanted());
refold(budget());
selected = starts[0];
change(view);
fit();
new ResizeObserver(() => {
  measure();
  paint();
}).observe(canvas.parentElement);
paint();
// For tests: the places of nodes, if the layout is that of a signalling game; otherwise the last straight parts of the edges to leaves, with their payoffs, and the capsules.
window.signals = () => (L.signals ? L.order.map((_, i) => [L.x[i], L.y[i]]) : null);
window.screen_of = (i) => {
  const { left, top } = canvas.getBoundingClientRect();
  return [cam.k * L.x[i] + cam.x, cam.k * L.y[i] + cam.y, cam.k, left, top];
};
window.tips = () => L.order.flatMap((v, i) => (code[v] < 0 ? [[L.end[L.level[up(i)]] + CURVE, L.x[i] + 12, L.y[i]]] : []));
window.capsules = () => [...L.sets.values()].filter(([i]) => !L.crowded[L.level[i]])
  .map((set) => [L.x[set[0]] - CAPSULE, L.x[set[0]] + CAPSULE, L.y[set[0]] - CAPSULE, L.y[last(set)] + CAPSULE]);
window.open_ms = performance.now() - began;
window.ready = true;
})();
