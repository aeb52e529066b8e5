import { hash } from 'node:crypto'

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** JSON that cannot close its script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

/** A stylesheet inlined in HTML. */
export interface InlineStyle {
  css: string
  hash: string
}

/** Escapes CSS for HTML, where `</style` would end it and a carriage return would change the hash. */
export function inlineStyle(css: string): InlineStyle {
  const safe = css.replace(/\r\n?/g, '\n').replaceAll('</', '<\\/')
  return { css: safe, hash: cspHashOf(safe) }
}

export const renderStyle = ({ css }: InlineStyle) => `<style>${css}</style>`

/** CSP hash of an inline script or style, without quotes (CSP 3, 2.3.1). */
export const cspHashOf = (source: string): string => `sha256-${hash('sha256', source, 'base64')}`
