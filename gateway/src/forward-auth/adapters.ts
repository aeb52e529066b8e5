import type { FastifyRequest } from 'fastify'
import type { Facts } from './forwarded-request.ts'

/** What a dialect made of a question. `flaw`: which fact it lacks, for the log. */
export type FactsReading = { kind: 'facts'; facts: Facts } | { kind: 'invalid'; problem: string }

/** How an answer is put for a proxy; see `answers.ts`. */
export type ResponseStyle = 'full' | 'status' | 'refusal' | 'status-with-cookies'

/** One way in which a proxy asks. Its path says which it is: nothing is guessed from what visitors can send. */
export interface Adapter {
  /** What follows `paths.verify`; with `/*` at its end, the target of the visitor's request follows. */
  suffix: '' | `/${string}`
  style: ResponseStyle
  /** Do proxies take every status of success for a pass? Preflights are then judged as any other request. */
  successIsPass: boolean
  read(request: FastifyRequest, path: string): FactsReading
}

/** Names that many proxies use for the same facts. */
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

/** Scheme, host, and path with query; see `X-Original-URL` of ingress-nginx. */
const ABSOLUTE_URL = /^([^:/?#]*):\/\/([^/?#]*)(.*)$/s

/**
 * Every dialect. A dialect reads what it names and nothing else: proxies deliver the visitor's own copies of what the others
 * name, and the visitor's query on our path.
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
  const read = readOnce(request, OF_FORWARDED)
  if (read.kind === 'invalid') return read
  const { get } = read
  const { id, trace, headers } = request
  return {
    kind: 'facts',
    facts: {
      id,
      trace,
      method: get(FORWARDED.method),
      proto: get(FORWARDED.proto),
      host: get(FORWARDED.host),
      uri: get(FORWARDED.uri),
      forwardedFor: get(FORWARDED.forwardedFor),
      headers
    }
  }
}

/** ingress-nginx. */
function readOriginalUrl(request: FastifyRequest): FactsReading {
  const read = readOnce(request, OF_ORIGINAL_URL)
  if (read.kind === 'invalid') return read
  const { get } = read
  const url = ABSOLUTE_URL.exec(get('x-original-url'))
  if (url === null) return { kind: 'invalid', problem: 'x-original-url: no URL' }
  const [, proto = '', host = '', uri = ''] = url
  const method = get('x-original-method')
  const forwardedFor = get(FORWARDED.forwardedFor)
  const { id, trace, headers } = request
  return { kind: 'facts', facts: { id, trace, method, proto, host, uri, forwardedFor, headers } }
}

/** Envoy over HTTP: method, host, and the target behind our path, are those of the visitor's request. */
function readEnvoy(request: FastifyRequest, path: string): FactsReading {
  const read = readOnce(request, OF_ENVOY)
  if (read.kind === 'invalid') return read
  const { id, trace, method, headers } = request
  return {
    kind: 'facts',
    facts: {
      id,
      trace,
      method,
      proto: read.get(FORWARDED.proto),
      host: headers.host ?? '',
      uri: (request.raw.url ?? '').slice(path.length),
      forwardedFor: read.get(FORWARDED.forwardedFor),
      headers
    }
  }
}

type OnceReading = { kind: 'read'; get(name: string): string } | { kind: 'invalid'; problem: string }

/** Lower-case names of headers that a dialect reads. */
interface Wanted {
  names: readonly string[]
  lengths: ReadonlySet<number>
}

function wanted(...names: string[]): Wanted {
  return { names, lengths: new Set(names.map((name) => name.length)) }
}

/** The values of headers, each of which must be there exactly once: of two, the proxy may have read the other one. */
function readOnce({ raw: { rawHeaders } }: FastifyRequest, { names, lengths }: Wanted): OnceReading {
  // By place in `names`. A `Map` would be promoted with everything that its request holds.
  const values: (string | undefined)[] = new Array(names.length)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const spelled = rawHeaders[index] ?? ''
    // Lengths first: proxies deliver everything that the visitor sent, and most names are of other lengths.
    if (!lengths.has(spelled.length)) continue
    const place = names.indexOf(spelled.toLowerCase())
    if (place === -1) continue
    if (values[place] !== undefined) return { kind: 'invalid', problem: `${names[place]}: came twice` }
    values[place] = rawHeaders[index + 1] ?? ''
  }
  const missing = names.find((_, place) => values[place] === undefined)
  if (missing !== undefined) return { kind: 'invalid', problem: `${missing}: missing` }
  return { kind: 'read', get: (name) => values[names.indexOf(name)] ?? '' }
}
