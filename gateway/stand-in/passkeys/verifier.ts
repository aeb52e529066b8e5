import { createHash } from 'node:crypto'
import { isRecord, textMember } from '../server/fields.ts'
import type { PasskeyConfig } from '../settings.ts'
import { type CborMap, decodeCbor, decodeCborMap, refuseResponse } from './cbor.ts'
import { type CoseKey, readCoseKey, requireSignature } from './cose-key.ts'

// https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
const RP_ID_HASH_BYTES = 32
const FIXED_BYTES = 37
const AAGUID_BYTES = 16
const MAX_CREDENTIAL_ID_BYTES = 1023
const USER_PRESENT = 1
const USER_VERIFIED = 4
const BACKUP_ELIGIBLE = 8
const BACKED_UP = 16
const ATTESTED = 64
const EXTENSIONS = 128

/** What an authenticator signs, besides the hash of the client data. */
interface AuthenticatorData {
  rpIdHash: Buffer
  isUserPresent: boolean
  isUserVerified: boolean
  signCount: number
  /** With a new credential only. `key`: COSE. */
  attested: { credentialId: Buffer; key: CborMap } | undefined
}

function readAttested(bytes: Buffer): { attested: { credentialId: Buffer; key: CborMap }; end: number } {
  const lengthAt = FIXED_BYTES + AAGUID_BYTES
  const idAt = lengthAt + 2
  if (bytes.length < idAt) throw refuseResponse()
  const length = bytes.readUInt16BE(lengthAt)
  const keyAt = idAt + length
  if (length === 0 || length > MAX_CREDENTIAL_ID_BYTES || bytes.length < keyAt) throw refuseResponse()
  const { value: key, end } = decodeCbor(bytes, keyAt)
  if (!(key instanceof Map)) throw refuseResponse()
  return { attested: { credentialId: bytes.subarray(idAt, keyAt), key }, end }
}

/** Reads authenticator data; throws the refusal unless every byte of it is explained. */
function readAuthenticatorData(bytes: Buffer): AuthenticatorData {
  if (bytes.length < FIXED_BYTES) throw refuseResponse()
  const flags = bytes.readUInt8(RP_ID_HASH_BYTES)
  const has = (flag: number): boolean => (flags & flag) !== 0
  if (has(BACKED_UP) && !has(BACKUP_ELIGIBLE)) throw refuseResponse()
  const { attested, end } = has(ATTESTED) ? readAttested(bytes) : { attested: undefined, end: FIXED_BYTES }
  const last = has(EXTENSIONS) ? decodeCbor(bytes, end).end : end
  if (last !== bytes.length) throw refuseResponse()
  return {
    rpIdHash: bytes.subarray(0, RP_ID_HASH_BYTES),
    isUserPresent: has(USER_PRESENT),
    isUserVerified: has(USER_VERIFIED),
    signCount: bytes.readUInt32BE(RP_ID_HASH_BYTES + 1),
    attested
  }
}

/** What a response must be an answer to. `challenge`: base64url. */
interface Expected extends PasskeyConfig {
  challenge: string
}

type Decoded<Name extends string> = Record<'clientDataJSON' | Name, Buffer>

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

function parseClientData(bytes: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'))
    if (isRecord(parsed)) return parsed
  } catch {}
  throw refuseResponse()
}

/** The challenge in client data as base64url; throws the refusal for data that cannot be read. */
export function readChallenge(clientDataJSON: Buffer): string {
  const challenge = textMember(parseClientData(clientDataJSON), 'challenge')
  if (challenge === undefined) throw refuseResponse()
  return challenge
}

// How an origin is written in the settings is not documented: with its scheme and without are both seen.
function isExpectedOrigin(origin: string, { expectedOrigins }: PasskeyConfig): boolean {
  return expectedOrigins.some((expected) => origin === expected || origin === `https://${expected}`)
}

function requireClientData(
  bytes: Buffer,
  type: 'webauthn.create' | 'webauthn.get',
  expected: Expected
): void {
  const data = parseClientData(bytes)
  const isRight =
    data.type === type &&
    data.challenge === expected.challenge &&
    data.crossOrigin !== true &&
    isExpectedOrigin(textMember(data, 'origin') ?? '', expected)
  if (!isRight) throw refuseResponse()
}

function requireAuthenticatorData(bytes: Buffer, { rpId }: PasskeyConfig): AuthenticatorData {
  const data = readAuthenticatorData(bytes)
  if (!data.rpIdHash.equals(sha256(rpId)) || !data.isUserPresent || !data.isUserVerified)
    throw refuseResponse()
  return data
}

/**
 * The credential of a registration; throws the refusal, and nothing else, for any other. Attestation is asked for in no form:
 * `none` is taken, and `packed` signed by the credential itself.
 */
export function verifyRegistration(
  { clientDataJSON, attestationObject }: Decoded<'attestationObject'>,
  expected: Expected
): { credentialId: Buffer; key: CoseKey; signCount: number } {
  requireClientData(clientDataJSON, 'webauthn.create', expected)
  const attestation = decodeCborMap(attestationObject)
  const bytes = attestation.get('authData')
  if (!Buffer.isBuffer(bytes)) throw refuseResponse()
  const { attested, signCount } = requireAuthenticatorData(bytes, expected)
  if (attested === undefined) throw refuseResponse()
  const key = readCoseKey(attested.key)
  const signed = Buffer.concat([bytes, sha256(clientDataJSON)])
  requireStatement(attestation.get('fmt'), attestation.get('attStmt'), key, signed)
  return { credentialId: attested.credentialId, key, signCount }
}

function requireStatement(format: unknown, statement: unknown, key: CoseKey, signed: Buffer): void {
  if (!(statement instanceof Map)) throw refuseResponse()
  if (format === 'none' && statement.size === 0) return
  const signature: unknown = statement.get('sig')
  const isSelfSigned = statement.size === 2 && statement.get('alg') === key.algorithm
  if (format !== 'packed' || !isSelfSigned || !Buffer.isBuffer(signature)) throw refuseResponse()
  requireSignature(key, signed, signature)
}

/** The new count of a credential that has signed; throws the refusal, and nothing else, for any other assertion. */
export function verifyAssertion(
  { clientDataJSON, authenticatorData, signature }: Decoded<'authenticatorData' | 'signature'>,
  credential: { key: CoseKey; signCount: number },
  expected: Expected
): number {
  requireClientData(clientDataJSON, 'webauthn.get', expected)
  const { signCount } = requireAuthenticatorData(authenticatorData, expected)
  requireSignature(credential.key, Buffer.concat([authenticatorData, sha256(clientDataJSON)]), signature)
  // A count that does not grow is that of a copied authenticator. Synced passkeys do not count.
  const counts = signCount !== 0 || credential.signCount !== 0
  if (counts && signCount <= credential.signCount) throw refuseResponse()
  return signCount
}
