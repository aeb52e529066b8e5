import { listProblems, type Problem } from '../../problem.ts'
import { parseStoreUrl } from '../addresses/store-address.ts'
import type { Config } from '../schema/schema.ts'
import { problemsOf, readText } from '../sources/files.ts'
import { parseCertificate } from '../tls/certificate-pair.ts'
import { listsSessions } from '../workers.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** The store must have an address and readable files. Without one, nothing may be configured that needs it. */
export function checkStore(
  config: Pick<Config, 'store' | 'workers'> & { session: Pick<Config['session'], 'maxPerAccount'> }
): Problem[] {
  const { store } = config
  if (store === null)
    return listProblems(
      config.session.maxPerAccount > 0 &&
        !listsSessions(config) && {
          path: 'session.maxPerAccount',
          message: 'needs a `store` for more than one worker, as each knows its own sessions only',
          hint: 'Set `store.url`, or `workers: 1`.'
        }
    )
  const { url, urlFile, passwordFile, caFile } = store
  if (url === null) {
    const missing = { path: 'store.url', message: 'is required', hint: 'Or use a file, `store.urlFile`.' }
    return urlFile === null ? [missing] : []
  }
  const parsed = parseStoreUrl(url)
  const ca = caFile === null ? null : readText(caFile, 'store.caFile')
  const password = passwordFile === null ? null : readText(passwordFile, 'store.passwordFile')
  const isPlain = parsed.kind === 'address' && !('tls' in parsed.address && parsed.address.tls)
  return listProblems(
    parsed.kind === 'invalid' && {
      path: urlFile === null ? 'store.url' : 'store.urlFile',
      message: parsed.message,
      hint: parsed.hint
    },
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
      },
    ...problemsOf(ca, password),
    password?.kind === 'text' &&
      password.text.trim() === '' && {
        path: 'store.passwordFile',
        message: 'is an empty file',
        hint: 'It must contain only the password.'
      }
  )
}

export function listStoreWarnings({ store }: Pick<Config, 'store'>): string[] {
  const parsed = store === null || store.url === null ? null : parseStoreUrl(store.url)
  if (parsed?.kind !== 'address' || parsed.address.kind === 'socket') return []
  const { address } = parsed
  const hosts = 'hosts' in address ? address.hosts : [address]
  if (hosts.every(({ host }) => LOOPBACK.test(host))) return []
  if (store?.passwordFile === null)
    return [
      'store.passwordFile: without a password anyone who reaches the store can exhaust rate limits and slow down refreshes; sessions cannot be read or forged'
    ]
  return address.tls
    ? []
    : ['store.url: without TLS the password of the store is sent unencrypted; use `rediss:`']
}
