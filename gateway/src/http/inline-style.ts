import { createHash } from 'node:crypto'

/** A stylesheet that stands in the HTML. */
export interface InlineStyle {
  css: string
  /** Of the CSS, as `Content-Security-Policy` writes it. */
  hash: string
}

/** Makes CSS fit for HTML, where `</style` would end it and a carriage return would be another character than in the hash. */
export function inlineStyle(css: string): InlineStyle {
  const fit = css.replace(/\r\n?/g, '\n').replaceAll('</', '<\\/')
  return { css: fit, hash: cspHashOf(fit) }
}

/** The HTML element. */
export function renderStyle({ css }: InlineStyle): string {
  return `<style>${css}</style>`
}

/** The hash of an inline script or style as `Content-Security-Policy` writes it, without quotes (CSP 3, 2.3.1). */
export function cspHashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
