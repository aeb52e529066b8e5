import { type Schedule, scheduleOnTimer } from '../../async.ts'
import type { StoreConfig } from '../../config/schema/schema.ts'
import type { StoreAddress } from '../../config/store.ts'
import type { EventSink } from '../../operations/events.ts'
import { createJoin, createMemoryState, MAX_OF_LIST, type SharedState } from '../shared-state.ts'
import {
  createClient,
  createStoreKeys,
  openEncrypted,
  runScript,
  type Script,
  type StoreClient,
  type StoreKey,
  type StoreLibrary
} from './clients.ts'
import { createStoreLink } from './link.ts'
import { createMessages, createSubscription, NEWS } from './messages.ts'
import { createAlone, createOnce, type OnceOptions } from './once.ts'

/** For commands that the client library sends by itself. The link limits all others, to less time. */
const HANDSHAKE_TIMEOUT_MS = 5000

/** Returns the count and the remaining window; sets a missing expiry. */
const COUNT: Script = `
local calls = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { calls, left }`

/** Shared state in a Redis or Valkey server, a sentinel's primary or a cluster. Begins to connect. */
export function createStoreState(options: {
  library: StoreLibrary
  address: StoreAddress
  settings: Pick<StoreConfig, 'prefix' | 'timeoutMs' | 'passwordFile' | 'caFile'>
  /** The first names and encrypts, all decrypt. At least one. Until `setSignatureKeys`. */
  signatureKeys: readonly string[]
  /** Maximum validity of a message, in seconds. */
  longestSeconds: number
  report: EventSink
  /** Timer for probes; default: the real clock. */
  schedule?: Schedule
  /** Epoch seconds. */
  now: () => number
}): SharedState {
  const { library, address, settings, signatureKeys, longestSeconds, report, now } = options
  const { schedule = scheduleOnTimer } = options
  const { prefix, timeoutMs } = settings
  const channel = `${prefix}:words`
  const probeName = `${prefix}:probe`
  // One list, which a new configuration changes.
  const keys = createStoreKeys(signatureKeys)
  const local = createMemoryState(now)
  const join = createJoin()
  const lenient = { ...settings, timeoutMs: Math.max(timeoutMs, HANDSHAKE_TIMEOUT_MS) }
  const client = createClient(library, address, lenient, (detail) => link.noteError(detail))
  const listener = createClient(library, address, settings, () => {})
  const link = createStoreLink({
    client,
    probeName,
    timeoutMs,
    onThere: (wasAway) => (wasAway ? messages.readAgain() : messages.read()),
    report,
    schedule,
    now
  })
  const stream = `${prefix}:messages`
  const messages = createMessages({ link, keys, stream, channel, longestSeconds, timeoutMs, now })
  const subscription = createSubscription({
    client: listener,
    channel,
    probeName,
    onWord: (word) => {
      if (word === null || word === NEWS) void messages.read()
    }
  })
  const started = link.start()
  const makeOnce = createOnce({ link, keys, prefix, channel, subscription, now })
  const alone = createAlone({ link, keys, prefix, channel, subscription })

  return {
    alone: (name, work) => local.alone(name, () => alone(name, work)),

    singleFlight: (name, keepSeconds, work) => join(name, work, () => makeOnce(name, keepSeconds, work)),

    async countCall(limit, caller, windowMs) {
      const own = await local.countCall(limit, caller, windowMs)
      const place = `${prefix}:{${keys[0]?.nameOf(`count ${limit} ${caller}`)}}:calls`
      const reply = await link.run('count', (client) => runScript(client, COUNT, [place], [windowMs]))
      if (reply === null) return { ...own, isLocal: true }
      const [calls, endsInMs] = Array.isArray(reply) ? reply : []
      const isCount = typeof calls === 'number' && typeof endsInMs === 'number' && calls >= own.calls
      return isCount ? { calls, endsInMs: Math.min(Math.max(endsInMs, 0), windowMs) } : own
    },

    publish: messages.publish,
    subscribe: messages.subscribe,
    syncAfterPause: messages.syncAfterPause,
    ...createLists({ link, keys, prefix, now }),
    setSignatureKeys: (next) => void keys.splice(0, keys.length, ...createStoreKeys(next)),
    condition: link.condition,
    ready: () => started,

    async close() {
      link.close()
      subscription.close()
      client.disconnect()
      listener.disconnect()
    }
  }
}

/** Between the key of an entry, as a keyed hash, and its encrypted text. */
const AFTER_KEY = ':'

/** A sorted set by expiry. Deletes a key of another type, which would block the entry for ever. */
const ADD: Script = `
local swept = redis.pcall('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if type(swept) == 'table' and swept.err then
  if not string.find(swept.err, 'WRONGTYPE', 1, true) then return swept end
  redis.call('DEL', KEYS[1])
end
for _, other in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(other, 1, #ARGV[5]) == ARGV[5] then redis.call('ZREM', KEYS[1], other) end
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[5] .. ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[4]))
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
return redis.call('EXPIREAT', KEYS[1], math.ceil(tonumber(newest[2])))`

/** Lists of encrypted texts. */
function createLists(
  options: Omit<OnceOptions, 'channel' | 'subscription'>
): Pick<SharedState, 'addToList' | 'readList'> {
  const { link, keys, prefix, now } = options
  const placeOf = ({ nameOf }: StoreKey, list: string) => `${prefix}:{${nameOf(`list ${list}`)}}:list`
  return {
    async addToList(list, { text, expiresAtSeconds, ...entry }) {
      const [key] = keys
      if (key === undefined) return
      const encrypted = key.encryption.encrypt(text, `list ${list}`)
      const mark = `${key.nameOf(`entry ${list} ${entry.key}`)}${AFTER_KEY}`
      const ask = (client: StoreClient) =>
        runScript(client, ADD, [placeOf(key, list)], [encrypted, expiresAtSeconds, now(), MAX_OF_LIST, mark])
      await link.write({ op: 'list', expiresAtSeconds, ask })
    },

    async readList(list) {
      const texts: string[] = []
      // During key rotation some may have been added under an older key.
      for (const key of keys.toReversed()) {
        const encrypted = await link.run('list', (client) =>
          client.zrangebyscore(placeOf(key, list), now(), '+inf')
        )
        if (!Array.isArray(encrypted))
          return { kind: 'unavailable', detail: link.condition().detail ?? 'no answer of use' }
        const opened = encrypted.map((one) => openEncrypted(keys, withoutKey(one), `list ${list}`))
        texts.push(...opened.filter((one) => one !== null))
      }
      return { kind: 'list', texts, isShared: true }
    }
  }
}

/** The encrypted text of an entry, which follows its key. */
function withoutKey(entry: unknown): unknown {
  return typeof entry === 'string' ? entry.slice(entry.indexOf(AFTER_KEY) + 1) : entry
}
