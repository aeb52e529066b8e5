/** The demo page's style sheet: light and dark by the visitor's setting, one column on a phone. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --card: #ffffff; --ink: #16212c; --quiet: #566472; --line: #dde3e9;
  --accent: #0b6e6e; --accent-ink: #ffffff; --tint: #e5f3f2; --code: #f1f4f6; --good: #12733f; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f161d; --card: #18222c; --ink: #e8eef3; --quiet: #9fb0bf; --line: #2b3946;
    --accent: #5cc8c2; --accent-ink: #06211f; --tint: #15302f; --code: #111a22; --good: #6fd39b; --bad: #ff9c92;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.bar { background: var(--card); border-bottom: 1px solid var(--line); }
.bar > div, main { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
.bar > div { display: flex; align-items: center; gap: .5rem 1.5rem; flex-wrap: wrap; min-height: 4rem; padding-block: .5rem; }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 650; color: inherit; text-decoration: none; }
.brand svg { color: var(--accent); }
.bar nav { display: flex; gap: 1.25rem; }
.bar nav a { color: var(--quiet); text-decoration: none; padding: .45rem 0; border-bottom: 2px solid transparent; }
.bar nav a:hover { color: var(--ink); }
.bar nav a[aria-current] { color: var(--ink); border-color: var(--accent); }
.bar form { margin-left: auto; }
.bar .account { margin-left: auto; color: var(--quiet); }
.bar .account + form { margin-left: 0; }
main { padding-block: 2.25rem 4rem; display: grid; gap: 1.25rem; }
h1 { font-size: clamp(1.45rem, 1rem + 2vw, 2.1rem); line-height: 1.25; margin: 0 0 .4rem; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .25rem; }
p { margin: 0 0 .9rem; }
.quiet { color: var(--quiet); }
.intro { max-width: 44rem; }
.intro p { margin: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.25rem; min-width: 0; }
.person { display: flex; gap: 1rem; align-items: center; background: var(--tint); border-color: transparent; }
.person .face { flex: none; width: 3.25rem; height: 3.25rem; border-radius: 50%; display: grid; place-items: center; background: var(--accent); color: var(--accent-ink); font-size: 1.4rem; font-weight: 650; }
.person p { margin: 0; overflow-wrap: anywhere; }
.person .name { font-size: 1.15rem; font-weight: 650; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0 0; padding: 0; list-style: none; }
.chips li { border: 1px solid var(--accent); color: var(--accent); border-radius: 99px; padding: 0 .65rem; font-size: .85rem; }
table { width: 100%; border-collapse: collapse; }
.headers { margin-top: .75rem; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .6rem .75rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.headers th { width: 17rem; font: 600 .88rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.headers td { font: .88rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
tr.identity th, tr.identity td { background: var(--tint); }
tr.identity th { box-shadow: inset 3px 0 var(--accent); }
.plain { font-size: 1rem; font-weight: 600; }
.wire { display: block; color: var(--quiet); }
td details { margin-top: .3rem; }
summary { cursor: pointer; color: var(--quiet); }
pre { margin: .3rem 0 0; padding: .75rem; background: var(--code); border-radius: 8px; overflow: auto; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1.25rem; }
.panels .card { display: flex; flex-direction: column; }
.panels p { font-size: .93rem; }
.row { display: flex; gap: .5rem; flex-wrap: wrap; align-items: center; margin-bottom: .75rem; }
.row input { flex: 1 1 9rem; min-width: 0; }
button, .button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .4rem 1rem; border-radius: 9px; border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
button:hover, .button:hover { filter: brightness(1.08); }
button.plainly, .button.plainly { background: transparent; color: var(--accent); }
button:disabled { opacity: .5; cursor: default; filter: none; }
input { font: inherit; min-height: 2.75rem; padding: .4rem .75rem; border-radius: 9px; border: 1px solid var(--quiet); background: var(--card); color: inherit; }
input[type=file] { padding: .55rem .75rem; font-size: .88rem; }
.log { margin: auto 0 0; padding: .75rem; list-style: none; height: 10rem; overflow: auto; background: var(--code); border-radius: 8px; font: .84rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.log:empty::before { content: attr(data-empty); color: var(--quiet); }
.log .good { color: var(--good); } .log .bad { color: var(--bad); }
.guide ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1.25rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.guide li { min-width: 0; overflow-wrap: anywhere; }
.guide a { font-weight: 600; }
.guide span { display: block; font-size: .88rem; }
.guide p { margin: .3rem 0 .5rem; font-size: .93rem; }
.guide .long { max-height: 7.5rem; mask-image: linear-gradient(#000 60%, transparent); }
.guide pre { margin-bottom: .75rem; font: .8rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.guide code { padding: .1rem .35rem; background: var(--code); border-radius: 6px; font: .8rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.guide li code, .guide > code { display: block; padding: .4rem .6rem; border-radius: 8px; }
.guide > summary { font-weight: 600; color: inherit; }
.guide[open] > summary { margin-bottom: .75rem; }
.guide .headers { margin-top: 0; }
.data thead th { border-top: 0; color: var(--quiet); font-weight: 500; font-size: .88rem; }
.data td:first-child { font-weight: 600; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1.25rem; margin: 0; padding: 0; list-style: none; font-weight: 650; font-size: 1.15rem; }
.wiki { display: grid; grid-template-columns: 13rem 1fr; gap: 1.25rem; align-items: start; }
.wiki nav { display: grid; gap: .15rem; }
.wiki nav a { padding: .4rem .75rem; border-radius: 8px; color: inherit; text-decoration: none; }
.wiki nav :is(a:hover, [aria-current]) { background: var(--tint); }
.wiki h2 { font-size: 1.2rem; margin-top: 1.25rem; }
.wiki h2:first-child { margin-top: 0; }
@media (max-width: 44rem) {
  .bar form { margin-left: 0; }
  .bar .brand { flex: 1 1 auto; }
  .bar nav { order: 3; flex-basis: 100%; }
  main { padding-top: 1.5rem; }
  .headers, .headers :is(tbody, tr, th, td) { display: block; width: auto; }
  .headers td { border-top: 0; padding-top: 0; }
  .headers th { padding-bottom: .1rem; }
  .wiki { grid-template-columns: 1fr; }
  .data :is(th, td) { padding-inline: .3rem; font-size: .85rem; overflow-wrap: normal; }
  tr.identity { border-left: 3px solid var(--accent); }
  tr.identity th { box-shadow: none; }
}
@media (prefers-reduced-motion: no-preference) { button, .button, .bar nav a { transition: filter .12s, border-color .12s, color .12s; } }
`
