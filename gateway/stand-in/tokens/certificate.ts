import { type KeyObject, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const EXPLICIT_0 = 0xa0
const EXPLICIT_3 = 0xa3

const COMMON_NAME = Buffer.from('0603550403', 'hex')
// SEQUENCE { OID 1.2.840.113549.1.1.11 (sha256WithRSAEncryption), NULL }
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')

// X.690, 8.1.3: short form below 128, else a count of length bytes and the length, big-endian.
function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content])
}

function encodeName(commonName: string): Buffer {
  const value = encode(UTF8_STRING, Buffer.from(commonName, 'utf8'))
  return encode(SEQUENCE, encode(SET, encode(SEQUENCE, COMMON_NAME, value)))
}

// RFC 5280, 4.1.2.5: two-digit years from 1950 to 2049, four digits outside.
function encodeTime(epochSeconds: number): Buffer {
  const date = new Date(epochSeconds * 1000)
  const digits = `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
  const year = date.getUTCFullYear()
  return year >= 1950 && year < 2050
    ? encode(UTC_TIME, Buffer.from(digits.slice(2)))
    : encode(GENERALIZED_TIME, Buffer.from(digits))
}

// A leading bit of 1 would make the INTEGER negative.
function encodeSerial(serial: Buffer): Buffer {
  return encode(INTEGER, Buffer.concat([Buffer.from([0x01]), serial]))
}

// SEQUENCE { OID 2.5.29.19 (basicConstraints), critical, SEQUENCE { cA TRUE } } (RFC 5280, 4.2.1.9)
const AUTHORITY = Buffer.from('300f0603551d130101ff040530030101ff', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const OCTET_STRING = 0x04
const DNS_NAME = 0x82

// RFC 5280, 4.2.1.6.
function encodeHosts(names: readonly string[]): Buffer {
  const hosts = names.map((name) => encode(DNS_NAME, Buffer.from(name, 'ascii')))
  return encode(SEQUENCE, SUBJECT_ALT_NAME, encode(OCTET_STRING, encode(SEQUENCE, ...hosts)))
}

/** The content of a certificate. */
export interface CertificateFacts {
  /** RSA keys. Of a certificate that another one vouches for, the private key is that of the other one. */
  privateKey: KeyObject
  publicKey: KeyObject
  commonName: string
  /** Common name of the issuer; absent: self-signed. */
  issuerName?: string
  /** May it vouch for others? */
  isAuthority?: boolean
  /** Hosts that it is for, such as `*.example.com`: browsers look at nothing else. */
  hosts?: readonly string[]
  /** Up to 19 bytes. */
  serial: Buffer
  /** Epoch seconds. */
  notBeforeSeconds: number
  /** Epoch seconds. */
  notAfterSeconds: number
}

/** An X.509 v3 certificate with no other extensions than those of authorities and hosts, signed with SHA-256 and RSA, as PEM (RFC 5280, 4.1). */
export function createCertificate(facts: CertificateFacts): string {
  const { commonName, issuerName = commonName, isAuthority = false, hosts = [] } = facts
  const extensions = [...(isAuthority ? [AUTHORITY] : []), ...(hosts.length > 0 ? [encodeHosts(hosts)] : [])]
  const content = encode(
    SEQUENCE,
    encode(EXPLICIT_0, encode(INTEGER, Buffer.from([2]))),
    encodeSerial(facts.serial),
    SHA256_WITH_RSA,
    encodeName(issuerName),
    encode(SEQUENCE, encodeTime(facts.notBeforeSeconds), encodeTime(facts.notAfterSeconds)),
    encodeName(commonName),
    facts.publicKey.export({ format: 'der', type: 'spki' }),
    ...(extensions.length > 0 ? [encode(EXPLICIT_3, encode(SEQUENCE, ...extensions))] : [])
  )
  const signature = sign('RSA-SHA256', content, facts.privateKey)
  const noUnusedBits = Buffer.from([0])
  const der = encode(SEQUENCE, content, SHA256_WITH_RSA, encode(BIT_STRING, noUnusedBits, signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
