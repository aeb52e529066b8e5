/**
 * Requests to addresses that programs elsewhere have chosen: bounded in time and number, without redirects, and only to
 * addresses that are allowed once their name is resolved. The address that was checked is the one connected to.
 */

import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { buildNetworkTest } from '../../src/config/addresses/networks.ts'
import type { LookUpName } from '../../src/http/connections/outbound-pool.ts'
import { readLimited } from '../../src/http/message.ts'

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

/** Tests whether an IP address is public, or in one of `privateNetworks`. */
export function createPublicTest(privateNetworks: readonly string[]): (address: string) => boolean {
  const isSpecial = buildNetworkTest(SPECIAL_NETWORKS.trim().split(/\s+/))
  const isAllowed = buildNetworkTest(privateNetworks)
  return (address) => isAllowed(address) || !isSpecial(address)
}

export interface OutgoingOptions {
  lookUp: LookUpName
  /** Whether an IP address may be connected to. It is not asked about one that is written in the URL. */
  isReachable: (address: string) => boolean
  /** Trusted certificates in PEM; default: those of Node. */
  ca?: string | undefined
}

export function createOutgoing({ lookUp, isReachable, ca }: OutgoingOptions) {
  const lookUps = createTurns(LOOK_UPS)
  // The time limit is that of the connection: a look-up keeps its turn for as long as its thread.
  const findAddresses = (hostname: string) =>
    lookUps.take(
      () =>
        new Promise<readonly LookupAddress[]>((resolve, reject) => {
          lookUp(hostname, 0, (err, addresses) => (err === null ? resolve(addresses) : reject(err)))
        })
    )
  const lookup: LookupFunction = (hostname, _options, callback) => {
    findAddresses(hostname)
      .then((addresses) => {
        const reachable = addresses.filter(({ address }) => isReachable(address))
        if (reachable.length === 0) throw new Error(`${hostname} has no address that is allowed`)
        return reachable
      })
      .then(
        (reachable) => callback(null, reachable),
        (err) => callback(err, [])
      )
  }
  const agent = new Agent({
    connect: { lookup, timeout: TIMEOUT_MS, ...(ca !== undefined && { ca }) },
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
      const { statusCode, headers, body } = await request(url, {
        headers: { accept: 'application/json' },
        ...(form !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: form
        }),
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
