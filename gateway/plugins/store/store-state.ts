import { realClock, scheduleOnTimer } from '../../src/async.ts'
import type { Config, StoreConfig } from '../../src/config/schema/schema.ts'
import type { EventSink } from '../../src/operations/events.ts'
import type { StoreAddress } from '../../src/shared-state/settings-checks.ts'
import {
  createSharedState,
  MAX_OF_LIST,
  type OpenedSharedState,
  type SharedClient,
  type SharedState
} from '../../src/shared-state/shared-state.ts'
import {
  createClient,
  findStore,
  type StoreClient,
  type StoreLibrary
} from '../../src/shared-state/store-client.ts'
import { runScript, type Script, StoreKeys } from './commands.ts'
import { createStoreLink } from './link.ts'
import { createMessages, createSubscription, NEWS } from './messages.ts'

/** For commands that the client library sends by itself. The link limits all others, to less time. */
const HANDSHAKE_TIMEOUT_MS = 5000
/** Longer than any work takes: provider calls time out after 5 seconds. */
const LOCK_MS = 10_000
/** Polling interval, in case a notification was lost. */
const LOOK_AGAIN_MS = 250
/** Between the key of an entry, as a keyed hash, and its encrypted text. */
const AFTER_KEY = ':'

/** The store of a configuration. Undefined: there is none. Invalid: its client library is not installed. */
export async function openStore({ store, cookie, session }: Config): Promise<OpenedSharedState | undefined> {
  const found = await findStore(store)
  if (found?.kind !== 'found') return found ?? undefined
  const create = (report: EventSink) =>
    createStoreState({
      ...found,
      signatureKeys: cookie.signatureKeys,
      longestSeconds: session.absoluteSeconds,
      report,
      now: realClock
    })
  return { kind: 'opened', create }
}

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
  /** Epoch seconds. */
  now: () => number
}): SharedState {
  const { library, address, settings, longestSeconds, report, now } = options
  const { prefix, timeoutMs } = settings
  const channel = `${prefix}:words`
  const probeName = `${prefix}:probe`
  const keys = new StoreKeys(options.signatureKeys)
  /** Names with the same word are in one cluster slot. */
  const at = (word: string, what: 'value' | 'lock' | 'list' | 'calls') => `${prefix}:{${word}}:${what}`
  const textAndLock = (word: string) => [at(word, 'value'), at(word, 'lock')]
  return createSharedState(connect, now)

  function connect(deliver: (topic: string, text: string) => void): SharedClient {
    const lenient = { ...settings, timeoutMs: Math.max(timeoutMs, HANDSHAKE_TIMEOUT_MS) }
    const client = createClient(library, address, lenient, (detail) => link.noteError(detail))
    const listener = createClient(library, address, settings, () => {})
    const link = createStoreLink({
      client,
      probeName,
      timeoutMs,
      onThere: (wasAway) => (wasAway ? messages.readAgain() : messages.read()),
      report,
      schedule: scheduleOnTimer,
      now
    })
    const stream = `${prefix}:messages`
    const messages = createMessages({ link, keys, stream, channel, longestSeconds, timeoutMs, deliver, now })
    const subscription = createSubscription({
      client: listener,
      channel,
      probeName,
      onWord: (word) => {
        if (word === null || word === NEWS) void messages.read()
      }
    })
    const started = link.start()

    return {
      // Needs no fencing: a lost lock costs only an extra call.
      async claim(name, token, how) {
        const [word, ...older] = keys.namesOf(name)
        // During key rotation others may still write under an older key.
        for (const one of how === 'useless' ? [] : older) {
          const text = keys.open(await link.run('claim', (client) => client.get(at(one, 'value'))), name)
          if (text !== null) return { text, holder: null }
        }
        const claim = [token, LOCK_MS, how === 'useless' ? '1' : '0']
        const reply = await link.run(how === 'again' ? 'wait' : 'claim', (client) =>
          runScript(client, CLAIM, textAndLock(word), claim)
        )
        if (!Array.isArray(reply) || reply.length !== 2) return null
        const [value, holder] = reply
        return { text: keys.open(value, name), holder: typeof holder === 'string' ? holder : null }
      },

      async release(name, token, text, ttlSeconds) {
        const [word] = keys.namesOf(name)
        const encrypted = text === null ? '' : keys.encrypt(text, name)
        const released = [token, encrypted, Math.ceil(ttlSeconds * 1000), channel, word]
        await link.run('share', (client) => runScript(client, RELEASE, textAndLock(word), released))
      },

      released: (name) => subscription.wait(keys.namesOf(name)[0], LOOK_AGAIN_MS),

      async countCall(limit, caller, windowMs) {
        const [word] = keys.namesOf(`count ${limit} ${caller}`)
        const counter = [at(word, 'calls')]
        const reply = await link.run('count', (client) => runScript(client, COUNT, counter, [windowMs]))
        if (reply === null) return null
        const [calls, endsInMs] = Array.isArray(reply) ? reply : []
        // Below the count of this process, which then counts.
        if (typeof calls !== 'number' || typeof endsInMs !== 'number') return { calls: 0, endsInMs: 0 }
        return { calls, endsInMs: Math.min(Math.max(endsInMs, 0), windowMs) }
      },

      publish: messages.publish,
      publishedBefore: messages.publishedBefore,

      async addToList(list, { key, text, expiresAtSeconds }) {
        const mark = `${keys.namesOf(`entry ${list} ${key}`)[0]}${AFTER_KEY}`
        const entry = [keys.encrypt(text, `list ${list}`), expiresAtSeconds, now(), MAX_OF_LIST, mark]
        const [word] = keys.namesOf(`list ${list}`)
        const ask = (client: StoreClient) => runScript(client, ADD, [at(word, 'list')], entry)
        await link.write({ op: 'list', expiresAtSeconds, ask })
      },

      async readList(list) {
        const texts: string[] = []
        // During key rotation some may have been added under an older key.
        for (const word of keys.namesOf(`list ${list}`).toReversed()) {
          const encrypted = await link.run('list', (client) =>
            client.zrangebyscore(at(word, 'list'), now(), '+inf')
          )
          if (!Array.isArray(encrypted))
            return { kind: 'unavailable', detail: link.condition().detail ?? 'no answer of use' }
          const opened = encrypted.map((one) => keys.open(withoutKey(one), `list ${list}`))
          texts.push(...opened.filter((one) => one !== null))
        }
        return { kind: 'list', texts, isShared: true }
      },

      ready: () => started,
      syncAfterPause: messages.syncAfterPause,
      setSignatureKeys: (next) => keys.use(next),
      condition: link.condition,

      async close() {
        link.close()
        subscription.close()
        client.disconnect()
        listener.disconnect()
      }
    }
  }
}

/** Returns the count and the remaining window; sets a missing expiry. */
const COUNT: Script = `
local calls = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { calls, left }`

/** Returns the text and the lock holder; takes the lock if there is no text, or in any case with ARGV[3]. */
const CLAIM: Script = `
local value = redis.call('GET', KEYS[1])
if not value or ARGV[3] == '1' then redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) end
return { value, redis.call('GET', KEYS[2]) }`

/** Stores the text, if any; releases the lock if it is still ours; notifies. */
const RELEASE: Script = `
if ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return redis.call('PUBLISH', ARGV[4], ARGV[5])`

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

/** The encrypted text of an entry, which follows its key. */
function withoutKey(entry: unknown): unknown {
  return typeof entry === 'string' ? entry.slice(entry.indexOf(AFTER_KEY) + 1) : entry
}
