/** State shared by the processes of a gateway through memory, a store or the primary of workers: texts and numbers, whose meaning it does not know. */

import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/schema/schema.ts'
import type { StoreCondition } from '../operations/condition.ts'
import type { EventSink } from '../operations/events.ts'
import type { Problem } from '../problem.ts'

/** After this, a process that waits for another's work does it itself. */
const MAX_WAIT_MS = 5000
/** For how long those that wait for a result can fetch it if it is not kept for others. */
const FETCH_SECONDS = 5
const MAX_TEXT_CHARS = 64 * 1024
/** Callers tracked; LRU. */
const MAX_CALLERS = 5000
/** Entries of a list, the rest is dropped. */
export const MAX_OF_LIST = 128

/** How a process reaches the others. Nothing here rejects; what cannot be had within a documented time is null. */
export interface SharedClient {
  /** The text under a name, and the token of the process that works on it. Takes that lock if it is free, and there is no text or that is `useless`. */
  claim(name: string, token: string, how: ClaimMode): Promise<Claim | null>
  /** Ends the work on a name. `text`: null: nothing to keep. */
  release(name: string, token: string, text: string | null, ttlSeconds: number): Promise<void>
  /** Resolves at the next `release` of this name, or a moment later. */
  released(name: string): Promise<void>
  /** Undefined: this process is alone. */
  countCall?(limit: string, caller: string, windowMs: number): Promise<CallWindow | null>
  /** Publishes to the others. False: they cannot receive it yet. */
  publish(topic: string, text: string, expiresAtSeconds: number): Promise<boolean>
  /** A subscriber wants what was published before. */
  publishedBefore(): void
  /** Adds an entry, in place of that with the same key; the 128 that expire last are kept. Resolves once it is stored, or waits for the store. */
  addToList(list: string, entry: ListEntry): Promise<void>
  /** The unexpired texts of a list, by their expiry. */
  readList(list: string): Promise<ListReading>
  /** Resolves once earlier messages of others have arrived, or cannot be had yet. */
  ready(): Promise<void>
  /** Resolves once messages missed in a time without a processor have arrived, or at the store's timeout. Null: none are. Undefined: none can be, or be noticed. */
  syncAfterPause?: () => Promise<void> | null
  /** Takes over the signature keys of a new configuration, in its order. Undefined: nothing is stored under them. */
  setSignatureKeys?: (signatureKeys: readonly string[]) => void
  /** Condition of the store; null: there is none. */
  condition(): StoreCondition | null
  /** Closes connections and timers. Undelivered texts are lost. */
  close(): Promise<void>
}

/** `again`: after another process had the lock. `useless`: whatever the text is. */
export type ClaimMode = 'first' | 'again' | 'useless'

/** `holder`: null: no process works on it. */
export interface Claim {
  text: string | null
  holder: string | null
}

export interface ListEntry {
  key: string
  text: string
  /** Epoch seconds. */
  expiresAtSeconds: number
}

export type ListReading =
  /** `isShared`: of all processes, in the store; otherwise of this process alone, since its start. */
  | { kind: 'list'; texts: readonly string[]; isShared: boolean }
  | { kind: 'not-kept' }
  | { kind: 'unavailable'; detail: string }

export interface SharedWork<Result> {
  run(): Promise<Result>
  /** As text, at most 64 kB; null: not shareable, others do the work themselves. */
  encode(result: Result): string | null
  /** Reads another process's text. Null: unusable, as if it had not come. Must not reject. */
  decode(text: string): Promise<Result | null>
}

/** Calls since a caller's window began. */
export interface CallWindow {
  readonly calls: number
  readonly endsInMs: number
  /** The others could not be asked: they may count the same call as their first. */
  readonly isLocal?: true
}

export type SharedState = ReturnType<typeof createSharedState>

export type OpenedSharedState =
  /** `create` undefined: this process is alone. */
  | { kind: 'opened'; create: ((report: EventSink) => SharedState) | undefined }
  | { kind: 'invalid'; problems: readonly Problem[] }

/** Part of the gateway through which it shares state with others. */
export interface SharedStatePlugin {
  /** Undefined: the configuration asks for none. */
  openSharedState?(config: Config): Promise<OpenedSharedState | undefined> | undefined
}

/** The shared state that a configuration specifies, by the first plugin that knows it. */
export async function openSharedState(
  config: Config,
  plugins: readonly SharedStatePlugin[]
): Promise<OpenedSharedState> {
  for (const plugin of plugins) {
    const opened = await plugin.openSharedState?.(config)
    if (opened !== undefined) return opened
  }
  return { kind: 'opened', create: undefined }
}

