import type { Problem } from '../../problem.ts'
import { findAuthHelperOrigin } from '../addresses/auth-helper-origin.ts'
import { isThisMachine } from '../addresses/own-address.ts'
import type { Config } from '../schema/schema.ts'

/** How Node was started. */
export interface NodeSettings {
  env: Readonly<Record<string, string | undefined>>
  /** Flags on the command line before the script (`process.execArgv`). */
  flags: readonly string[]
}

/** What the gateway talks to: all of it, or the provider alone, as commands that manage accounts do. */
export type Reach = 'everything' | 'provider'

const TLS_VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED'
const LENIENT_PARSER = '--insecure-http-parser'

/** Flags of Node that work but take protection away. https://nodejs.org/docs/latest-v20.x/api/cli.html */
const DOUBTFUL_FLAGS: readonly (readonly [RegExp, string])[] = [
  [/^--tls-min-v1\.[01]$/, 'allows versions of TLS that are broken (RFC 8996)'],
  [/^--tls-keylog$/, 'writes the keys of TLS connections to a file: who reads it can read them all'],
  [/^--inspect(-brk|-wait)?$/, "opens Node's debugger: who reaches it can read every key and token"]
]

/**
 * Settings of Node that nobody may be served with: certificates that are not checked, unless nothing beyond this machine is
 * called, and a parser that takes malformed requests (another server on the way may read them differently: CWE-444).
 */
export function findNodeProblems(config: Config, node: NodeSettings, reach: Reach): Problem[] {
  const problems: Problem[] = []
  const remote = listAddresses(config, reach).filter(([, url]) => !isNear(url))
  // Node compares with this very text, at every connection.
  if (node.env[TLS_VARIABLE] === '0' && remote.length > 0)
    problems.push({
      path: TLS_VARIABLE,
      message: `\`0\` lets every certificate pass, so that tokens can be read and forged on the way to ${remote.map(([path]) => path).join(', ')}`,
      hint: 'Take it out of the environment. NODE_EXTRA_CA_CERTS names a file with the certificate of your own authority.'
    })
  if (reach === 'everything' && listFlags(node).includes(LENIENT_PARSER))
    problems.push({
      path: LENIENT_PARSER,
      message: 'takes malformed requests, which other servers may read differently (request smuggling)',
      hint: 'Take it out of NODE_OPTIONS and of the command line.'
    })
  return problems
}

/** Settings of Node that work but deserve a line in the log at start. */
export function listNodeWarnings(node: NodeSettings): string[] {
  const flags = listFlags(node).flatMap((flag) =>
    DOUBTFUL_FLAGS.flatMap(([pattern, effect]) => (pattern.test(flag) ? [`${flag}: ${effect}`] : []))
  )
  const isDebugged = (node.env.NODE_DEBUG ?? '') !== ''
  return isDebugged ? [...flags, 'NODE_DEBUG: writes cookies and queries to standard error'] : flags
}

/** A warning where identities travel in clear; null: they do not leave this machine, or are encrypted. */
export function warnAboutPlainUpstream({ upstream }: Config): string | null {
  if (!upstream.url.startsWith('http:') || isNear(upstream.url)) return null
  return 'upstream.url: http to another machine sends identities and answers in clear, and whoever stands between can change them; use https, or let nobody else into that network'
}

/** Every flag by itself, without its value and in the spelling of the documentation. */
function listFlags({ env, flags }: NodeSettings): string[] {
  const options = (env.NODE_OPTIONS ?? '').split(/\s+/).map((option) => option.replace(/^"|"$/g, ''))
  return [...options, ...flags].map((flag) => (flag.split('=', 1)[0] ?? '').replaceAll('_', '-'))
}

/** Key path -> URL of what is called. */
function listAddresses(config: Config, reach: Reach): (readonly [string, string])[] {
  const { emulatorHost, endpoints } = config.identityPlatform
  const provider: (readonly [string, string])[] =
    emulatorHost === null
      ? Object.entries(endpoints).map(([name, url]) => [`identityPlatform.endpoints.${name}`, url])
      : [['identityPlatform.emulatorHost', `http://${emulatorHost}`]]
  if (reach === 'provider') return provider
  const helper = config.login.federated.helper === 'proxy' ? findAuthHelperOrigin(config) : null
  return [
    ['upstream.url', config.upstream.url],
    ...provider,
    ...(helper === null ? [] : [['login.federated.helperUrl', helper] as const])
  ]
}

function isNear(url: string): boolean {
  return URL.canParse(url) && isThisMachine(new URL(url).hostname)
}
