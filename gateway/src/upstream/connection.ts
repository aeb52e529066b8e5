import { createSecureContext } from 'node:tls'
import { readUpstreamAddress, type UpstreamAddress } from '../config/addresses/upstream-address.ts'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { readUpstreamTls } from '../config/tls/upstream-tls.ts'
import { hostOf, type OutboundTls } from '../http/outbound-pool.ts'
import { problemText } from '../problem.ts'

/** Where an application is and how connections to it are made. */
export interface UpstreamConnection extends UpstreamAddress {
  /** What the certificate has to be for; a name is asked for too. */
  serverName: string
  /** Null: no TLS, or by Node's defaults. */
  tls: OutboundTls | null
}

/**
 * What an upstream says of its connections. Opens none. Throws when it names no address, and for files that cannot be used. `path`: where
 * it is in the configuration.
 */
export function planConnection(upstream: UpstreamConfig, path: string): UpstreamConnection {
  const address = readUpstreamAddress(upstream)
  if (address === null) throw new TypeError(`${path}.url is not an address`)
  return {
    ...address,
    serverName: upstream.serverName ?? hostOf(address.origin),
    tls: planTls(upstream, path)
  }
}

function planTls(upstream: UpstreamConfig, path: string): OutboundTls | null {
  const { caFile, certFile, minTlsVersion, insecure } = upstream
  if (caFile === null && certFile === null && minTlsVersion === '1.2' && !insecure) return null
  const read = readUpstreamTls(upstream, path)
  if (read.kind === 'wrong') throw new Error(read.problems.map(problemText).join('; '))
  const { authorities, pair } = read
  const secureContext = createSecureContext({
    minVersion: `TLSv${minTlsVersion}`,
    // Also a certificate that is no root vouches for those that it has issued, and for itself.
    ...(authorities === null ? {} : { ca: authorities.certificates, allowPartialTrustChain: true }),
    ...(pair === null ? {} : { cert: pair.cert, key: pair.key })
  })
  return { secureContext, rejectUnauthorized: !insecure }
}
