/** Something to try, and the rule that decides there. */
export interface GuideExample {
  url: string
  title: string
  text: string
  rule: string
}

/** What the demo application says about itself; without one it only shows requests. */
export interface Guide {
  /** Name of the application. */
  name: string
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

function renderExample({ url, title, text, rule }: GuideExample): string {
  const { pathname, search, host } = new URL(url)
  return `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a>
<span class="quiet">${escapeHtml(`${host}${pathname}${search}`)}</span>
<p>${escapeHtml(text)}</p><code>${escapeHtml(rule)}</code></li>`
}

async function renderCall({ url, rule, logged, issueToken }: GuideCall): Promise<string> {
  const command = `curl -H 'Authorization: Bearer ${await issueToken()}' ${url}`
  return `<section class="card guide"><h2>A call by a program</h2>
<p>A token of its own lets a program in where <code>bearer</code> names who issued it. This one works for an hour. With the
token cut short the answer is 401 as JSON, with the reason, and the gateway logs a line like the one below; in this browser the page is 403.</p>
<pre id="call-command" tabindex="0" aria-label="Command">${escapeHtml(command)}</pre>
<div class="row"><button class="plainly" id="call-copy" type="button">Copy the command</button></div>
<pre id="call-logged">${escapeHtml(logged)}</pre><code>${escapeHtml(rule)}</code></section>`
}

const BINDING_NOTE =
  '<p class="quiet">Sessions are not bound to devices here: that needs https, with a certificate that the browser trusts. ' +
  'In the repository, <code>npm run test:device-binding</code> shows it in Chromium.</p>'

/** What there is to try: everything on the start page; on the page of an example, that one. */
export async function renderGuide(
  { examples, machine }: Guide,
  target: string,
  host: string | undefined
): Promise<string> {
  const isStart = target === '/'
  const shown = isStart ? examples : examples.filter(({ url }) => url === `http://${host}${target}`)
  if (shown.length === 0) return ''
  return `<section class="card guide"><h2>${isStart ? 'What to try' : 'What this page shows'}</h2>
<ul>${shown.map(renderExample).join('')}</ul>${isStart ? BINDING_NOTE : ''}</section>
${isStart && machine !== null ? await renderCall(machine) : ''}`
}
