import type { Problem } from '../../problem.ts'
import { findAuthHelperOrigin, type OwnHosts } from '../addresses/own-address.ts'
import { readUpstreamAddress } from '../addresses/upstream-address.ts'
import { isThisMachine, parseUrl } from '../addresses/urls.ts'
import { listUpstreams } from '../applications.ts'
import type { Config } from '../schema/schema.ts'

/** How Node was started. */
export interface NodeSettings {
  env: Readonly<Record<string, string | undefined>>
  /** Flags on the command line before the script (`process.execArgv`). */
  flags: readonly string[]
}

/** A URL that the gateway calls, and the key path that names it. */
interface CalledUrl {
  path: string
  url: string
}

const TLS_VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED'
const LENIENT_PARSER = '--insecure-http-parser'

/** Flags of Node that work but take protection away. https://nodejs.org/docs/latest-v20.x/api/cli.html */
const DOUBTFUL_FLAGS: readonly (readonly [RegExp, string])[] = [
  [/^--tls-min-v1\.[01]$/, 'allows versions of TLS that are broken (RFC 8996)'],
  [/^--tls-keylog$/, 'writes the keys of TLS connections to a file: who reads it can read them all'],
  [/^--inspect(-brk|-wait)?$/, "opens Node's debugger: who reaches it can read every key and token"]
]

/** What the provider's client calls. */
export function listProviderUrls({
  emulatorHost,
  endpoints
}: Pick<Config['identityPlatform'], 'emulatorHost' | 'endpoints'>): CalledUrl[] {
  if (emulatorHost !== null) return [{ path: 'identityPlatform.emulatorHost', url: `http://${emulatorHost}` }]
  return Object.entries(endpoints).map(([name, url]) => ({ path: `identityPlatform.endpoints.${name}`, url }))
}

/** All that a gateway which serves calls. */
export function listCalledUrls(config: OwnHosts & Pick<Config, 'upstream' | 'applications'>): CalledUrl[] {
  const helper = config.login.federated.helper === 'proxy' ? findAuthHelperOrigin(config) : null
  return [
    ...listUpstreamUrls(config),
    ...listProviderUrls(config.identityPlatform),
    ...(helper === null ? [] : [{ path: 'login.federated.helperUrl', url: helper }])
  ]
}

/** Certificates are checked, unless nothing beyond this machine is called. */
export function checkCertificateValidation(
  { env }: Pick<NodeSettings, 'env'>,
  called: readonly CalledUrl[]
): Problem | null {
  const remote = called.filter(({ url }) => !isThisMachine(hostOf(url)))
  // Node compares with this very text, at every connection.
  if (env[TLS_VARIABLE] !== '0' || remote.length === 0) return null
  return {
    path: TLS_VARIABLE,
    message: `\`0\` lets every certificate pass, so that tokens can be read and forged on the way to ${remote.map(({ path }) => path).join(', ')}`,
    hint: 'Take it out of the environment. NODE_EXTRA_CA_CERTS names a file with the certificate of your own authority.'
  }
}

/** The addresses of applications. None for one behind a Unix socket, which is on this machine. */
export function listUpstreamUrls(config: Parameters<typeof listUpstreams>[0]): CalledUrl[] {
  return listUpstreams(config).flatMap(({ path, upstream }) => {
    const address = readUpstreamAddress(upstream)
    return address === null || address.socketPath !== null
      ? []
      : [{ path: `${path}.url`, url: address.origin }]
  })
}

function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? ''
}

/** Node's parser refuses malformed requests, which another server on the way may read differently (CWE-444). */
export function checkHttpParser(node: NodeSettings): Problem | null {
  if (!listFlags(node).includes(LENIENT_PARSER)) return null
  return {
    path: LENIENT_PARSER,
    message: 'takes malformed requests, which other servers may read differently (request smuggling)',
    hint: 'Take it out of NODE_OPTIONS and of the command line.'
  }
}

/** Settings of Node that work but deserve a line in the log at start. */
export function listNodeWarnings(node: NodeSettings): string[] {
  const flags = listFlags(node).flatMap((flag) =>
    DOUBTFUL_FLAGS.flatMap(([pattern, effect]) => (pattern.test(flag) ? [`${flag}: ${effect}`] : []))
  )
  const isDebugged = (node.env.NODE_DEBUG ?? '') !== ''
  return isDebugged ? [...flags, 'NODE_DEBUG: writes cookies and queries to standard error'] : flags
}

/** Every flag by itself, without its value and in the spelling of the documentation. */
function listFlags({ env, flags }: NodeSettings): string[] {
  const options = (env.NODE_OPTIONS ?? '').split(/\s+/).map((option) => option.replace(/^"|"$/g, ''))
  return [...options, ...flags].map((flag) => (flag.split('=', 1)[0] ?? '').replaceAll('_', '-'))
}
