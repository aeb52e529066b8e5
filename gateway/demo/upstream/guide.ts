import { escapeHtml } from './escape-html.ts'

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
}

function renderExample({ url, title, text, rule }: GuideExample): string {
  const { pathname, search, host } = new URL(url)
  return `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a>
<span class="quiet">${escapeHtml(`${host}${pathname}${search}`)}</span>
<p>${escapeHtml(text)}</p><code>${escapeHtml(rule)}</code></li>`
}

/** What there is to try: everything on the start page; on the page of an example, that one. */
export function renderGuide({ examples }: Guide, target: string, host: string | undefined): string {
  const isStart = target === '/'
  const shown = isStart ? examples : examples.filter(({ url }) => url === `http://${host}${target}`)
  if (shown.length === 0) return ''
  return `<section class="card"><h2>${isStart ? 'What to try' : 'What this page shows'}</h2>
<ul class="guide">${shown.map(renderExample).join('')}</ul></section>`
}
