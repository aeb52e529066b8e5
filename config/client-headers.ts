import { DROPPED_NAMES, DROPPED_PREFIXES } from '../gateway/src/upstream/request-headers.ts'

/** Words of one proxy to another. Other headers that concern a connection are the proxy's own affair, such as `TE` of gRPC. */
const BETWEEN_PROXIES = ['http2-settings', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection']
const FORWARDED = 'x-forwarded-'

/** For proxies that remove headers by whole names alone: what applications read of each family. */
const MEMBERS: Readonly<Record<string, string>> = {
  'cf-access-': 'authenticated-user-email jwt-assertion',
  'iv-': 'groups user',
  'mellon-': 'name-id',
  'oidc-': 'claim-email claim-sub',
  'remote-': 'addr email groups name user',
  'shib-': 'session-id',
  'sm-': 'universalid user',
  'ssl-client-': 'cert s-dn verify',
  'tailscale-': 'user-login user-name',
  'wl-proxy-': 'client-cert client-ip',
  'x-amzn-mtls-': 'clientcert clientcert-subject',
  'x-amzn-oidc-': 'accesstoken data identity',
  'x-appengine-': 'user-email user-id',
  'x-arr-clientcert': '',
  'x-auth-request-': 'access-token email groups preferred-username user',
  'x-authenticated-': 'groups user userid',
  'x-authentik-': 'email groups jwt name uid username',
  'x-client-cert': ' -dn',
  'x-consumer-': 'custom-id id username',
  'x-credential-': 'identifier username',
  'x-goog-authenticated-user-': 'email id',
  'x-goog-iap-': 'jwt-assertion',
  'x-ms-client-principal': ' -id -idp -name',
  'x-ms-token-': 'aad-access-token aad-id-token',
  'x-pomerium-': 'claim-email claim-groups jwt-assertion',
  'x-remote-': 'addr group groups ip user',
  'x-ssl-client-': 'cert s-dn verify',
  'x-vouch-': 'idp-claims user',
  'x-webauth-': 'name user',
  'x-accel-': 'mapping redirect',
  'x-envoy-': 'decorator-operation external-address internal original-path',
  'x-middleware-': 'rewrite subrequest',
  'x-reproxy-': 'url',
  'x-sendfile': ' -type',
  [FORWARDED]:
    'access-token client-cert email groups method path port preferred-username prefix scheme server ssl uri user'
}

const names = [...DROPPED_NAMES, ...BETWEEN_PROXIES].sort()
const prefixes = [...DROPPED_PREFIXES, 'x-gatehouse-'].sort()
const prefixesButForwarded = prefixes.filter((prefix) => prefix !== FORWARDED)
const members = Object.entries(MEMBERS).flatMap(([prefix, ends]) =>
  ends.split(' ').map((end) => `${prefix}${end}`)
)
const forwardedMembers = members.filter((name) => name.startsWith(FORWARDED))

type Lines = () => readonly string[]

/** Files of `deploy/forward-auth` -> the lines that remove the headers there, by block. */
export const CLIENT_HEADER_FILES: Readonly<Record<string, readonly Lines[]>> = {
  'nginx/gatehouse.conf': [nginxLines],
  'haproxy/haproxy.cfg': [haproxyLines],
  'haproxy/haproxy-sites.cfg': [haproxyLines],
  'caddy/gatehouse.caddy': [caddyLines],
  'traefik/gatehouse.yml': [traefikNames, traefikFamilies],
  'envoy/envoy-http.yaml': [envoyLines],
  'envoy/envoy-grpc.yaml': [envoyLines],
  'apache/gatehouse.lua': [apacheLines],
  'kubernetes/traefik.yaml': [traefikNames, traefikFamilies]
}

/** The same file with the lines of today between its marks. Throws where their number is another one. */
export function fillClientHeaders(file: string, text: string): string {
  const marks = /^([ \t]*)(\S+ BEGIN client headers.*\n)[\s\S]*?(?=^[ \t]*\S+ END client headers)/gm
  const blocks = CLIENT_HEADER_FILES[file] ?? []
  let filled = 0
  const result = text.replace(marks, (_all, indent: string, mark: string) => {
    const lines = blocks[filled++]?.() ?? []
    return [`${indent}${mark}`, ...lines.map((line) => `${indent}${line}\n`)].join('')
  })
  if (blocks.length === 0 || filled !== blocks.length)
    throw new Error(`${file}: ${filled} places for client headers, not ${blocks.length}`)
  return result
}

/** By whole names alone. Those that the file sets itself are not among them. */
function nginxLines(): string[] {
  const identity = ['user', 'email', 'preferred-username', 'groups'].map((end) => `${FORWARDED}${end}`)
  const set = new Set(['x-real-ip', ...identity])
  const all = [...new Set([...names, ...members])].filter((name) => !set.has(name)).sort()
  return all.map((name) => `proxy_set_header ${name.padEnd(36)} "";`)
}

/** The file sets what the proxy says afterwards. */
function haproxyLines(): string[] {
  return [
    ...inRows(names, '|').map((row) => `http-request del-header ^(${row})$ -m reg`),
    ...inRows(prefixes, '|').map((row) => `http-request del-header ^(${row}) -m reg`)
  ]
}

/** Caddy says the rest of `X-Forwarded-…` itself, by its `trusted_proxies`. */
function caddyLines(): string[] {
  const all = [...names, ...forwardedMembers, ...prefixesButForwarded.map((prefix) => `${prefix}*`)]
  return all.sort().map((name) => `request_header -${name}`)
}

/** Traefik removes a whole name some hundred times faster than a pattern finds it. It says X-Real-Ip itself. */
function traefikNames(): string[] {
  const canonical = (name: string) => name.replace(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase())
  return names.filter((name) => name !== 'x-real-ip').map((name) => `${canonical(name)}: ""`)
}

/** Runs for every header of request and response: anchored, and below the 500 steps up to which Go does not use its slow matcher. */
function traefikFamilies(): string[] {
  const pattern = [
    '[a-z0-9-]*[^a-z0-9-]',
    'authorization$',
    'cookie$',
    ...prefixesButForwarded,
    `${FORWARDED}${otherThan(['for', 'host', 'proto'], { end: '$', rest: '' })}`
  ].join('|')
  return [`authResponseHeadersRegex: "(?i)^(?:${pattern.replaceAll('(', '(?:')})"`]
}

/** Names of HTTP/2 such as `:path` are no headers. Envoy takes short patterns alone. */
function envoyLines(): string[] {
  const match = (how: string) => `- remove_on_match: { key_matcher: { ${how} } }`
  return [
    match('safe_regex: { regex: "[^:]*[^a-z0-9:-][^:]*" }'),
    match(`safe_regex: { regex: "${FORWARDED}${otherThan(['for', 'proto'])}" }`),
    ...names.map((name) => `- remove: ${name}`),
    ...prefixesButForwarded.map((prefix) => match(`prefix: ${prefix}`))
  ]
}

function apacheLines(): string[] {
  const table = (name: string, items: readonly string[]) => [
    `local ${name} = {`,
    ...inRows(items, ', ', (item) => `"${item}"`).map((row) => `  ${row},`),
    '}'
  ]
  return [...table('dropped_names', names), ...table('dropped_prefixes', prefixes)]
}

/**
 * A pattern for everything but these words, without look-ahead, which RE2 does not have. By default of whole texts; `rest`: what
 * follows the first difference, `end`: the end of a text.
 */
function otherThan(words: readonly string[], { end = '', rest = '.*' } = {}): string {
  const starts = [...new Set(words.map((word) => word.charAt(0)).filter((letter) => letter !== ''))].join('')
  const rests = [...starts].map((letter) => {
    const ends = words.filter((word) => word.startsWith(letter)).map((word) => word.slice(1))
    return `${letter}${otherThan(ends, { end, rest })}`
  })
  const any = rest === '' ? '.' : '.+'
  const other = starts === '' ? any : `[^${starts}]${rest}`
  return `(${[...(words.includes('') ? [] : [end]), other, ...rests].join('|')})`
}

/** In rows of about a hundred characters. */
function inRows(items: readonly string[], between: string, write = (item: string) => item): string[] {
  const rows: string[] = []
  for (const item of items.map(write)) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + item.length < 100)
      rows[rows.length - 1] = `${last}${between}${item}`
    else rows.push(item)
  }
  return rows
}
