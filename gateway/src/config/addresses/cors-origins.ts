import { parseUrl } from './urls.ts'

/** Stands for every origin. */
export const ANY_ORIGIN = '*'

/** What an entry of `cors.origins` comes to; `wrong`: what it is instead of an origin. */
export type CorsOrigin =
  | { kind: 'origin'; origin: string }
  | { kind: 'any' }
  | { kind: 'wrong'; wrong: string }

/** Characters that no origin has, some of which `URL` would read as the beginning of something else or leave out. */
const FOREIGN = /[\s\\?#@]/

/** An origin as browsers write it in `Origin`: host in lower case and ASCII, without the scheme's own port. */
export function readCorsOrigin(text: string): CorsOrigin {
  if (text === ANY_ORIGIN) return { kind: 'any' }
  if (text.toLowerCase() === 'null')
    return { kind: 'wrong', wrong: 'is what pages say that hide their origin' }
  if (text.includes('*')) return { kind: 'wrong', wrong: 'has a wildcard' }
  const url = FOREIGN.test(text) ? null : parseUrl(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/]+\/?$/i.test(text)
  return isOrigin
    ? { kind: 'origin', origin: url.origin }
    : { kind: 'wrong', wrong: 'is no origin: scheme, host and port, nothing else' }
}
