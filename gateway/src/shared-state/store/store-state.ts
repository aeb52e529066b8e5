import { type Schedule, scheduleOnTimer } from '../../async/schedule.ts'
import type { StoreAddress } from '../../config/addresses/store-address.ts'
import type { StoreConfig } from '../../config/schema/schema.ts'
import type { EventSink } from '../../operations/events.ts'
import { createJoin } from '../joining.ts'
import { createMemoryState } from '../memory.ts'
import type { SharedState } from '../shared-state.ts'
import { createClient, type StoreLibrary } from './clients.ts'
import { createStoreKeys, runScript, type Script } from './encrypted-names.ts'
import { createStoreLink } from './link.ts'
import { createLists } from './lists.ts'
import { createMessages, NEWS } from './messages.ts'
import { createOnce } from './once.ts'
import { createSubscription } from './subscription.ts'

export interface StoreStateOptions {
  library: StoreLibrary
  address: StoreAddress
  settings: Pick<StoreConfig, 'prefix' | 'timeoutMs' | 'passwordFile' | 'caFile'>
  /** The first names and seals, all open. At least one. */
  signatureKeys: readonly string[]
  /** How long a message may count at most, in seconds. */
  longestSeconds: number
  report: EventSink
  /** When the store is tried; by the real clock when left out. */
  schedule?: Schedule
  /** Epoch seconds. */
  now: () => number
}

/** Gives a count and how long the window lasts; one that has no end gets one. */
const COUNT: Script = {
  text: `
local calls = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { calls, left }`
}

/** The shared state in a Redis or Valkey server, a sentinel's primary or a cluster. Begins to connect. */
export function createStoreState(options: StoreStateOptions): SharedState {
  const { library, address, settings, signatureKeys, longestSeconds, report, now } = options
  const { schedule = scheduleOnTimer } = options
  const { prefix, timeoutMs } = settings
  const channel = `${prefix}:words`
  const probeName = `${prefix}:probe`
  const keys = createStoreKeys(signatureKeys)
  const local = createMemoryState(now)
  const join = createJoin()
  const client = createClient(library, address, settings, (detail) => link.noteError(detail))
  const listener = createClient(library, address, settings, () => {})
  const link = createStoreLink({
    client,
    probeName,
    timeoutMs,
    onThere: (wasAway) => (wasAway ? messages.catchUp() : messages.read()),
    report,
    schedule,
    now
  })
  const messages = createMessages({
    link,
    keys,
    stream: `${prefix}:messages`,
    channel,
    longestSeconds,
    now
  })
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

  return {
    once: (name, keepSeconds, work) => join(name, work, () => makeOnce(name, keepSeconds, work)),

    async countCall(limit, caller, windowMs) {
      const own = await local.countCall(limit, caller, windowMs)
      const place = `${prefix}:{${keys[0]?.nameOf(`count ${limit} ${caller}`)}}:calls`
      const reply = await link.run('count', (client) => runScript(client, COUNT, [place], [windowMs]))
      const [calls, endsInMs] = Array.isArray(reply) ? reply : []
      const isCount = typeof calls === 'number' && typeof endsInMs === 'number' && calls >= own.calls
      return isCount ? { calls, endsInMs: Math.min(Math.max(endsInMs, 0), windowMs) } : own
    },

    publish: messages.publish,
    subscribe: messages.subscribe,
    ...createLists({ link, keys, prefix, now }),
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
