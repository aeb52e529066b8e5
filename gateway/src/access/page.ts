/** A plain page of the gateway, readable without script. All texts are plain text and get escaped here. */
export interface Page {
  title: string
  text: string
  /** Second paragraph, smaller. */
  note?: string
  /** The first is what most visitors want, unless there is a form that is not minor. */
  links?: readonly { label: string; href: string }[]
  /** A button that posts an empty form; `isMinor`: it looks like a link and stands last. */
  form?: { label: string; action: string; isMinor?: boolean }
  /** What a visitor tells the support; null where nothing went wrong. */
  reference: string | null
}

/** What all pages of a host share. */
export interface PageFrame {
  brandName: string
  /** Address of the logo on our own origin, or a `data:` URL; null: none. */
  logoSrc: string | null
  /** Addresses of stylesheets on our own origin; the last one wins. */
  stylesheetHrefs: readonly string[]
  /** Whom to ask where something went wrong; null: nobody. */
  contactUrl: string | null
}

/** `Content-Security-Policy` of these pages: stylesheets, pictures and a form of our own, nothing else. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The HTML of a page. */
export function renderPage(page: Page, frame: PageFrame): string {
  const form = page.form === undefined ? '' : renderForm(page.form)
  const hasMainForm = page.form !== undefined && page.form.isMinor !== true
  const links = (page.links ?? []).map(
    ({ label, href }, index) =>
      `<a${index === 0 && !hasMainForm ? ' class="button"' : ''} href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
  )
  const actions = [form, links.length === 0 ? '' : `<p class="actions">${links.join(' ')}</p>`]
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(page.title)} – ${escapeHtml(frame.brandName)}</title>`,
    ...frame.stylesheetHrefs.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    '</head><body><main class="card">',
    frame.logoSrc === null ? '' : `<img class="logo" src="${escapeHtml(frame.logoSrc)}" alt="" height="40">`,
    `<p class="brand">${escapeHtml(frame.brandName)}</p>`,
    `<h1>${escapeHtml(page.title)}</h1>`,
    `<p>${escapeHtml(page.text)}</p>`,
    page.note === undefined ? '' : `<p class="muted">${escapeHtml(page.note)}</p>`,
    ...(hasMainForm ? actions : actions.reverse()),
    page.reference === null ? '' : `<p class="muted">Reference: ${escapeHtml(page.reference)}</p>`,
    '</main></body></html>'
  ].join('\n')
}

function renderForm({ label, action, isMinor = false }: NonNullable<Page['form']>): string {
  const look = isMinor ? 'link' : 'button'
  return `<form class="actions" method="post" action="${escapeHtml(action)}"><button class="${look}" type="submit">${escapeHtml(label)}</button></form>`
}

/** Text made safe for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
