import { listProblems, type Problem } from '../../problem.ts'
import { parseStoreUrl } from '../addresses/store-address.ts'
import type { Config } from '../schema/schema.ts'
import { readText } from '../sources/files.ts'
import { parseCertificate } from '../tls/certificate-pair.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** The store must have an address and readable files. */
export function checkStore({ store }: Pick<Config, 'store'>): Problem[] {
  if (store === null) return []
  const { url, urlFile, passwordFile, caFile } = store
  const path = urlFile === null ? 'store.url' : 'store.urlFile'
  if (url === null) {
    const missing = {
      path: 'store.url',
      message: 'is required',
      hint: 'Or use a file, `store.urlFile`.'
    }
    return urlFile === null ? [missing] : []
  }
  const parsed = parseStoreUrl(url)
  const wrong = parsed.kind === 'invalid' && { path, message: parsed.message, hint: parsed.hint }
  const ca = caFile === null ? null : readText(caFile, 'store.caFile')
  const isPlain = parsed.kind === 'address' && !('tls' in parsed.address && parsed.address.tls)
  return [
    ...listProblems(
      wrong,
      ca?.kind === 'text' &&
        parseCertificate(ca.text) === null && {
          path: 'store.caFile',
          message: 'contains no certificate',
          hint: 'It must contain certificates in PEM, `-----BEGIN CERTIFICATE-----`.'
        },
      ca !== null &&
        isPlain && {
          path: 'store.caFile',
          message: 'has no effect without TLS',
          hint: 'Use `rediss:` in `store.url`, or remove the file.'
        }
    ),
    ...(ca?.kind === 'invalid' ? ca.problems : []),
    ...checkPassword(passwordFile)
  ]
}

function checkPassword(passwordFile: string | null): Problem[] {
  if (passwordFile === null) return []
  const read = readText(passwordFile, 'store.passwordFile')
  if (read.kind === 'invalid') return read.problems
  const empty = {
    path: 'store.passwordFile',
    message: 'is an empty file',
    hint: 'It must contain only the password.'
  }
  return listProblems(read.text.trim() === '' && empty)
}

export function listStoreWarnings({ store }: Pick<Config, 'store'>): string[] {
  const parsed = store === null || store.url === null ? null : parseStoreUrl(store.url)
  if (store === null || parsed?.kind !== 'address' || parsed.address.kind === 'socket') return []
  const { address } = parsed
  const hosts = 'hosts' in address ? address.hosts : [address]
  const isFar = !address.tls && hosts.some(({ host }) => !LOOPBACK.test(host))
  const warnings: string[] = []
  if (isFar && store.passwordFile !== null)
    warnings.push('store.url: without TLS the password of the store is sent unencrypted; use `rediss:`')
  if (store.passwordFile === null && hosts.some(({ host }) => !LOOPBACK.test(host)))
    warnings.push(
      'store.passwordFile: without a password anyone who reaches the store can exhaust rate limits and slow down refreshes; sessions cannot be read or forged'
    )
  return warnings
}
