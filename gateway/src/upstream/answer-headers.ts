/** Header names that end at the gateway on the way back, beside those that `Connection` names (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])
/** What shared caches in front of the gateway would obey even against `Cache-Control`. */
const SHARED_CACHE_HEADERS = ['cdn-cache-control', 'surrogate-control', 'expires', 'age']

/**
 * What the client gets of an answer's headers: without those that end at the gateway, and without cookies of the
 * gateway's own names. `headers`: lower-case names.
 */
export function filterAnswerHeaders(
  headers: Record<string, string | string[] | undefined>,
  ownsCookie: (name: string) => boolean
): Record<string, string | string[]> {
  const filtered: Record<string, string | string[]> = {}
  const { connection } = headers
  const named =
    connection === undefined
      ? null
      : new Set(
          String(connection)
            .toLowerCase()
            .split(/[,\s]+/)
        )
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name) || named?.has(name)) continue
    if (name === 'set-cookie') {
      const cookies = [value].flat().filter((cookie) => !ownsCookie((cookie.split('=', 1)[0] ?? '').trim()))
      if (cookies.length > 0) filtered[name] = cookies
    } else {
      filtered[name] = value
    }
  }
  return filtered
}

/** An answer that carries a session belongs to one visitor: no cache may keep it. */
export function addOwnCookies(
  headers: Record<string, string | string[]>,
  setCookies: readonly string[]
): void {
  headers['set-cookie'] = [headers['set-cookie'] ?? [], ...setCookies].flat()
  headers['cache-control'] = 'private, no-store'
  for (const name of SHARED_CACHE_HEADERS) delete headers[name]
}
