/** A plain page of the gateway, readable without script. All texts are plain text and get escaped here. */
export interface Page {
  title: string
  text: string
  /** Second paragraph, smaller. */
  note?: string
  links?: readonly { label: string; href: string }[]
  /** A button that posts an empty form. */
  form?: { label: string; action: string }
  /** What a visitor tells the support; null where nothing went wrong. */
  reference: string | null
}

/** What all pages share. */
export interface PageFrame {
  brandName: string
  /** Address of the stylesheet on our own origin; null: none. */
  stylesheetHref: string | null
}

/** `Content-Security-Policy` of these pages: a stylesheet and a form of our own, nothing else. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The HTML of a page. */
export function renderPage(page: Page, frame: PageFrame): string {
  const links = (page.links ?? []).map(
    ({ label, href }, index) =>
      `<a${index === 0 && page.form === undefined ? ' class="button"' : ''} href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
  )
  const form =
    page.form === undefined
      ? ''
      : `<form class="actions" method="post" action="${escapeHtml(page.form.action)}"><button class="button" type="submit">${escapeHtml(page.form.label)}</button></form>`
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(page.title)} – ${escapeHtml(frame.brandName)}</title>`,
    frame.stylesheetHref === null ? '' : `<link rel="stylesheet" href="${escapeHtml(frame.stylesheetHref)}">`,
    '</head><body><main class="card">',
    `<p class="brand">${escapeHtml(frame.brandName)}</p>`,
    `<h1>${escapeHtml(page.title)}</h1>`,
    `<p>${escapeHtml(page.text)}</p>`,
    page.note === undefined ? '' : `<p class="muted">${escapeHtml(page.note)}</p>`,
    form,
    links.length === 0 ? '' : `<p class="actions">${links.join(' ')}</p>`,
    page.reference === null ? '' : `<p class="muted">Reference: ${escapeHtml(page.reference)}</p>`,
    '</main></body></html>'
  ].join('\n')
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
