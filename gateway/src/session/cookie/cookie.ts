import { parseCookies, serializeCookie } from './cookie-codec.ts'
import {
  type CookieValueOptions,
  type CookieValues,
  createCookieValues,
  type EncryptableState,
  MAX_PARTS,
  type OpenedSession
} from './cookie-value.ts'

/** Name, `=` and value of one cookie; browsers take 4096 bytes with attributes. */
const MAX_COOKIE_BYTES = 3900
/** Of one name that are looked at one by one: more than browsers keep for the domains and folders above an address. */
const MAX_OF_ONE_NAME = 20
/** A session's value as found in a `Cookie` header. */
export type CookieReading =
  | { kind: 'absent' }
  /** Two cookies of one name, or parts missing. */
  | { kind: 'malformed'; names: string[] }
  | PresentCookie

/** A value that may be one of ours: its signature is not checked. `names`: of the cookies that it came in. */
export interface PresentCookie {
  kind: 'present'
  /** Where the cookie counts. */
  origin: string
  value: string
  parts: number
  names: string[]
}

/** The session cookie; see `createSessionCookie`. */
export interface SessionCookie {
  /** Without the suffix of parts. */
  readonly name: string
  /** Where it counts. */
  readonly origin: string
  /** Has each session an id of its own? Else it has that of its account and start, also where the cookie holds another one. */
  readonly keepsIds: boolean
  /** Finds the session in a `Cookie` header and puts split values together. Checks no signature. */
  read(header: string | undefined): CookieReading
  /**
   * Each value that a `Cookie` header may hold a session in, also where names came twice and `read` takes it for none: to end them all,
   * never to let anybody pass. Of one name at most 20 values.
   */
  readEach(header: string | undefined): PresentCookie[]
  /** Checks the signature of what `read` found and opens the refresh token. */
  open(reading: { value: string; parts: number }): OpenedSession
  /**
   * Signs with the first key. Throws a `Fault` `SESSION_TOO_LARGE` when the tokens do not fit into four cookies.
   * Two calls give two values (the seal is salted); send the same one to everybody who waits for it.
   */
  encrypt(state: EncryptableState): string
  /** Must the value be replaced by one in the format that is written now? */
  isOtherFormat: CookieValues['isOtherFormat']
  /**
   * `Set-Cookie` values for a sealed session. `presentNames`: names the browser sent; those that the new session
   * does not use are expired. `maxAgeSeconds`: how long the browser keeps it; null: until it is closed (RFC 6265, 5.3).
   */
  set(value: string, presentNames: readonly string[], maxAgeSeconds: number | null): string[]
  /** The `Cookie` header of a browser that has nothing but this sealed value. */
  headerOf(value: string): string
  /** `Set-Cookie` values that expire the session. */
  clear(presentNames: readonly string[]): string[]
}

export interface SessionCookieOptions extends CookieValueOptions {
  domain: string | null
  secure: boolean
  sameSite: 'lax' | 'strict' | 'none'
  /** Default true. */
  keepsIds?: boolean
}

/** The session cookie: one value of `createCookieValues`, split over several cookies when it is long. */
export function createSessionCookie(options: SessionCookieOptions): SessionCookie {
  const { name, origin } = options
  const values = createCookieValues(options)
  const session = new RegExp(`^${name}(\\.\\d{1,8})?$`)
  const ownNames = [name]
  const attributes = {
    path: '/',
    httpOnly: true,
    secure: options.secure,
    sameSite: options.sameSite,
    ...(options.domain === null ? {} : { domain: options.domain })
  }
  const expire = (cookieName: string) =>
    serializeCookie(cookieName, '', { ...attributes, maxAge: 0, expires: new Date(0) })

  function read(header: string | undefined): CookieReading {
    if (header === undefined) return { kind: 'absent' }
    const whole = findOnly(name, header)
    if (whole !== undefined)
      return whole === null
        ? { kind: 'absent' }
        : { kind: 'present', origin, value: whole, parts: 1, names: ownNames }
    const names = listNames(header).filter((cookieName) => session.test(cookieName))
    return names.length === 0 ? { kind: 'absent' } : assemble(options, names, parseCookies(header))
  }

  return {
    name,
    origin,
    keepsIds: options.keepsIds ?? true,
    read,

    readEach: (header) =>
      listSingle(name, header ?? '').flatMap((single) => {
        const reading = read(single)
        return reading.kind === 'present' ? reading : []
      }),

    open: ({ value, parts }) => values.open(value, parts),
    encrypt: (state) => values.encrypt(state, (chars) => countParts(name, chars)),
    isOtherFormat: values.isOtherFormat,

    set(value, presentNames, maxAgeSeconds) {
      const parts = splitValue(name, value)
      const leftOver = presentNames.filter((present) => !parts.some((part) => part.name === present))
      const life = maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds }
      const kept = parts.map((part) => serializeCookie(part.name, part.value, { ...attributes, ...life }))
      return [...kept, ...leftOver.map(expire)]
    },

    headerOf: (value) =>
      splitValue(name, value)
        .map((part) => `${part.name}=${part.value}`)
        .join('; '),

    clear: (presentNames) => [...new Set(presentNames)].map(expire)
  }
}

