"""How the page of a sweep looks: on a screen, light or dark, and on paper."""

from __future__ import annotations

PAGE_STYLE = """\
:root { --ink: #1d2127; --paper: #ffffff; --faint: #667080; --rule: #dfe3e8; --band: #f6f7f9; --good: #1a7f4b; \
--bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7eb; --paper: #16191d; --faint: #9aa4b1; --rule: #30363d; --band: #1d2127; --good: #5fc793; \
--bad: #ff8a80; }
  figure svg { filter: invert(1) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body { color: var(--ink); background: var(--paper); max-width: 62rem; margin: 2.5rem auto; padding: 0 1.25rem;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.4rem 0 0.7rem; }
header p, .remark, figcaption, small { color: var(--faint); }
header p, .remark { margin: 0.3rem 0; }
.remark, figcaption, small { font-size: 0.87rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.6rem; list-style: none; padding: 0; margin: 1.2rem 0 0; }
.counts li { border: 1px solid var(--rule); border-radius: 6px; padding: 0.35rem 0.8rem; }
.counts b { font-size: 1.2rem; margin-right: 0.2rem; }
.good, .counts .good b { color: var(--good); }
.bad, .counts .bad b { color: var(--bad); }
.counts .good, .counts .bad { color: inherit; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.87rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.28rem 0.75rem; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { border-bottom: 2px solid var(--rule); font-weight: 600; white-space: nowrap; }
tbody tr:nth-child(even) { background: var(--band); }
.left { text-align: left; overflow-wrap: break-word; }
.right { text-align: right; white-space: nowrap; }
figure { margin: 0; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption ul { margin: 0.3rem 0 0; padding-left: 1.2rem; columns: 24rem; }
summary { cursor: pointer; }
.all details { margin-left: 1.1rem; border-bottom: 1px solid var(--rule); padding: 0.15rem 0; }
.all > summary { margin-bottom: 0.4rem; }
pre { background: var(--band); padding: 0.7rem 1rem; border-radius: 6px; overflow-x: auto; font-size: 0.8rem; }
@media print {
  :root { --ink: #000000; --paper: #ffffff; --faint: #444444; --rule: #bbbbbb; --band: #ffffff; --good: #000000; \
--bad: #000000; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  figure svg { filter: none; }
  figure, tr, .counts { break-inside: avoid; }
  h2 { break-after: avoid; }
  figure svg { max-height: 17cm; }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.15rem 0.3rem; }
  th, .right { white-space: normal; }
}
"""
