import { createPrivateKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { isPlainObject, parseJson, readText } from '../../config/json-members.ts'
import { type Invalid, invalid } from '../../config/sources/files.ts'

/** Minimum for RS256 (RFC 7518, 3.3). */
const MIN_MODULUS_BITS = 2048
const HINT = 'Create a new key in the cloud console (IAM, service accounts).'

export interface ServiceAccount {
  clientEmail: string
  /** PKCS#8 PEM. */
  privateKeyPem: string
  privateKeyId: string | null
  projectId: string | null
}

/** Problems have an empty path, set by the caller. */
type ServiceAccountResult = { kind: 'key'; account: ServiceAccount } | Invalid

/** Parses any credential file leniently; see `parseMangledJson`. */
export function parseCredentialJson(text: string): { kind: 'json'; json: Record<string, unknown> } | Invalid {
  const json = parseMangledJson(text)
  if (isPlainObject(json)) return { kind: 'json', json }
  return refuse(json === undefined ? 'is not JSON' : 'is not a JSON object')
}

/** Accepts keys with literal `\n`, `\r\n`, quotes, base64 of the whole, PKCS#1 and PKCS#8. Problems contain no part of them. */
export function readServiceAccount(file: Readonly<Record<string, unknown>>): ServiceAccountResult {
  const clientEmail = readText(file.client_email)
  const pem = readText(file.private_key)
  if (clientEmail === null || pem === null) return refuse('lacks `client_email` or `private_key`')
  const names = { privateKeyId: readText(file.private_key_id), projectId: readText(file.project_id) }
  try {
    const privateKey = createPrivateKey(unmanglePem(pem))
    if (privateKey.asymmetricKeyType !== 'rsa') return refuse('holds a private key that is not RSA')
    if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_MODULUS_BITS)
      return refuse(`holds a private key of less than ${MIN_MODULUS_BITS} bits`)
    const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { kind: 'key', account: { clientEmail, privateKeyPem, ...names } }
  } catch {
    return refuse('holds a private key that cannot be read')
  }
}

const signInThreadPool = promisify(sign)

/** The RS256 signature (RFC 7518, 3.3) of a text, in base64url. */
export async function signRs256(text: string, { privateKeyPem }: ServiceAccount): Promise<string> {
  const signature = await signInThreadPool('RSA-SHA256', Buffer.from(text), privateKeyPem)
  return signature.toString('base64url')
}

/** Header and claims of a JWT (RFC 7515, 3.1), to which the signature is added. */
export function encodeJwt(header: object, claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode(header)}.${encode(claims)}`
}

function refuse(message: string): Invalid {
  return invalid('', message, HINT)
}

const PEM =
  /-----BEGIN\s+((?:RSA\s+|EC\s+|ENCRYPTED\s+)?PRIVATE\s+KEY)-----([\s\S]*?)-----END\s+(?:RSA\s+|EC\s+|ENCRYPTED\s+)?PRIVATE\s+KEY-----/
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** JSON mangled by shells and secret stores: byte order mark, quotes, base64, line breaks in strings. Undefined: not JSON. */
function parseMangledJson(text: string): unknown {
  const bare = unquote(text.replace(/^\uFEFF/, ''))
  const decoded = BASE64.test(withoutSpace(bare))
    ? Buffer.from(withoutSpace(bare), 'base64').toString()
    : bare
  // Some build systems escape the whole as `{\"type\": …}`.
  const inside = /^\{\s*\\"/.test(bare) ? [`"${bare}"`] : []
  const values = [text, bare, decoded, ...inside].flatMap((candidate) => [
    parseJson(candidate),
    parseJson(escapeLineBreaks(candidate))
  ])
  // Some secret stores return JSON within a JSON string.
  const unpacked = values.map((value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value))
  return unpacked.find((value) => typeof value === 'object') ?? unpacked.find((value) => value !== undefined)
}

/**
 * Repairs a PEM key mangled by copying: literal `\n` with any number of backslashes, `\r\n`, missing line
 * breaks, quotes, base64 of the whole, or bare base64 without a frame.
 */
function unmanglePem(text: string): string {
  const bare = unquote(text)
  const framed = readPem(bare)
  if (framed !== null) return framed
  const decoded = Buffer.from(withoutSpace(bare), 'base64')
  return readPem(unquote(decoded.toString('utf8'))) ?? frame('PRIVATE KEY', decoded.toString('base64'))
}

function readPem(text: string): string | null {
  const match = PEM.exec(text.replace(/\\+[nr]/g, '\n'))
  if (match === null) return null
  return frame((match[1] ?? '').replace(/\s+/g, ' '), (match[2] ?? '').replace(/[\s\\]/g, ''))
}

function frame(label: string, body: string): string {
  const lines = body.match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])([\s\S]*)\1$/, '$2')
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

/** Only within strings: elsewhere line breaks are white space. */
function escapeLineBreaks(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (member) =>
    member.replaceAll('\r', '\\r').replaceAll('\n', '\\n')
  )
}
