/** Something to try, and the rule that decides there. */
export interface GuideExample {
  url: string
  title: string
  text: string
  rule: string
  /** Shown before the others. */
  isFirst: boolean
}

/** What a page of an application is about. */
export interface GuidePage {
  title: string
  /** Of the application: nothing of a request is in it. */
  html: string
}

/** What the demo application says about itself; without one it only shows requests. */
export interface Guide {
  /** Name of the application. */
  name: string
  /** Its contents, by path. */
  pages: Readonly<Record<string, GuidePage>>
  examples: readonly GuideExample[]
  /** Other applications, to which the bar leads. */
  neighbours: readonly { name: string; url: string }[]
  /** Where people look after their account; null: nowhere. */
  accountUrl: string | null
  /** A call that a program can make; null: none is shown. */
  machine: GuideCall | null
}

/** A call with a bearer token. */
export interface GuideCall {
  url: string
  rule: string
  /** What the gateway logs of it with a wrong token, without what differs from call to call. */
  logged: string
  /** Gives a new token, which lasts for an hour. */
  issueToken(): Promise<string>
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

/** Text that stands for itself in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function renderExamples(examples: readonly GuideExample[]): string {
  const items = examples.map(({ url, title, text, rule }) => {
    const { pathname, search, host } = new URL(url)
    return `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a>
<span class="quiet">${escapeHtml(`${host}${pathname}${search}`)}</span>
<p>${escapeHtml(text)}</p><code>${escapeHtml(rule)}</code></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

/** A part of the page that opens on demand. `html`: escaped. */
export function renderDrawer(title: string, html: string): string {
  return `<details class="card guide"><summary>${escapeHtml(title)}</summary>${html}</details>`
}

async function renderCall({ url, rule, logged, issueToken }: GuideCall): Promise<string> {
  const command = `curl -H 'Authorization: Bearer ${await issueToken()}' ${url}`
  return `<p>A token of its own lets a program in where <code>bearer</code> names who issued it. This one works for an hour. With the
token cut short the answer is 401 as JSON, with the reason, and the gateway logs a line like the one below; in this browser the page is 403.</p>
<pre class="long" id="call-command" tabindex="0" aria-label="Command">${escapeHtml(command)}</pre>
<div class="row"><button class="plainly" id="call-copy" type="button">Copy the command</button></div>
<pre id="call-logged">${escapeHtml(logged)}</pre><code>${escapeHtml(rule)}</code>`
}

const BINDING_NOTE =
  '<p class="quiet">Sessions are not bound to devices here: that needs https, with a certificate that the browser trusts. ' +
  'In the repository, <code>npm run test:browsers -- device-binding</code> shows it in Chromium.</p>'

/** Title and contents of the page at `target`; the target itself if the application has none. */
export function findPage(guide: Guide | null, target: string, host: string | undefined): GuidePage {
  const page = guide?.pages[target.replace(/\?.*/s, '')]
  if (page !== undefined) return page
  if (guide !== null && target === '/') return { title: guide.name, html: '' }
  return { title: findExample(guide, target, host)?.title ?? target, html: '' }
}

function findExample(guide: Guide | null, target: string, host: string | undefined) {
  return guide?.examples.find(({ url }) => url === `http://${host}${target}`)
}

/** What there is to try: all of it on a start page without contents, on the page of an example that one. */
export async function renderGuide(guide: Guide, target: string, host: string | undefined): Promise<string> {
  const { examples, machine, pages } = guide
  const here = findExample(guide, target, host)
  if (target !== '/' || pages['/'] !== undefined)
    return here === undefined
      ? ''
      : `<section class="card guide"><h2>What this page shows</h2>${renderExamples([here])}</section>`
  const others = examples.filter(({ isFirst }) => !isFirst)
  return `<section class="card guide"><h2>Try first</h2>${renderExamples(examples.filter(({ isFirst }) => isFirst))}</section>
${renderDrawer(`More to try (${others.length})`, renderExamples(others) + BINDING_NOTE)}
${machine === null ? '' : renderDrawer('A call by a program', await renderCall(machine))}`
}
