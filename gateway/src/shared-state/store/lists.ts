import type { SharedState } from '../shared-state.ts'
import { openEncrypted, runScript, type Script, type StoreKey } from './encrypted-names.ts'
import type { StoreLink } from './link.ts'

const MAX_OF_LIST = 64

/**
 * In a sorted set by the end of each: what is over goes, and the oldest where there are too many. Something else that stands
 * there is removed: an entry would wait for ever.
 */
const ADD: Script = {
  text: `
local swept = redis.pcall('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if type(swept) == 'table' and swept.err then
  if not string.find(swept.err, 'WRONGTYPE', 1, true) then return swept end
  redis.call('DEL', KEYS[1])
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[4]))
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
return redis.call('EXPIREAT', KEYS[1], math.ceil(tonumber(newest[2])))`
}

export interface ListsOptions {
  link: StoreLink
  keys: readonly StoreKey[]
  prefix: string
  /** Epoch seconds. */
  now: () => number
}

/** Lists of sealed texts, the newest 64 of each. */
export function createLists({
  link,
  keys,
  prefix,
  now
}: ListsOptions): Pick<SharedState, 'addToList' | 'readList'> {
  const placeOf = ({ nameOf }: StoreKey, list: string) => `${prefix}:{${nameOf(`list ${list}`)}}:list`
  return {
    async addToList(list, text, expiresAtSeconds) {
      const [key] = keys
      if (key === undefined) return
      const encrypted = key.box.encrypt(text, `list ${list}`)
      await link.write({
        op: 'list',
        expiresAtSeconds,
        ask: (client) =>
          runScript(client, ADD, [placeOf(key, list)], [encrypted, expiresAtSeconds, now(), MAX_OF_LIST])
      })
    },

    async readList(list) {
      const texts: string[] = []
      // While keys are replaced, some may have been added under an older one.
      for (const key of keys.toReversed()) {
        const encrypted = await link.run('list', (client) =>
          client.zrangebyscore(placeOf(key, list), now(), '+inf')
        )
        if (!Array.isArray(encrypted))
          return { kind: 'unavailable', detail: link.condition().detail ?? 'no answer of use' }
        texts.push(
          ...encrypted.map((one) => openEncrypted(keys, one, `list ${list}`)).filter((one) => one !== null)
        )
      }
      return { kind: 'list', texts }
    }
  }
}
