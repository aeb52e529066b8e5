/**
 * Requests to addresses that clients have chosen: bounded in time and number, without redirects, and only to addresses that are allowed
 * once their name is resolved. The address that was checked is the one connected to.
 */

import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Agent, request } from 'undici'
import { buildNetworkTest } from '../../src/config/addresses/networks.ts'
import { coversHost, normalizeHost, parseUrl } from '../../src/config/addresses/urls.ts'
import { parseJsonObject } from '../../src/config/json-members.ts'
import type { LookUpName } from '../../src/http/connections/outbound-pool.ts'
import { readLimited } from '../../src/http/message.ts'
import { ownScopesIn } from './clients.ts'
import type { OauthConfig } from './settings.ts'

/**
 * Networks that are not public (IANA special-purpose address registries; RFC 6890), multicast and unspecified addresses. Not
 * `::ffff:0:0/96`, which for `BlockList` includes every IPv4 address: it tests IPv4-mapped ones as IPv4.
 */
const SPECIAL_NETWORKS = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/63 2001::/23
  2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
`
const TIMEOUT_MS = 3000
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_BODY_BYTES = 64 * 1024
/** To one host at a time. */
const MAX_CONNECTIONS = 4
/** Names that are looked up at a time: each occupies a thread of the few that all others need, until the resolver gives up. */
const LOOK_UPS = { inProgress: 2, waiting: 32 }
/** Documents of clients that are remembered, and for how long, good or not. */
const MAX_DOCUMENTS = 100
const DOCUMENT_SECONDS = 30

/** Tests whether an IP address is public, or in one of `privateNetworks`. */
export function createPublicTest(privateNetworks: readonly string[]): (address: string) => boolean {
  const isSpecial = buildNetworkTest(SPECIAL_NETWORKS.trim().split(/\s+/))
  const isAllowed = buildNetworkTest(privateNetworks)
  return (address) => isAllowed(address) || !isSpecial(address)
}

/**
 * Fetches documents that clients name as their id (Client ID Metadata Document), so the address is of a stranger's choice: https,
 * a host of `clientMetadata.allow`, public addresses, no redirect. Key sets of configured clients likewise, whatever their host.
 * Sends logout tokens to the addresses of configured clients alone, which may be private. `now`: epoch seconds.
 */
export function createClientFetch(
  { clients, clientMetadata }: Pick<OauthConfig['authorizationServer'], 'clients' | 'clientMetadata'>,
  { lookUp, now }: { lookUp: LookUpName; now: () => number }
) {
  const isReachable = createPublicTest(clientMetadata.privateNetworks)
  const guarded = createOutgoing({ lookUp, isReachable })
  const anywhere = createOutgoing({ lookUp, isReachable: () => true })
  const documents = new LRUCache<string, { reading: Promise<() => Response>; until: number }>({
    max: MAX_DOCUMENTS
  })
  const addresses = (key: 'jwksUri' | 'backchannelLogoutUri') =>
    new Set(clients.flatMap((one) => parseUrl(one[key] ?? '')?.href ?? []))
  const [ofKeys, ofLogouts] = [addresses('jwksUri'), addresses('backchannelLogoutUri')]

  function isPublic(url: URL | null): url is URL {
    const address = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
    return url?.protocol === 'https:' && (isIP(address) === 0 || isReachable(address))
  }

  /** Whether a client with this id may be asked about: its host is listed, and not a private address. */
  function isAllowed(clientId: string): boolean {
    const url = parseUrl(clientId)
    if (!isPublic(url)) return false
    return clientMetadata.allow.some((one) => one === '*' || coversHost(one, normalizeHost(url.hostname)))
  }

  /** Once for the requests of a while, which the package does for documents alone that it accepts: also one that cannot be had, or is refused. */
  async function fetchDocument(url: string): Promise<Response> {
    let known = documents.get(url)
    if (known === undefined || now() >= known.until) {
      known = { reading: guarded.fetch(url).then(readDocument), until: now() + DOCUMENT_SECONDS }
      documents.set(url, known)
    }
    return (await known.reading)()
  }

  return {
    isAllowed,
    /** Like the global function, for a GET, or a POST of a form. Rejects for an address that is not allowed. */
    async fetch(input: string | URL | Request, { method, body }: RequestInit = {}): Promise<Response> {
      const url = input instanceof Request ? input.url : String(input)
      const isPost = method === 'POST'
      if (isPost && ofLogouts.has(url)) return await anywhere.fetch(url, String(body))
      if (!isPost && ofKeys.has(url) && isPublic(parseUrl(url))) return await guarded.fetch(url)
      if (!isPost && isAllowed(url)) return await fetchDocument(url)
      throw new Error('fetching this address is not allowed')
    },
    close: async () => void (await Promise.all([guarded.close(), anywhere.close()]))
  }
}

/** Makes a document again and again, with scopes that the package knows. Not by `clone`: who cancels the body of one would wait until all others are read. */
async function readDocument(response: Response): Promise<() => Response> {
  const text = response.body && (await response.text())
  const document = text === null ? null : parseJsonObject(text)
  const isOther = document !== null && 'scope' in document
  const own = isOther ? JSON.stringify({ ...document, scope: ownScopesIn(document.scope) }) : text
  return () => new Response(own, response)
}

interface OutgoingOptions {
  lookUp: LookUpName
  /** Whether an IP address may be connected to. It is not asked about one that is written in the URL. */
  isReachable: (address: string) => boolean
}

/** Requests within the bounds of this file. */
export function createOutgoing({ lookUp, isReachable }: OutgoingOptions) {
  const lookUps = createTurns(LOOK_UPS)

  async function findReachable(hostname: string): Promise<LookupAddress[]> {
    // The time limit is that of the connection: a look-up keeps its turn for as long as its thread.
    const addresses = await lookUps.take(
      () =>
        new Promise<readonly LookupAddress[]>((resolve, reject) => {
          lookUp(hostname, 0, (err, found) => (err === null ? resolve(found) : reject(err)))
        })
    )
    const reachable = addresses.filter(({ address }) => isReachable(address))
    if (reachable.length === 0) throw new Error(`${hostname} has no address that is allowed`)
    return reachable
  }

  const agent = new Agent({
    connect: {
      lookup: (hostname, _options, callback) =>
        findReachable(hostname).then(
          (found) => callback(null, found),
          (err) => callback(err, [])
        ),
      timeout: TIMEOUT_MS
    },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connections: MAX_CONNECTIONS,
    pipelining: 1
  })

  return {
    /**
     * Like the global function; rejects after three seconds, for a redirect, and for a body of more than 64 KiB. `form`: sent as such
     * by POST. Only a 200 to a GET has a body.
     */
    async fetch(url: string, form?: string): Promise<Response> {
      const type = 'application/x-www-form-urlencoded'
      const { statusCode, headers, body } = await request(url, {
        headers: { accept: 'application/json', ...(form !== undefined && { 'content-type': type }) },
        ...(form !== undefined && { method: 'POST', body: form }),
        dispatcher: agent,
        signal: AbortSignal.timeout(TIMEOUT_MS)
      })
      const isRead = statusCode === 200 && form === undefined
      body.on('error', () => {})
      // It may never end.
      if (!isRead) body.destroy()
      if (REDIRECTS.has(statusCode)) throw new Error('unexpected redirect')
      return new Response(isRead ? await readLimited(body, MAX_BODY_BYTES) : null, {
        status: statusCode,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
      })
    },
    close: () => agent.close()
  }
}

/** Bounded work of one kind: `inProgress` at a time, while `waiting` others wait; more are refused. */
export function createTurns({
  inProgress: most,
  waiting: mostWaiting
}: Record<'inProgress' | 'waiting', number>) {
  const waiting: { resolve: () => void; reject: (err: Error) => void }[] = []
  let inProgress = 0
  return {
    /** Does the work when it is its turn. Rejects if the work does, if too much waits, or once stopped. */
    async take<Result>(work: () => Promise<Result>): Promise<Result> {
      if (inProgress < most) inProgress += 1
      else if (waiting.length >= mostWaiting) throw new Error('too many are waiting')
      else await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) inProgress -= 1
        else next.resolve()
      }
    },
    /** Gives up on what waits. */
    stop(): void {
      for (const { reject } of waiting.splice(0)) reject(new Error('stopped while waiting'))
    }
  }
}
