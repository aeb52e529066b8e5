import { escapeHtml, type GuidePage } from './upstream/guide.ts'

/** What the pages of the demo's applications are about, by path. The rest of a page shows the request. */
type Pages = Readonly<Record<string, GuidePage>>

export const INTRANET_PAGES: Pages = {
  '/reports/2026': {
    title: 'Third quarter of 2026',
    html: renderTable(
      ['Region', 'Shipments', 'On time', 'Change'],
      [
        ['North Sea', '18,240', '97.1 %', '+ 2.4 %'],
        ['Baltic', '9,615', '95.8 %', '+ 0.9 %'],
        ['Mediterranean', '22,078', '93.4 %', '− 1.2 %']
      ]
    )
  }
}

const HANDBOOK_INDEX = [
  ['/', 'Welcome'],
  ['/handbook/first-day', 'Your first day'],
  ['/travel', 'Travel and expenses'],
  ['/harbors', 'Harbors and time zones']
] as const

export const HANDBOOK_PAGES: Pages = {
  '/': {
    title: 'Welcome to the handbook',
    html: renderArticle('/', [
      [
        'How this handbook works',
        'Everyone at Meridian can read it, and everyone can propose a change. Each page has an owner, who answers within two days.'
      ],
      [
        'Where to begin',
        'If you are new, read “Your first day”: it opens without an account, so that you can read it before you have one.'
      ],
      [
        'When something is missing',
        'Ask in the channel of the handbook. The best answers become pages, with your name on them.'
      ]
    ])
  },
  '/handbook/first-day': {
    title: 'Your first day',
    html: renderArticle('/handbook/first-day', [
      [
        'Before you come',
        'Your manager sends you the address of your office and the name of the colleague who meets you there.'
      ],
      [
        'In the morning',
        'Collect your laptop and your security key at the front desk. Register the key first: it is your second step.'
      ],
      ['After lunch', 'A tour of the harbor. Wear sturdy shoes, and bring a jacket whatever the season.']
    ])
  }
}

const ROUTES = [
  ['MRD-20418', 'Hamburg → Gdańsk', 'At sea', 'Tomorrow, 06:40'],
  ['MRD-20422', 'Rotterdam → Oslo', 'Loading', 'Thursday, 14:15'],
  ['MRD-20437', 'Genoa → Valencia', 'Customs', 'Friday, 09:00'],
  ['MRD-20440', 'Aarhus → Hull', 'Delivered', 'Today, 07:55']
]

export const PORTAL_PAGES: Pages = {
  '/': {
    title: 'Your shipments',
    html: `${renderTiles(['12 at sea', '3 loading', '1 at customs'])}${renderTable(['Number', 'Route', 'State', 'Arrives'], ROUTES)}`
  },
  '/shipments/today': {
    title: 'Arriving today',
    html: renderTable(['Number', 'Route', 'State', 'Arrives'], ROUTES.slice(3))
  }
}

function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]) =>
    row.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<section class="card"><table class="data"><thead><tr>${cells('th', heads)}</tr></thead><tbody>${body}</tbody></table></section>`
}

function renderTiles(tiles: readonly string[]): string {
  return `<ul class="tiles">${tiles.map((text) => `<li class="card">${escapeHtml(text)}</li>`).join('')}</ul>`
}

function renderArticle(path: string, parts: readonly (readonly [string, string])[]): string {
  const index = HANDBOOK_INDEX.map(
    ([href, title]) =>
      `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`
  )
  const article = parts.map(([title, text]) => `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p>`)
  return `<div class="wiki"><nav aria-label="Handbook">${index.join('')}</nav><article class="card">${article.join('')}</article></div>`
}