/** The `Cookie` header of a browser that takes these `Set-Cookie` values; those that expire have no value. */
export function takeCookies(setCookies: readonly string[]): string {
  return setCookies
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}

/**
 * The value of a header in which the name stands once, at the start of a pair and before its `=`, as it does in nearly all:
 * found without parsing the header. Null: the name is nowhere in it. Undefined: the header has to be parsed.
 */
function findOnly(name: string, header: string): string | null | undefined {
  const at = header.indexOf(name)
  if (at === -1) return null
  const valueAt = at + name.length + 1
  const isPlain =
    header[valueAt - 1] === '=' && (at === 0 || (header[at - 1] === ' ' && header[at - 2] === ';'))
  if (!isPlain || header.includes(name, valueAt)) return undefined
  const end = header.indexOf(';', valueAt)
  const value = header.slice(valueAt, end === -1 ? undefined : end)
  // Blanks around a value are the parser's to judge.
  return isVisible(value.at(0)) && isVisible(value.at(-1)) ? value : undefined
}

function isVisible(char: string | undefined): boolean {
  return char !== undefined && char > ' ' && char <= '~'
}

interface NamedValue {
  name: string
  value: string
}

/** The name of every pair, as often as it is there: parsed cookies do not tell that a name came twice. */
function listNames(header: string): string[] {
  return header.split(';').map(nameOf)
}

/** The headers that a header with names that came twice may stand for: each whole value, and the first of all parts, the second, and so on. */
function listSingle(name: string, header: string): string[] {
  const pairs = header.split(';')
  const valuesOf = (cookieName: string) =>
    pairs.filter((pair) => nameOf(pair) === cookieName).slice(0, MAX_OF_ONE_NAME)
  const parts = Array.from({ length: MAX_PARTS }, (_, index) => valuesOf(`${name}.${index}`))
  const most = Math.max(...parts.map(({ length }) => length))
  // Where only one of the parts came twice, the others belong to both.
  const take = (place: number) => parts.flatMap((values) => values[place] ?? values.at(-1) ?? []).join(';')
  return [...valuesOf(name), ...Array.from({ length: most }, (_, place) => take(place))]
}

/** The name in `name=value`, one pair of a `Cookie` header; a pair without `=` counts as a name without a value. */
export function nameOf(pair: string): string {
  const equals = pair.indexOf('=')
  return (equals === -1 ? pair : pair.slice(0, equals)).trim()
}

/** Puts the parts together. The first part tells their count; parts beyond it are left over from a longer session. */
function assemble(
  { name, origin }: Pick<SessionCookieOptions, 'name' | 'origin'>,
  names: string[],
  values: Readonly<Record<string, string | undefined>>
): CookieReading {
  const distinct = [...new Set(names)]
  const malformed = { kind: 'malformed' as const, names: distinct }
  // Of two cookies of one name nobody can tell which is ours; one may be planted from a sibling domain.
  if (distinct.length !== names.length) return malformed
  // A name without `=`, or beside a character that only `trim` takes for a blank.
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

/** Room for the value in a part, whose name ends in `.0` to `.3`. */
function partBytes(name: string): number {
  return MAX_COOKIE_BYTES - name.length - 3
}

function splitValue(name: string, value: string): NamedValue[] {
  const count = countParts(name, value.length)
  if (count === 1) return [{ name, value }]
  const size = partBytes(name)
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}.${index}`,
    value: value.slice(index * size, (index + 1) * size)
  }))
}
