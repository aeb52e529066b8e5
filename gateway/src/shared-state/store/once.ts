import { randomBytes } from 'node:crypto'
import type { SharedWork } from '../shared-state.ts'
import { openEncrypted, runScript, type Script, type StoreKey } from './clients.ts'
import type { StoreLink } from './link.ts'
import type { Subscription } from './messages.ts'

/** Longer than any work takes: provider calls time out after 5 seconds. */
const LOCK_MS = 10_000
/** After this, a waiting process does the work itself. */
const MAX_WAIT_MS = 5000
/** Polling interval, in case a notification was lost. */
const LOOK_AGAIN_MS = 250
/** How long waiting processes can fetch a result that is not kept for others. */
const FETCH_MS = 5000
const MAX_TEXT_CHARS = 64 * 1024

/** Returns the value and the lock holder; takes the lock if there is no value, or in any case with ARGV[3]. */
const CLAIM: Script = `
local value = redis.call('GET', KEYS[1])
if not value or ARGV[3] == '1' then redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) end
return { value, redis.call('GET', KEYS[2]) }`

/** Stores the result, if any; releases the lock if it is still ours; notifies. */
const SHARE: Script = `
if ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return redis.call('PUBLISH', ARGV[4], ARGV[5])`

const LOOK: Script = `return { redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]) }`

export interface OnceOptions {
  link: StoreLink
  keys: readonly StoreKey[]
  prefix: string
  channel: string
  subscription: Pick<Subscription, 'wait'>
  /** Epoch seconds. */
  now: () => number
}

/** Keys of the result and the lock of some work, both in one cluster slot. */
interface Place {
  word: string
  names: [value: string, lock: string]
}

/** The encrypted content: when it expires for others, and the lock token for those who waited for it. */
type Envelope = [text: string, expiresAtSeconds: number, token: string]

/** Work done by one process at a time; without the store, or after 5 seconds, it is done anyway. */
export function createAlone({ link, keys, prefix, channel, subscription }: Omit<OnceOptions, 'now'>) {
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    // Not by older keys: during key rotation, some processes may be in turn by themselves.
    const word = keys[0]?.nameOf(`alone ${name}`)
    const names = [`${prefix}:{${word}}:value`, `${prefix}:{${word}}:lock`]
    const token = randomBytes(12).toString('base64url')
    const endsAtMs = performance.now() + MAX_WAIT_MS
    while (word !== undefined && performance.now() < endsAtMs) {
      const notified = subscription.wait(word, LOOK_AGAIN_MS)
      const claim = [token, LOCK_MS, '1']
      const pair = readPair(await link.run('claim', (client) => runScript(client, CLAIM, names, claim)))
      if (pair === null) break
      if (pair[1] === token)
        try {
          return await work()
        } finally {
          const released = [token, '', 0, channel, word]
          await link.run('share', (client) => runScript(client, SHARE, names, released))
        }
      await notified
    }
    return await work()
  }
}

/** Work done once for all processes; on any failure it is done here. Needs no fencing: a lost lock costs only an extra call. */
export function createOnce({ link, keys, prefix, channel, subscription, now }: OnceOptions) {
  const placesOf = (name: string): Place[] =>
    keys.map(({ nameOf }) => {
      const word = nameOf(`once ${name}`)
      return { word, names: [`${prefix}:{${word}}:value`, `${prefix}:{${word}}:lock`] }
    })

  return async <Result>(name: string, keepSeconds: number, work: SharedWork<Result>): Promise<Result> => {
    const [place, ...older] = placesOf(name)
    if (place === undefined) return await work.make()
    // During key rotation others may still write under an older key.
    for (const { names } of older) {
      const result = await read(await link.run('claim', (client) => client.get(names[0])), null)
      if (result !== null) return result
    }
    const token = randomBytes(12).toString('base64url')
    for (const force of ['0', '1']) {
      const claim = [token, LOCK_MS, force]
      const pair = readPair(await link.run('claim', (client) => runScript(client, CLAIM, place.names, claim)))
      if (pair === null) break
      const [value, holder] = pair
      if (holder === token) return await makeFirst(place, token)
      const result = await read(value, holder)
      if (result !== null) return result
      if (holder !== null) return await waitFor(place, holder)
    }
    return await work.make()

    /** Null: nothing usable. `token`: its result is usable even if not kept for others. */
    async function read(encrypted: unknown, token: string | null): Promise<Result | null> {
      const envelope = readEnvelope(openEncrypted(keys, encrypted, name))
      if (envelope === null) return null
      const [text, expiresAtSeconds, owner] = envelope
      return now() < expiresAtSeconds || owner === token ? await work.read(text) : null
    }

    async function makeFirst({ word, names }: Place, token: string): Promise<Result> {
      let encrypted = ''
      try {
        const result = await work.make()
        const text = work.write(result)
        if (text !== null && text.length <= MAX_TEXT_CHARS) {
          const envelope: Envelope = [text, keepSeconds === 0 ? 0 : now() + keepSeconds, token]
          encrypted = keys[0]?.encryption.encrypt(JSON.stringify(envelope), name) ?? ''
        }
        return result
      } finally {
        const lifeMs = keepSeconds === 0 ? FETCH_MS : keepSeconds * 1000
        const shared = [token, encrypted, lifeMs, channel, word]
        await link.run('share', (client) => runScript(client, SHARE, names, shared))
      }
    }

    async function waitFor({ word, names }: Place, holder: string): Promise<Result> {
      const endsAtMs = performance.now() + MAX_WAIT_MS
      while (performance.now() < endsAtMs) {
        // Before the read, so no notification is missed.
        const notified = subscription.wait(word, LOOK_AGAIN_MS)
        const pair = readPair(await link.run('wait', (client) => runScript(client, LOOK, names, [])))
        if (pair === null) break
        const [value, lock] = pair
        const result = await read(value, holder)
        if (result !== null) return result
        if (lock !== holder) break
        await notified
      }
      return await work.make()
    }
  }
}

function readPair(reply: unknown): [string | null, string | null] | null {
  if (!Array.isArray(reply) || reply.length !== 2) return null
  const [value = null, lock = null] = reply.map((one) => (typeof one === 'string' ? one : null))
  return [value, lock]
}

function readEnvelope(json: string | null): Envelope | null {
  if (json === null) return null
  const fields: unknown = JSON.parse(json)
  const [text, expiresAtSeconds, token] = Array.isArray(fields) ? fields : []
  const isWhole =
    typeof text === 'string' && typeof expiresAtSeconds === 'number' && typeof token === 'string'
  return isWhole ? [text, expiresAtSeconds, token] : null
}
