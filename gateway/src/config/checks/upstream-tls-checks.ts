import { isIP } from 'node:net'
import { listProblems, type Problem } from '../../problem.ts'
import type { Config, UpstreamConfig } from '../schema/schema.ts'
import { readUpstreamTls } from '../tls/upstream-tls.ts'

/** Keys that mean nothing without TLS, and what they are where nobody has set them. */
const TLS_KEYS = {
  caFile: null,
  certFile: null,
  keyFile: null,
  serverName: null,
  minTlsVersion: '1.2',
  insecure: false
} as const satisfies Partial<UpstreamConfig>

/** What is said of TLS towards the application goes together, and its files can be used. */
export function checkUpstreamTls({ upstream }: Pick<Config, 'upstream'>): Problem[] {
  return upstream === null ? [] : listUpstreamTlsProblems(upstream, 'upstream')
}

/** All that is wrong with TLS towards one application. `section`: key path of its upstream. */
function listUpstreamTlsProblems(upstream: UpstreamConfig, section: string): Problem[] {
  const useless = listUselessKeys(upstream, section)
  if (useless.length > 0) return useless
  const read = readUpstreamTls(upstream, section)
  return [...listContradictions(upstream, section), ...(read.kind === 'wrong' ? read.problems : [])]
}

function listUselessKeys(upstream: UpstreamConfig, section: string): Problem[] {
  if (upstream.url.startsWith('https:')) return []
  const written: Record<string, unknown> = upstream
  return Object.entries(TLS_KEYS)
    .filter(([key, value]) => written[key] !== value)
    .map(([key]) => ({
      path: `${section}.${key}`,
      message: `is about TLS, which ${section}.url does not use`,
      hint: 'Begin the URL with `https://`, beside `unixSocket` too, or leave this key out.'
    }))
}

function listContradictions(
  { caFile, certFile, keyFile, serverName, insecure }: UpstreamConfig,
  section: string
): Problem[] {
  return listProblems(
    (certFile === null) !== (keyFile === null) && {
      path: `${section}.${certFile === null ? 'certFile' : 'keyFile'}`,
      message: `is missing beside ${certFile === null ? 'keyFile' : 'certFile'}`,
      hint: 'A client certificate needs both files: name both, or none.'
    },
    serverName !== null &&
      isIP(serverName) !== 0 && {
        path: `${section}.serverName`,
        message: 'is an address',
        hint: 'TLS asks for names only (RFC 6066, 3). Leave it out: an address in `url` is verified as it is.'
      },
    insecure &&
      caFile !== null && {
        path: `${section}.insecure`,
        message: 'stands beside caFile, which would not be looked at',
        hint: 'Leave `insecure` out: what `caFile` holds is enough to verify the application.'
      }
  )
}
