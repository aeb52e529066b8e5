import type { IncomingHttpHeaders } from 'node:http'
import { escapeHtml, findPage, type Guide, renderDrawer, renderGuide } from './guide.ts'
import { listHeaders, readIdentity, type ShownHeader } from './headers.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'

/** The request that the page shows. */
export interface PageRequest {
  /** Path and query as they came. */
  target: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  guide: Guide | null
}

const DEEP_PAGE = '/reports/2026?quarter=3'
const ICON =
  '<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" ' +
  'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 20V9l8-5 8 5v11"/>' +
  '<path d="M4 20h16M9 20v-6h6v6"/></svg>'

function nameOf(guide: Guide | null): string {
  return guide?.name ?? 'Demo application'
}

function renderBar(target: string, guide: Guide | null): string {
  const link = (href: string, label: string): string =>
    `<a href="${escapeHtml(href)}"${href === target ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a>`
  const neighbours = (guide?.neighbours ?? []).map(({ url, name }) => link(url, name)).join('')
  return `<header class="bar"><div>
<a class="brand" href="/">${ICON} ${escapeHtml(nameOf(guide))}</a>
<nav aria-label="Pages">${link('/', 'Home')}${guide?.pages['/'] === undefined ? link(DEEP_PAGE, 'Quarterly report') : ''}${neighbours}</nav>
${guide === null || guide.accountUrl === null ? '' : `<a class="account" href="${escapeHtml(guide.accountUrl)}">Your account</a>`}
<form method="post" action="/logout"><button class="plainly">Sign out</button></form>
</div></header>`
}

function renderPerson(headers: IncomingHttpHeaders): string {
  const read = (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? readIdentity(value) : undefined
  }
  const uid = read('x-forwarded-user')
  if (uid === undefined) {
    return `<section class="card"><h2>Not signed in</h2>
<p class="quiet" style="margin:0">No identity headers came with this request.</p></section>`
  }
  const email = read('x-forwarded-email')
  const name = read('x-forwarded-preferred-username') ?? email ?? uid
  const organization = read('x-gatehouse-tenant')
  const [initial = '?'] = name
  const groups = (read('x-forwarded-groups') ?? '').split(',').filter((group) => group.trim() !== '')
  const chips = groups.map((group) => `<li>${escapeHtml(group.trim())}</li>`).join('')
  return `<section class="card person"><div class="face" aria-hidden="true">${escapeHtml(initial.toUpperCase())}</div>
<div><p class="name">${escapeHtml(name)}</p>
<p class="quiet">${[email, uid, organization].flatMap((one) => (one === undefined ? [] : escapeHtml(one))).join(' · ')}</p>
${chips === '' ? '' : `<ul class="chips" aria-label="Groups">${chips}</ul>`}</div></section>`
}

function renderValue({ value, readable, isIdentity }: ShownHeader): string {
  if (readable === undefined) {
    return isIdentity ? `<span class="plain">${escapeHtml(value)}</span>` : escapeHtml(value)
  }
  if (!readable.startsWith('{')) {
    return `<span class="plain">${escapeHtml(readable)}</span><span class="wire">${escapeHtml(value)}</span>`
  }
  return `<pre>${escapeHtml(readable)}</pre><details><summary>As received</summary>${escapeHtml(value)}</details>`
}

/** Identity headers at once where the page is about them, the others on demand. */
function renderHeaders(rawHeaders: string[], isAboutThem: boolean): string {
  const headers = listHeaders(rawHeaders)
  const table = (shown: readonly ShownHeader[], rowClass: string): string => {
    const rows = shown.map(
      (header) =>
        `<tr${rowClass}><th scope="row">${escapeHtml(header.name)}</th><td>${renderValue(header)}</td></tr>`
    )
    return `<table class="headers"><tbody>${rows.join('')}</tbody></table>`
  }
  const identity = headers.filter(({ isIdentity }) => isIdentity)
  const others = headers.filter(({ isIdentity }) => !isIdentity)
  const known =
    identity.length === 0
      ? ''
      : `<p class="quiet">What the gateway says about the visitor. Whatever a client sends in these headers is removed.</p>
${table(identity, ' class="identity"')}`
  if (!isAboutThem) return renderDrawer(`Request headers (${headers.length})`, known + table(others, ''))
  return (
    (known === '' ? '' : `<section class="card"><h2>Identity headers</h2>${known}</section>`) +
    renderDrawer(`Other request headers (${others.length})`, table(others, ''))
  )
}

const PANELS = `<div class="panels">
<section class="card"><h2>Event stream</h2>
<p class="quiet">Server-sent events from <code>/demo/events</code>, one each second.</p>
<div class="row"><button id="events-toggle" type="button">Start</button></div>
<ul class="log" id="events-log" tabindex="0" aria-label="Events" data-empty="No events yet"></ul></section>
<section class="card"><h2>WebSocket</h2>
<p class="quiet">The server first says whom it saw on the upgrade, then repeats what you send.</p>
<div class="row"><button id="socket-toggle" type="button">Connect</button></div>
<form class="row" id="socket-form"><input id="socket-text" aria-label="Message" placeholder="Message" autocomplete="off">
<button class="plainly" id="socket-send" disabled>Send</button></form>
<ul class="log" id="socket-log" tabindex="0" aria-label="WebSocket messages" data-empty="Not connected"></ul></section>
<section class="card"><h2>Upload and download</h2>
<p class="quiet">An upload of any size is counted as it streams in.</p>
<div class="row"><input id="upload-file" type="file" aria-label="File to upload"></div>
<div class="row"><button class="plainly" id="upload-sample" type="button">Send 5 MB</button>
<a class="button plainly" href="/demo/download?bytes=10485760" download>Get 10 MB</a></div>
<ul class="log" id="upload-log" tabindex="0" aria-label="Uploads" data-empty="Nothing sent yet"></ul></section>
</div>`

/** The demo page as HTML; everything of the request is escaped. */
export async function renderPage({ target, headers, rawHeaders, guide }: PageRequest): Promise<string> {
  const { title, html } = findPage(guide, target, headers.host)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${escapeHtml(nameOf(guide))}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
${renderBar(target, guide)}
<main>
<div class="intro"><h1>${escapeHtml(title)}</h1>
<p class="quiet">${html === '' ? 'This application knows nothing of sign-in. It shows what it was sent.' : escapeHtml(target === '/' ? '' : target)}</p></div>
${html}
${renderPerson(headers)}
${guide === null ? '' : await renderGuide(guide, target, headers.host)}
${renderHeaders(rawHeaders, html === '')}
${renderDrawer('Event stream, WebSocket, upload and download', PANELS)}
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}
