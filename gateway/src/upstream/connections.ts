import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'undici'
import { type Schedule, scheduleOnTimer } from '../async.ts'
import { UNIX_PEER } from '../config/addresses/networks.ts'
import { networkOf, plainAddress } from '../http/origin.ts'
import type { UpstreamHeaders } from './response-headers.ts'

/** A connection in use. */
export interface Slot {
  release(): void
}

/** Limits concurrent connections. One caller gets at most half of the second half; in a full queue the caller with most makes room for others. */
export function createConnectionLimit(options: {
  max: number
  maxWaiting: number
  waitMs: number
  buildTimeout: () => Error
  buildOverflow: () => Error
  schedule?: Schedule
}) {
  const { max, maxWaiting, waitMs, buildTimeout, buildOverflow, schedule = scheduleOnTimer } = options
  const waiting: { caller: string; start(): boolean; giveUp(error: Error): void }[] = []
  const half = Math.floor(max / 2)
  const share = Math.ceil((max - half) / 2)
  /** In use of the first half, by any caller. */
  let common = 0
  /** In use of the other half, by caller. */
  const counted = new Map<string, number>()
  let beyond = 0

  /** Gives a free connection to the request that has waited longest, of those whose caller may have it. */
  function startNext(): void {
    for (const { start } of waiting) if (start()) return
  }

  const commonSlot: Slot = {
    release() {
      common -= 1
      if (waiting.length > 0) startNext()
    }
  }

  function acquire<Of>(of: Of, callerOf: (of: Of) => string): Slot | null {
    if (common < half) {
      common += 1
      return commonSlot
    }
    if (beyond === max - half) return null
    const caller = callerOf(of)
    const before = counted.get(caller) ?? 0
    if (before === share) return null
    beyond += 1
    counted.set(caller, before + 1)
    return {
      release() {
        beyond -= 1
        const left = (counted.get(caller) ?? 1) - 1
        if (left === 0) counted.delete(caller)
        else counted.set(caller, left)
        startNext()
      }
    }
  }

  function makeRoom(caller: string): boolean {
    if (waiting.length < maxWaiting) return true
    const requests = new Map<string, number>()
    for (const one of waiting) requests.set(one.caller, (requests.get(one.caller) ?? 0) + 1)
    const most = Math.max(...requests.values())
    if (most <= (requests.get(caller) ?? 0) + 1) return false
    waiting.findLast((one) => requests.get(one.caller) === most)?.giveUp(buildOverflow())
    return true
  }

  return {
    acquire,
    /** Calls `run` when a connection is free, or `refuse` on timeout; neither if the client emits `close` before. */
    wait(
      { caller, client }: { caller: string; client: EventEmitter },
      run: (slot: Slot) => void,
      refuse: (error: unknown) => void
    ): void {
      if (!makeRoom(caller)) {
        refuse(buildOverflow())
        return
      }
      const stopWaiting = () => {
        const index = waiting.indexOf(applicant)
        if (index !== -1) waiting.splice(index, 1)
        cancel()
        client.off('close', stopWaiting)
      }
      const giveUp = (error: Error) => {
        stopWaiting()
        refuse(error)
      }
      const start = () => {
        const slot = acquire(caller, String)
        if (slot === null) return false
        stopWaiting()
        // Runs at the end of another request, which must not fail with this one.
        try {
          run(slot)
        } catch (err) {
          slot.release()
          refuse(err)
        }
        return true
      }
      const applicant = { caller, start, giveUp }
      const cancel = schedule(waitMs / 1000, () => giveUp(buildTimeout()))
      client.once('close', stopWaiting)
      waiting.push(applicant)
    }
  }
}

/** A scheme, in `Authorization` or a challenge, that authenticates the whole connection ([MS-NTHT], [MS-N2HT], RFC 4559), whatever follows its name. */
export const AUTHENTICATES_CONNECTION = /(?:^|[\s,])(?:ntlm|negotiate|nego2|kerberos|credssp|spnego)/i
/** Sent by intermediaries, whose connections may carry several visitors. */
const OF_INTERMEDIARIES = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'] as const

