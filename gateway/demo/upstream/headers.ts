/** Headers by which a gateway says who the visitor is, in the order they are shown. */
export const IDENTITY_HEADERS: readonly string[] = [
  'x-forwarded-user',
  'x-forwarded-email',
  'x-forwarded-preferred-username',
  'x-forwarded-groups',
  'x-gatehouse-tenant',
  'x-gatehouse-assertion',
  'authorization'
]

/** One header as received, with a readable form where the wire form is an encoding. */
export interface ShownHeader {
  name: string
  value: string
  /** Decoded text, or the payload of a JWT as indented JSON. */
  readable: string | undefined
  isIdentity: boolean
}

function decodeJwtPayload(value: string): string | undefined {
  const [, payload] = /^(?:Bearer )?[\w-]+\.([\w-]+)\.[\w-]*$/.exec(value) ?? []
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return JSON.stringify(claims, null, 2)
  } catch {
    return undefined
  }
}

// RFC 2047, section 2: =?charset?B|Q?text?=
function decodeEncodedWords(value: string): string {
  return value.replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) => {
    if (encoding.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString('utf8')
    return decodePercent(text.replaceAll('_', ' ').replace(/=(?=[0-9A-F]{2})/gi, '%'))
  })
}

function decodePercent(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The readable form of an identity header's value. */
export function readIdentity(value: string): string {
  const [, extended] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? []
  if (extended !== undefined) return decodePercent(extended)
  // Node reads header bytes as latin1; senders of raw UTF-8 mean something else.
  const utf8 = Buffer.from(value, 'latin1').toString('utf8')
  return decodePercent(decodeEncodedWords(utf8.includes('\ufffd') ? value : utf8))
}

function describe(name: string, value: string): ShownHeader {
  const isIdentity = IDENTITY_HEADERS.includes(name.toLowerCase())
  const decoded = isIdentity ? (decodeJwtPayload(value) ?? readIdentity(value)) : value
  return { name, value, readable: decoded === value ? undefined : decoded, isIdentity }
}

function rank({ name, isIdentity }: ShownHeader): number {
  return isIdentity ? IDENTITY_HEADERS.indexOf(name.toLowerCase()) : IDENTITY_HEADERS.length
}

/** Every header of a request as it came, repeated ones too; identity headers first, the rest by name. */
export function listHeaders(rawHeaders: string[]): ShownHeader[] {
  const shown: ShownHeader[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    shown.push(describe(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''))
  }
  return shown.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}
