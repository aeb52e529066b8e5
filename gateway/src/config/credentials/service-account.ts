import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Problem } from '../../problem.ts'
import { isPlainObject } from '../json-members.ts'

/** RS256 takes no shorter key (RFC 7518, 3.3). */
const MIN_MODULUS_BITS = 2048
const HINT = 'Make a new key in the cloud console (IAM, service accounts).'

/** The parts of a service account key file that the gateway uses. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: KeyObject
  /** PKCS#8 PEM of the same key. */
  privateKeyPem: string
  /** Null when the file does not name it. */
  privateKeyId: string | null
  projectId: string | null
}

/** The path of problems is empty: only the caller knows where the text stands. */
type ServiceAccountResult =
  | { kind: 'key'; account: ServiceAccount }
  | { kind: 'invalid'; problems: Problem[] }

/**
 * Reads the JSON text of a service account key file.
 * Takes private keys with literal `\n`, `\r\n`, surrounding quotes, base64 of the whole, PKCS#1 and PKCS#8.
 * Problems hold no part of the key.
 */
export function parseServiceAccount(text: string): ServiceAccountResult {
  const read = parseCredentialJson(text)
  return read.kind === 'json' ? readServiceAccount(read.json) : read
}

/** The JSON object in the text of any credential file; see `parseMangledJson` for what is forgiven. */
export function parseCredentialJson(
  text: string
): { kind: 'json'; json: Record<string, unknown> } | Extract<ServiceAccountResult, { kind: 'invalid' }> {
  const json = parseMangledJson(text)
  if (isPlainObject(json)) return { kind: 'json', json }
  return invalid(json === undefined ? 'is not JSON' : 'is not a JSON object')
}

/** The same as `parseServiceAccount` for JSON that is already parsed. */
export function readServiceAccount(file: Readonly<Record<string, unknown>>): ServiceAccountResult {
  const field = (name: string): string | null => {
    const value = file[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  if (field('type') !== 'service_account') return invalid('has another `type` than `service_account`')
  const clientEmail = field('client_email')
  const pem = field('private_key')
  if (clientEmail === null || pem === null) return invalid('lacks `client_email` or `private_key`')
  const key = readKey(pem)
  if (key.kind === 'invalid') return key
  const names = { privateKeyId: field('private_key_id'), projectId: field('project_id') }
  return { kind: 'key', account: { clientEmail, ...key.pair, ...names } }
}

function readKey(pem: string) {
  try {
    const privateKey = createPrivateKey(unmanglePem(pem))
    if (privateKey.asymmetricKeyType !== 'rsa') return invalid('holds a private key that is not RSA')
    if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_MODULUS_BITS)
      return invalid(`holds a private key of less than ${MIN_MODULUS_BITS} bits`)
    const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { kind: 'pair' as const, pair: { privateKey, privateKeyPem } }
  } catch {
    return invalid('holds a private key that cannot be read')
  }
}

function invalid(message: string): Extract<ServiceAccountResult, { kind: 'invalid' }> {
  return { kind: 'invalid', problems: [{ path: '', message, hint: HINT }] }
}

const PEM =
  /-----BEGIN\s+((?:RSA\s+|EC\s+|ENCRYPTED\s+)?PRIVATE\s+KEY)-----([\s\S]*?)-----END\s+(?:RSA\s+|EC\s+|ENCRYPTED\s+)?PRIVATE\s+KEY-----/
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/**
 * The value of a JSON text that copying through shells, variables and secret stores may have changed: a byte order mark,
 * quotes around it, base64 of the whole, line breaks inside texts. Undefined when it is not JSON.
 */
function parseMangledJson(text: string): unknown {
  const bare = unquote(text.replace(/^\uFEFF/, ''))
  const decoded = BASE64.test(withoutSpace(bare))
    ? Buffer.from(withoutSpace(bare), 'base64').toString()
    : bare
  // As the inside of a text, `{\"type\": …}`, it is what some build systems hand out.
  const inside = /^\{\s*\\"/.test(bare) ? [`"${bare}"`] : []
  const values = [text, bare, decoded, ...inside].flatMap((candidate) => [
    parseJson(candidate),
    parseJson(escapeLineBreaks(candidate))
  ])
  // A text may be JSON once more, as some secret stores hand it out.
  const unpacked = values.map((value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value))
  return unpacked.find((value) => typeof value === 'object') ?? unpacked.find((value) => value !== undefined)
}

/**
 * The PEM of a private key that copying has changed: literal `\n` in any number of backslashes, `\r\n`, no line breaks at
 * all, quotes around it, base64 of the whole, and base64 of the key itself without any frame.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])([\s\S]*)\1$/, '$2')
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

/** Inside texts alone: between the members of an object they are white space. */
function escapeLineBreaks(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (member) =>
    member.replaceAll('\r', '\\r').replaceAll('\n', '\\n')
  )
}