/** Shared state over a client. Where others are unreachable, it goes on without them. `connect` gets what delivers a text of another process. `now`: epoch seconds. */
export function createSharedState(
  connect: (deliver: (topic: string, text: string) => void) => SharedClient,
  now: () => number
) {
  const topics = new EventEmitter<Record<string, [text: string]>>()
  const client = connect((topic, text) => topics.emit(topic, text))
  const turns = new Map<string, Promise<unknown>>()
  const countHere = createCallCounter(now)

  /** Takes the lock of some work, or uses the text of another process. Null: neither within 5 s, or others are unreachable. */
  async function claim<Result>(name: string, decode: SharedWork<Result>['decode'] | null) {
    const token = `${process.pid} ${randomBytes(12).toString('base64url')}`
    let endsAtMs = Number.POSITIVE_INFINITY
    let how: ClaimMode = decode === null ? 'useless' : 'first'
    let awaited: string | null = null
    while (performance.now() < endsAtMs) {
      // Before the claim, so no release is missed.
      const released = awaited === null ? null : client.released(name)
      const claimed = await client.claim(name, token, how)
      if (claimed === null) return null
      const { text, holder } = claimed
      if (holder === token) return { token }
      const result = decode === null ? null : await readUsable(text, awaited, decode)
      if (result !== null) return { result }
      if (holder === null && how === 'useless') return null
      how = decode === null || holder === null ? 'useless' : 'again'
      // From the second look on: this process may have been busy since the first.
      if (awaited !== null) endsAtMs = Math.min(endsAtMs, performance.now() + MAX_WAIT_MS)
      awaited = holder ?? awaited
      await released
    }
    return null
  }

  /** Null: nothing usable. `awaited`: the result of this process is usable even if it is not kept for others. */
  async function readUsable<Result>(
    json: string | null,
    awaited: string | null,
    decode: SharedWork<Result>['decode']
  ): Promise<Result | null> {
    const kept: unknown = json === null ? null : JSON.parse(json)
    const [text, expiresAtSeconds, maker] = Array.isArray(kept) ? kept : []
    return typeof text === 'string' && (now() < expiresAtSeconds || maker === awaited)
      ? await decode(text)
      : null
  }

  async function runAlone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const claimed = await claim(name, null)
    try {
      return await work()
    } finally {
      if (claimed?.token !== undefined) await client.release(name, claimed.token, null, 0)
    }
  }

  return {
    /**
     * Does work once for all processes: callers during it, or within `ttlSeconds` after it (0: only those already waiting), get the same text if they
     * can read it, and otherwise do the work themselves. Rejects if `run` does. `name`: at most 1 kB.
     */
    async singleFlight<Result>(name: string, ttlSeconds: number, work: SharedWork<Result>): Promise<Result> {
      const key = `once ${name}`
      const claimed = await claim(key, work.decode)
      if (claimed === null) return await work.run()
      if (claimed.token === undefined) return claimed.result
      let kept: string | null = null
      try {
        const result = await work.run()
        const text = work.encode(result)
        if (text !== null && text.length <= MAX_TEXT_CHARS)
          kept = JSON.stringify([text, ttlSeconds === 0 ? 0 : now() + ttlSeconds, claimed.token])
        return result
      } finally {
        await client.release(key, claimed.token, kept, ttlSeconds || FETCH_SECONDS)
      }
    },

    /** Does work of a name in turn with other processes, unless they cannot be asked or take longer than 5 s. Rejects if the work does. `name`: at most 1 kB. */
    async alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const next = () => runAlone(`alone ${name}`, work)
      const turn = (turns.get(name) ?? Promise.resolve()).then(next, next)
      turns.set(name, turn)
      return await turn.finally(() => {
        if (turns.get(name) === turn) turns.delete(name)
      })
    },

    /** Counts a call at all reachable processes; the first begins a window. `windowMs`: the same for all calls of a limit. */
    async countCall(limit: string, caller: string, windowMs: number): Promise<CallWindow> {
      const own = countHere(limit, caller, windowMs)
      if (client.countCall === undefined) return own
      const counted = await client.countCall(limit, caller, windowMs)
      if (counted === null) return { ...own, isLocal: true }
      return counted.calls >= own.calls ? counted : own
    },

    /**
     * Publishes a text to all subscribers of a topic, valid until a time (epoch seconds). Those in this process receive it before the call returns.
     * Resolves to whether others can receive it within a second; otherwise they do once they are reachable. `text`: at most 4 kB.
     */
    async publish(topic: string, text: string, expiresAtSeconds: number): Promise<boolean> {
      topics.emit(topic, text)
      return await client.publish(topic, text, expiresAtSeconds)
    },

    /** Subscribes to a topic, also to what was published before and is still valid. Texts may arrive more than once and out of order. `listener` must not throw. */
    subscribe(topic: string, listener: (text: string) => void): void {
      topics.on(topic, listener)
      client.publishedBefore()
    },

    addToList: client.addToList,
    readList: client.readList,
    ready: client.ready,
    syncAfterPause: client.syncAfterPause,
    setSignatureKeys: client.setSignatureKeys,
    condition: client.condition,
    close: client.close
  }
}

/** Counts calls in windows of a fixed length, by limit and caller. `now`: epoch seconds. */
export function createCallCounter(now: () => number) {
  const limits = new Map<string, ReturnType<typeof createCallWindows>>()
  return (limit: string, caller: string, windowMs: number): CallWindow => {
    // Created lazily: each preallocates for all its callers.
    const windows = limits.get(limit) ?? createCallWindows(windowMs, now)
    limits.set(limit, windows)
    return windows.count(caller)
  }
}

/** Fixed-length windows, each begun by a call. `now`: epoch seconds. */
export function createCallWindows(windowMs: number, now: () => number) {
  const windows = new LRUCache<string, { calls: number; endsAtMs: number }>({ max: MAX_CALLERS })

  /** Null: no open window. */
  function find(caller: string): CallWindow | null {
    const known = windows.get(caller)
    const endsInMs = (known?.endsAtMs ?? 0) - now() * 1000
    return known === undefined || endsInMs <= 0 ? null : { calls: known.calls, endsInMs }
  }

  return {
    find,
    /** Counts a call; the first one begins a window. */
    count(caller: string): CallWindow {
      const { calls, endsInMs } = find(caller) ?? { calls: 0, endsInMs: windowMs }
      windows.set(caller, { calls: calls + 1, endsAtMs: now() * 1000 + endsInMs })
      return { calls: calls + 1, endsInMs }
    }
  }
}
