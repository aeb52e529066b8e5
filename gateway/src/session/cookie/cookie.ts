import { fastifyCookie } from '@fastify/cookie'
import { type CookieValueOptions, createCookieValues, MAX_PARTS } from './cookie-value.ts'

// The plugin loads its parser on registration; before that, `parse` and `serialize` throw a TypeError. The
// gateway registers it in own-routes.ts; programs without a server must do so themselves.

const VERBATIM = { decode: (value: string) => value }

/** Cookies by name, the first of each (RFC 6265, 5.4), undecoded: otherwise one value of ours would have many spellings. */
export function parseCookies(header: string): Readonly<Record<string, string | undefined>> {
  return fastifyCookie.parse(header, VERBATIM)
}

/** A `Set-Cookie` value. Throws a `TypeError` for an invalid name or attribute (RFC 6265, 4.1.1). */
export const serializeCookie: typeof fastifyCookie.serialize = (name, value, attributes) =>
  fastifyCookie.serialize(name, value, attributes)

/** Limit for name, `=` and value; browsers accept 4096 bytes with attributes. */
const MAX_COOKIE_BYTES = 3900
const VISIBLE = /^[!-~]$/
/** Cookies of one name that are examined: more than browsers keep for the domains and paths above an address. */
const MAX_OF_ONE_NAME = 20

/** The session value found in a `Cookie` header. */
export type CookieReading =
  | { kind: 'absent' }
  /** Duplicate names, or parts missing. */
  | { kind: 'malformed'; names: string[] }
  | PresentCookie

/** A possible session value, signature unchecked. `names`: the cookies it came in. */
export interface PresentCookie {
  kind: 'present'
  origin: string
  value: string
  parts: number
  names: string[]
}

export type SessionCookie = ReturnType<typeof createSessionCookie>

export interface SessionCookieOptions extends CookieValueOptions {
  domain: string | null
  secure: boolean
  sameSite: 'lax' | 'strict' | 'none'
}

/** The session cookie, split over several cookies if its value is long. */
export function createSessionCookie(options: SessionCookieOptions) {
  const { name, origin } = options
  const values = createCookieValues(options, countParts)
  const session = new RegExp(`^${name}(\\.\\d{1,8})?$`)
  const ownNames = [name]
  const nextDevicePair = `; ${name}-device=`
  const attributes = {
    path: '/',
    httpOnly: true,
    secure: options.secure,
    sameSite: options.sameSite,
    ...(options.domain === null ? {} : { domain: options.domain })
  }
  const expire = (cookieName: string) =>
    serializeCookie(cookieName, '', { ...attributes, maxAge: 0, expires: new Date(0) })

  /** Finds the session in a `Cookie` header and joins its parts. Does not verify the signature. */
  function read(header: string | undefined): CookieReading {
    const at = header?.indexOf(name) ?? -1
    if (header === undefined || at === -1) return { kind: 'absent' }
    const valueAt = at + name.length + 1
    const isPair =
      header[valueAt - 1] === '=' && (at === 0 || (header[at - 1] === ' ' && header[at - 2] === ';'))
    const next = header.indexOf(name, valueAt)
    const proofAt = next - 2
    // At that place or not: `startsWith` is slower.
    const isProof = next !== -1 && header.indexOf(nextDevicePair, proofAt) === proofAt
    // Usually the name occurs once, at the start of a pair, perhaps with the proof of its device later on: that needs no parser.
    if (isPair && (next === -1 || (isProof && !header.includes(name, next + name.length)))) {
      const end = header.indexOf(';', valueAt)
      const value = header.slice(valueAt, end === -1 ? undefined : end)
      // Whitespace around a value is left to the parser.
      if (VISIBLE.test(value.charAt(0)) && VISIBLE.test(value.charAt(value.length - 1)))
        return { kind: 'present', origin, value, parts: 1, names: ownNames }
    }
    // Parsed cookies hide duplicates.
    const names = header
      .split(';')
      .map(nameOf)
      .filter((cookieName) => session.test(cookieName))
    return names.length === 0 ? { kind: 'absent' } : assemble(options, names, parseCookies(header))
  }

  return {
    name,
    origin,
    attributes,
    read,

    /** Every value that may be a session, also duplicates, at most 20 per name. For ending sessions, never for admitting one. */
    readEach(header: string | undefined): PresentCookie[] {
      if (header?.includes(name) !== true) return []
      return listSingle(name, header).flatMap((single) => {
        const reading = read(single)
        return reading.kind === 'present' ? reading : []
      })
    },

    open: values.open,
    encrypt: values.encrypt,

    /** `Set-Cookie` values. `presentNames`: what the browser sent; unused ones are expired. `maxAgeSeconds`: null: until it closes. */
    set(value: string, presentNames: readonly string[], maxAgeSeconds: number | null): string[] {
      const parts = splitValue(name, value)
      const leftOver = presentNames.filter((present) => !parts.some((part) => part.name === present))
      const life = maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds }
      const kept = parts.map((part) => serializeCookie(part.name, part.value, { ...attributes, ...life }))
      return [...kept, ...leftOver.map(expire)]
    },

    headerOf: (value: string) =>
      splitValue(name, value)
        .map((part) => `${part.name}=${part.value}`)
        .join('; '),

    clear: (presentNames: readonly string[]) => [...new Set(presentNames)].map(expire)
  }
}

