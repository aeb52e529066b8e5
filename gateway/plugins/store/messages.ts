import { EventEmitter } from 'node:events'
import { untilLate, yieldToRequests } from '../../src/async.ts'
import { describeStoreError, type StoreClient } from '../../src/shared-state/store-client.ts'
import { PROTOCOL_ERROR, runScript, type Script, type StoreKeys, verifyStore } from './commands.ts'
import type { StoreLink } from './link.ts'

/** Pub/sub notification that there are new messages. */
export const NEWS = 'messages'
/** Stream length limit; the oldest messages are dropped. */
const MAX_KEPT = 200_000
const PAGE = 500
/** Encryption context: no message can be moved elsewhere. */
const CONTEXT = 'messages'
/** Without a reading for this long, in seconds, the process was not running: the link looks at the store every 5 s. */
const BEHIND_AFTER_SECONDS = 8
/** Reread after a lost connection, in milliseconds: another server may lag a little. */
const READ_AGAIN_MS = 60_000

/** PUBLISH first: if it is forbidden, nothing is written, and retries do not fill the stream. */
const APPEND: Script = `
redis.call('PUBLISH', ARGV[4], ARGV[5])
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'm', ARGV[1])
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`

/** Encrypted messages in a stream, which processes read on where they stopped. A notification announces each. */
export function createMessages(options: {
  link: StoreLink
  keys: StoreKeys
  /** Name of the stream in the store. */
  stream: string
  channel: string
  /** Maximum validity of a message in seconds; the stream is kept that long. */
  longestSeconds: number
  /** Longest wait for messages that were missed. */
  timeoutMs: number
  deliver: (topic: string, text: string) => void
  /** Between two readings, so that a flood of messages takes little of the process. */
  pause?: () => Promise<void>
  /** Epoch seconds. */
  now: () => number
}) {
  const { link, keys, stream, channel, longestSeconds, timeoutMs, deliver, now } = options
  const { pause = yieldToRequests } = options
  /** Id of the last message read. */
  let last = '0'
  let reading: Promise<void> | null = null
  let isMore = false
  let readAtSeconds = Number.NEGATIVE_INFINITY
  let missed: Promise<void> | null = null
  let arrived = () => {}

  function noteReading(): void {
    readAtSeconds = now()
    arrived()
  }

  /** Whether the store responded, with whatever. */
  async function readOn(): Promise<boolean> {
    for (;;) {
      const entries = await link.run('read', (client) =>
        client.xrange(stream, `(${last}`, '+', 'COUNT', PAGE)
      )
      if (entries === null) link.lookSoon()
      const page: readonly unknown[] = Array.isArray(entries) ? entries : []
      for (const entry of page) {
        const [id, fields] = Array.isArray(entry) ? entry : []
        if (typeof id !== 'string' || !Array.isArray(fields)) return true
        last = id
        open(fields[1])
      }
      if (page.length < PAGE) return entries !== null
    }
  }

  function open(encrypted: unknown): void {
    const opened = keys.open(encrypted, CONTEXT)
    const fields: unknown = opened === null ? null : JSON.parse(opened)
    const [topic, text, expiresAtSeconds] = Array.isArray(fields) ? fields : []
    const isWhole =
      typeof topic === 'string' && typeof text === 'string' && typeof expiresAtSeconds === 'number'
    if (isWhole && now() < expiresAtSeconds) deliver(topic, text)
  }

  /** Reads new messages and delivers them. One at a time; a call meanwhile triggers one more run. */
  function read(): Promise<void> {
    isMore = true
    reading ??= (async () => {
      try {
        while (isMore) {
          isMore = false
          if (await readOn()) noteReading()
          if (isMore) await pause()
        }
      } finally {
        reading = null
      }
    })()
    return reading
  }

  /** A connection that was found broken just now may be replaced in time. */
  function isAwayForLonger(): boolean {
    const { isUp, changedAtSeconds } = link.condition()
    return !isUp && now() - changedAtSeconds > timeoutMs / 1000
  }

  /** Survives a broken connection: the next one reads too. */
  async function awaitMissed(): Promise<void> {
    const reading = new Promise<void>((resolve) => {
      arrived = resolve
    })
    void read()
    await untilLate(reading, timeoutMs, () => {})
    missed = null
  }

  return {
    read,
    syncAfterPause(): Promise<void> | null {
      if (missed !== null) return missed
      if (now() - readAtSeconds < BEHIND_AFTER_SECONDS || isAwayForLonger()) return null
      missed = awaitMissed()
      return missed
    },
    /** Delivers them again from the first. */
    publishedBefore(): void {
      if (last === '0') return
      last = '0'
      void read()
    },
    async publish(topic: string, text: string, expiresAtSeconds: number): Promise<boolean> {
      const encrypted = keys.encrypt(JSON.stringify([topic, text, expiresAtSeconds]), CONTEXT)
      const lifeMs = longestSeconds * 1000
      return await link.write({
        op: 'publish',
        expiresAtSeconds,
        ask: (client) => runScript(client, APPEND, [stream], [encrypted, MAX_KEPT, lifeMs, channel, NEWS])
      })
    },
    /** Rereads what may have been missed and delivers it. */
    async readAgain(): Promise<void> {
      const [ms = '0'] = last.split('-')
      last = String(Math.max(0, Number(ms) - READ_AGAIN_MS))
      await read()
    }
  }
}

/**
 * Listens to notifications between processes. They carry no data: receivers read the store. `client`: a connection of its own,
 * since a subscribed one cannot send commands. `probeName`: written before subscribing. `onWord` receives every notification,
 * and null after each resubscribe: those sent meanwhile are lost.
 */
export function createSubscription(options: {
  client: StoreClient
  channel: string
  probeName: string
  onWord: (word: string | null) => void
}) {
  const { client, channel, probeName, onWord } = options
  const waiting = new EventEmitter().setMaxListeners(0)
  // Not the word alone, which may be `error`.
  const eventOf = (word: string) => `word ${word}`

  async function listen(): Promise<void> {
    const why = await verifyStore(client, probeName).then(() => null, describeStoreError)
    // The library throws, uncatchably, if the reply to the next command is malformed, and is no store's.
    if (why === PROTOCOL_ERROR || why === 'timeout') return client.disconnect(true)
    await client.subscribe(channel)
    onWord(null)
  }

  // The next connection tries again, and what was missed is read anyway.
  client.on('ready', () => void listen().catch(() => {}))
  client.on('message', (_channel: string, word: string) => {
    onWord(word)
    waiting.emit(eventOf(word))
  })
  client.connect().catch(() => {})

  return {
    /** Resolves on this notification or after the timeout. */
    wait: (word: string, atMostMs: number) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.off(eventOf(word), wake)
          resolve()
        }
        const timer = setTimeout(wake, atMostMs)
        waiting.on(eventOf(word), wake)
      }),
    close(): void {
      for (const name of waiting.eventNames()) waiting.emit(name)
    }
  }
}
