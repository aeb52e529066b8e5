import type { FastifyRequest } from 'fastify'
import type { Facts } from './forwarded-request.ts'

/** An adapter's reading of an auth request. `problem`: for the log. */
export type FactsReading = { kind: 'facts'; facts: Facts } | { kind: 'invalid'; problem: string }

/** How the response is written for a proxy; see `answerResult`. */
export type ResponseStyle = 'full' | 'status' | 'refusal' | 'status-with-cookies'

/** Support for one proxy's way of sending auth requests. Selected by path, never by anything that visitors can send. */
export interface Adapter {
  /** Appended to `paths.verify`. With a trailing `/*`, the rest of the path is the visitor's request target. */
  suffix: '' | `/${string}`
  style: ResponseStyle
  /** Whether the proxy admits any 2xx; preflights are then decided like other requests. */
  successIsPass: boolean
  read(request: FastifyRequest, path: string): FactsReading
}

/** Header names shared by many proxies. */
const FORWARDED = {
  method: 'x-forwarded-method',
  proto: 'x-forwarded-proto',
  host: 'x-forwarded-host',
  uri: 'x-forwarded-uri',
  forwardedFor: 'x-forwarded-for'
} as const

const OF_FORWARDED = wanted(...Object.values(FORWARDED))
const OF_ORIGINAL_URL = wanted('x-original-url', 'x-original-method', FORWARDED.forwardedFor)
const OF_ENVOY = wanted(FORWARDED.proto, FORWARDED.forwardedFor)

/** Scheme, host, path and query, as in ingress-nginx's `X-Original-URL`. */
const ABSOLUTE_URL = /^([^:/?#]*):\/\/([^/?#]*)(.*)$/s

/**
 * Every adapter. Each reads only the headers it names: proxies also deliver the visitor's own copies of the
 * others, and the visitor's query on our path.
 */
export const ADAPTERS: readonly Adapter[] = [
  { suffix: '', style: 'full', successIsPass: true, read: readForwarded },
  { suffix: '/status', style: 'status', successIsPass: false, read: readForwarded },
  { suffix: '/answer', style: 'refusal', successIsPass: false, read: readForwarded },
  { suffix: '/original-url', style: 'status-with-cookies', successIsPass: true, read: readOriginalUrl },
  { suffix: '/envoy/*', style: 'full', successIsPass: false, read: readEnvoy }
]

/** Traefik, Caddy, HAProxy, Apache, nginx. */
function readForwarded(request: FastifyRequest): FactsReading {
  return readFacts(request, OF_FORWARDED, (get) => ({
    method: get(FORWARDED.method),
    proto: get(FORWARDED.proto),
    host: get(FORWARDED.host),
    uri: get(FORWARDED.uri),
    forwardedFor: get(FORWARDED.forwardedFor)
  }))
}

function readOriginalUrl(request: FastifyRequest): FactsReading {
  return readFacts(request, OF_ORIGINAL_URL, (get) => {
    const url = ABSOLUTE_URL.exec(get('x-original-url'))
    if (url === null) return 'x-original-url: no URL'
    const [, proto = '', host = '', uri = ''] = url
    return { method: get('x-original-method'), proto, host, uri, forwardedFor: get(FORWARDED.forwardedFor) }
  })
}

/** Envoy over HTTP. Method, host and the rest of the path are those of the visitor's request. */
function readEnvoy(request: FastifyRequest, path: string): FactsReading {
  return readFacts(request, OF_ENVOY, (get) => ({
    method: request.method,
    proto: get(FORWARDED.proto),
    host: request.headers.host ?? '',
    uri: (request.raw.url ?? '').slice(path.length),
    forwardedFor: get(FORWARDED.forwardedFor)
  }))
}

/** Lowercase header names that an adapter reads. */
interface Wanted {
  names: readonly string[]
  lengths: ReadonlySet<number>
}

function wanted(...names: string[]): Wanted {
  return { names, lengths: new Set(names.map((name) => name.length)) }
}

/** Reads headers that must occur once: of two, the proxy may have used the other. `describe`: the facts, or what is wrong. */
function readFacts(
  { id, trace, headers, raw: { rawHeaders } }: FastifyRequest,
  { names, lengths }: Wanted,
  describe: (get: (name: string) => string) => Omit<Facts, 'id' | 'trace' | 'headers'> | string
): FactsReading {
  // An array by position: a `Map` would be promoted by the GC together with its request.
  const values: (string | undefined)[] = new Array(names.length)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const spelled = rawHeaders[index] ?? ''
    // Compare lengths first: most of the visitor's headers differ in length.
    if (!lengths.has(spelled.length)) continue
    const place = names.indexOf(spelled.toLowerCase())
    if (place === -1) continue
    if (values[place] !== undefined) return { kind: 'invalid', problem: `${names[place]}: duplicate header` }
    values[place] = rawHeaders[index + 1] ?? ''
  }
  const missing = names.find((_, place) => values[place] === undefined)
  if (missing !== undefined) return { kind: 'invalid', problem: `${missing}: missing` }
  const described = describe((name) => values[names.indexOf(name)] ?? '')
  if (typeof described === 'string') return { kind: 'invalid', problem: described }
  return { kind: 'facts', facts: { id, trace, headers, ...described } }
}