/** The `Cookie` header of a browser that received these `Set-Cookie` values; expired ones are empty. */
export function takeCookies(setCookies: readonly string[]): string {
  return setCookies
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}

/** What a header with duplicates may stand for: each whole value, then the first of all parts, the second, and so on. */
function listSingle(name: string, header: string): string[] {
  const pairs = header.split(';')
  const valuesOf = (cookieName: string) =>
    pairs.filter((pair) => nameOf(pair) === cookieName).slice(0, MAX_OF_ONE_NAME)
  const parts = Array.from({ length: MAX_PARTS }, (_, index) => valuesOf(`${name}.${index}`))
  const most = Math.max(...parts.map(({ length }) => length))
  // If only one part is duplicated, the others belong to both.
  const take = (place: number) => parts.flatMap((values) => values[place] ?? values.at(-1) ?? []).join(';')
  return [...valuesOf(name), ...Array.from({ length: most }, (_, place) => take(place))]
}

/** The name of a `name=value` pair; a pair without `=` is a name without a value. */
export function nameOf(pair: string): string {
  const equals = pair.indexOf('=')
  return (equals === -1 ? pair : pair.slice(0, equals)).trim()
}

/** Joins the parts. The first one gives their count; parts beyond it are left from a longer session. */
function assemble(
  { name, origin }: Pick<SessionCookieOptions, 'name' | 'origin'>,
  names: string[],
  values: Readonly<Record<string, string | undefined>>
): CookieReading {
  const distinct = [...new Set(names)]
  const malformed = { kind: 'malformed' as const, names: distinct }
  // Of two cookies of one name either may be planted from a sibling domain.
  if (distinct.length !== names.length) return malformed
  // A name without `=`, or next to a character that only `trim` treats as whitespace.
  if (names.some((present) => values[present] === undefined)) return malformed

  const whole = values[name]
  const first = values[`${name}.0`]
  if (whole !== undefined && first === undefined)
    return { kind: 'present', origin, value: whole, parts: 1, names }
  if (first === undefined) return malformed
  const count = Number(/^\d~(\d)~/.exec(first)?.[1] ?? 0)
  // A whole value beside parts: the browser missed the end of one of the two sessions.
  if (count < 2 || count > MAX_PARTS || whole !== undefined) return malformed
  const parts: string[] = []
  for (let index = 0; index < count; index++) {
    const part = values[`${name}.${index}`]
    if (part === undefined) return malformed
    parts.push(part)
  }
  return { kind: 'present', origin, value: parts.join(''), parts: count, names }
}

function countParts(name: string, valueBytes: number): number {
  if (valueBytes + name.length + 1 <= MAX_COOKIE_BYTES) return 1
  return Math.ceil(valueBytes / partBytes(name))
}

/** Bytes available for the value in a part, whose name ends in `.0` to `.3`. */
function partBytes(name: string): number {
  return MAX_COOKIE_BYTES - name.length - 3
}

function splitValue(name: string, value: string) {
  const count = countParts(name, value.length)
  if (count === 1) return [{ name, value }]
  const size = partBytes(name)
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}.${index}`,
    value: value.slice(index * size, (index + 1) * size)
  }))
}

/** Separates the gateway's cookies from those of applications. `names`: of its session cookies on all origins. */
export function createOwnCookies(names: readonly string[]) {
  const own = `(?:${names.join('|')})(?:\\.\\d{1,8}|-(?:device|interaction|known|lang|owner(?:\\.[a-z0-9-]{1,32})?|redirects|resume|signed-out|step-up|state\\.[\\w-]{1,32}))?`
  const ownName = new RegExp(`^${own}$`)
  // Some servers read `=a=b` as a cookie without a name, others as `a`. Apache and Envoy join two header lines with a comma.
  const ownPair = new RegExp(`(?:^|,)[\\s=]*${own}\\s*(?:[=,]|$)`)
  // Only pairs that contain one of the names are examined. Of a single name, V8 searches as `indexOf` does.
  const anyName = new RegExp(names.join('|'), 'g')
  return {
    owns: (name: string) => ownName.test(name),
    /** The `Cookie` header without them; undefined if nothing remains. */
    strip(header: string): string | undefined {
      anyName.lastIndex = 0
      if (!anyName.test(header)) return header
      // Slices joined by `+` share the header's bytes; `join` would copy them.
      let rest = ''
      let keptFrom = 0
      do {
        const at = anyName.lastIndex - 1
        const start = header.lastIndexOf(';', at) + 1
        const next = header.indexOf(';', at)
        const end = next === -1 ? header.length : next
        anyName.lastIndex = end
        if (!ownPair.test(header.slice(start, end))) continue
        rest += header.slice(keptFrom, start)
        keptFrom = end + 1
      } while (anyName.test(header))
      // If the last pair is ours, drop the separator before it.
      rest = keptFrom <= header.length ? rest + header.slice(keptFrom) : rest.slice(0, -1)
      return rest.trim() || undefined
    }
  }
}
