import { createHash } from 'node:crypto'

/** The hash of an inline script or style as `Content-Security-Policy` writes it, without quotes (CSP 3, 2.3.1). */
export function cspHashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
