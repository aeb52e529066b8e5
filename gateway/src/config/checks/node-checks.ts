import type { Problem } from '../../problem.ts'
import { findAuthHelperOrigin, type OwnHosts } from '../addresses/own-address.ts'
import { hostOf, isThisMachine } from '../addresses/urls.ts'
import { listUpstreams, readUpstreamAddress, type UpstreamsConfig } from '../applications.ts'
import type { Config } from '../schema/schema.ts'
import type { Environment } from '../sources/environment.ts'

/** Environment and flags of the Node process. */
export interface NodeSettings {
  env: Environment
  /** Flags before the script (`process.execArgv`). */
  flags: readonly string[]
}

interface CalledUrl {
  path: string
  url: string
}

const TLS_VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED'
const LENIENT_PARSER = '--insecure-http-parser'

/** Valid but insecure flags of Node. https://nodejs.org/docs/latest-v20.x/api/cli.html */
const RISKY_FLAGS: readonly (readonly [RegExp, string])[] = [
  [/^--tls-min-v1\.[01]$/, 'allows insecure TLS versions (RFC 8996)'],
  [/^--tls-keylog$/, 'writes the keys of TLS connections to a file: anyone who reads it can decrypt them'],
  [/^--inspect(-brk|-wait)?$/, "opens Node's debugger: anyone who reaches it can read every key and token"]
]

function listProviderUrls({ emulatorHost, endpoints }: Config['identityPlatform']): CalledUrl[] {
  if (emulatorHost !== null) return [{ path: 'identityPlatform.emulatorHost', url: `http://${emulatorHost}` }]
  return Object.entries(endpoints).map(([name, url]) => ({ path: `identityPlatform.endpoints.${name}`, url }))
}

/** All URLs called by a serving gateway. */
export function listCalledUrls(config: OwnHosts & Pick<Config, 'upstream' | 'applications'>): CalledUrl[] {
  const helper = config.login.federated.helper === 'proxy' ? findAuthHelperOrigin(config) : null
  return [
    ...listUpstreamUrls(config),
    ...listProviderUrls(config.identityPlatform),
    ...(helper === null ? [] : [{ path: 'login.federated.helperUrl', url: helper }])
  ]
}

/** Certificate validation must be on, unless only this machine is called. */
export function checkCertificateValidation({ env }: Pick<NodeSettings, 'env'>, called: readonly CalledUrl[]) {
  const remote = called.filter(({ url }) => !isThisMachine(hostOf(url)))
  // Node compares with exactly this string.
  if (env[TLS_VARIABLE] !== '0' || remote.length === 0) return null
  return {
    path: TLS_VARIABLE,
    message: `\`0\` lets every certificate pass, so that tokens can be read and forged on the way to ${remote.map(({ path }) => path).join(', ')}`,
    hint: 'Remove it from the environment. NODE_EXTRA_CA_CERTS names a file with the certificate of your own CA.'
  }
}

/** URLs of upstreams, except Unix sockets. */
export function listUpstreamUrls(config: UpstreamsConfig): CalledUrl[] {
  return listUpstreams(config).flatMap(({ path, upstream }) => {
    const address = readUpstreamAddress(upstream)
    return address === null || address.socketPath !== null
      ? []
      : [{ path: `${path}.url`, url: address.origin }]
  })
}

/** Node's strict parser rejects malformed requests, which other servers may read differently (CWE-444). */
export function checkHttpParser(node: NodeSettings): Problem | null {
  if (!listFlags(node).includes(LENIENT_PARSER)) return null
  return {
    path: LENIENT_PARSER,
    message: 'accepts malformed requests, which other servers may read differently (request smuggling)',
    hint: 'Remove it from NODE_OPTIONS and the command line.'
  }
}

/** Warnings about settings of Node. */
export function listNodeWarnings(node: NodeSettings): string[] {
  const flags = listFlags(node).flatMap((flag) =>
    RISKY_FLAGS.flatMap(([pattern, effect]) => (pattern.test(flag) ? [`${flag}: ${effect}`] : []))
  )
  const isDebugged = (node.env.NODE_DEBUG ?? '') !== ''
  return isDebugged ? [...flags, 'NODE_DEBUG: writes cookies and queries to standard error'] : flags
}

/** Flags without values, in their documented spelling. */
function listFlags({ env, flags }: NodeSettings): string[] {
  const options = (env.NODE_OPTIONS ?? '').split(/\s+/).map((option) => option.replace(/^"|"$/g, ''))
  return [...options, ...flags].map((flag) => (flag.split('=', 1)[0] ?? '').replaceAll('_', '-'))
}
