import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificate } from '../stand-in/tokens/certificate.ts'

/** Of the set-up with three domains. */
const OTHER_DOMAINS = ['*.example.org', '*.example.net']
const TTL_SECONDS = 24 * 3600

/** Writes a key and a self-signed certificate for a host; returns the paths of key, certificate and both. */
export function writeCertificate(
  folder: string,
  host = '*.example.com'
): { pem: string; key: string; both: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const nowSeconds = Math.floor(Date.now() / 1000)
  const certificate = createCertificate({
    privateKey,
    publicKey,
    commonName: host,
    hosts: [host, ...OTHER_DOMAINS],
    serial: randomBytes(8),
    notBeforeSeconds: nowSeconds - 60,
    notAfterSeconds: nowSeconds + TTL_SECONDS
  })
  const keyText = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const write = (name: string, text: string) => {
    const path = join(folder, `${host.replace('*.', '')}.${name}`)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  return {
    pem: write('pem', certificate),
    key: write('key', keyText),
    both: write('both.pem', `${certificate}${keyText}`)
  }
}