/** Whether the response, or its trailers, may come from a connection that the application has authenticated. */
export function isOfAuthenticatedConnection(headers: UpstreamHeaders): boolean {
  return (
    AUTHENTICATES_CONNECTION.test(String(headers['www-authenticate'] ?? '')) ||
    AUTHENTICATES_CONNECTION.test(String(headers['proxy-authenticate'] ?? '')) ||
    headers['persistent-auth'] !== undefined ||
    headers['proxy-support'] !== undefined
  )
}

/** Whether the client's connection may carry requests of several visitors, by all that can be seen of it. */
export function isBehindProxy(
  { raw: { socket, headers } }: Pick<FastifyRequest, 'raw'>,
  isTrustedProxy: (address: string) => boolean
): boolean {
  const peer = plainAddress(socket.remoteAddress)
  if (peer === UNIX_PEER || isTrustedProxy(peer)) return true
  return OF_INTERMEDIARIES.some((name) => headers[name] !== undefined)
}

/** Of one client address, an IPv6 /64 as one: beyond it, its own idle ones are closed. */
const MAX_OF_NETWORK = 64

type Asked = Pick<FastifyRequest, 'raw' | 'admitted'>

/** Connections to an application, each for one visitor on one client connection. `max`: beyond it, idle ones are closed. */
export function createPinnedConnections({ open, max }: { open: () => Pool; max: number }) {
  /** By client connection, the least recently used first; then by session, empty without one. */
  const pinned = new Map<Socket, Map<string, Pool>>()
  let count = 0

  function end(client: Socket, visitor: string, pool: Pool): void {
    const pools = pinned.get(client)
    if (pools?.get(visitor) !== pool) return
    count -= 1
    pools.delete(visitor)
    if (pools.size === 0) {
      pinned.delete(client)
      client.off('close', endAll)
    }
    void pool.destroy()
  }

  function endAll(this: Socket): void {
    for (const [visitor, pool] of pinned.get(this) ?? []) end(this, visitor, pool)
  }

  const list = (network?: string) =>
    [...pinned]
      .filter(([client]) => network === undefined || networkOfClient(client) === network)
      .flatMap(([client, pools]) => [...pools].map(([visitor, pool]) => ({ client, visitor, pool })))

  /** Closes idle ones, the least recently used first, until one more is no more than `most`. */
  function makeRoom(present: ReturnType<typeof list>, most: number): void {
    let left = present.length
    for (const { client, visitor, pool } of present) {
      if (left < most) return
      if (pool.stats.size > 0) continue
      end(client, visitor, pool)
      left -= 1
    }
  }

  return {
    /** The connection of this visitor on this connection of the client; null: none. */
    of({ raw: { socket }, admitted }: Asked): Pool | null {
      const pools = pinned.size === 0 ? undefined : pinned.get(socket)
      if (pools === undefined) return null
      pinned.delete(socket)
      pinned.set(socket, pools)
      return pools.get(visitorOf(admitted)) ?? null
    },
    add({ raw: { socket }, admitted }: Asked): Pool {
      if (count >= MAX_OF_NETWORK) makeRoom(list(networkOfClient(socket)), MAX_OF_NETWORK)
      if (count >= max) makeRoom(list(), max)
      const pool = open()
      const visitor = visitorOf(admitted)
      const pools = pinned.get(socket)
      if (pools === undefined) {
        pinned.set(socket, new Map([[visitor, pool]]))
        socket.on('close', endAll)
      } else pools.set(visitor, pool)
      count += 1
      const endIdle = () => {
        if (pool.stats.size === 0) end(socket, visitor, pool)
      }
      return pool.on('disconnect', endIdle).on('connectionError', endIdle)
    },
    close(): void {
      for (const client of pinned.keys()) endAll.call(client)
    }
  }
}

const visitorOf = ({ outcome: { session } }: FastifyRequest['admitted']): string => session?.id ?? ''

const networkOfClient = ({ remoteAddress = '' }: Socket): string => networkOf(remoteAddress)
