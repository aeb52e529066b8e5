import { type CborMap, decodeCbor, refuseResponse } from './cbor.ts'

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
export interface AuthenticatorData {
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
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData {
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
