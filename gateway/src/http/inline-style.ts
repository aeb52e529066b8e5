import { createHash } from 'node:crypto'

/** A stylesheet inlined in HTML. */
export interface InlineStyle {
  css: string
  /** Hash for the CSP. */
  hash: string
}

/** Escapes CSS for HTML, where `</style` would end it and a carriage return would change the hash. */
export function inlineStyle(css: string): InlineStyle {
  const fit = css.replace(/\r\n?/g, '\n').replaceAll('</', '<\\/')
  return { css: fit, hash: cspHashOf(fit) }
}

export function renderStyle({ css }: InlineStyle): string {
  return `<style>${css}</style>`
}

/** CSP hash of an inline script or style, without quotes (CSP 3, 2.3.1). */
export function cspHashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
