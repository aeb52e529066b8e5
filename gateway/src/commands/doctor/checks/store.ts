import type { StoreConfig } from '../../../config/schema/schema.ts'
import { describeStore, parseStoreUrl, type StoreAddress } from '../../../config/store.ts'
import { NO_LIBRARY } from '../../../serving/shared-state.ts'
import {
  CONNECTION_CLOSED,
  createClient,
  describeStoreError,
  loadStoreLibrary,
  type StoreLibrary
} from '../../../shared-state/store/clients.ts'
import { defineCheck } from '../check.ts'
import { evaluate, fail, isOlder, type Result, skip } from '../finding.ts'

/** First version with exclusive stream ranges. */
const OLDEST_VERSION = '6.2'

/** The shared store responds in time, accepts writes and retains data. Writes nothing. */
export const storeCheck = defineCheck('STORE', { reads: ['store'], isRemote: true }, async ({ store }) => {
  const parsed = store === null || store.url === null ? null : parseStoreUrl(store.url)
  if (store === null || parsed?.kind !== 'address') return skip('no store: each replica is alone')
  const library = await loadStoreLibrary()
  if (library === null) return evaluate('no library', fail(`store ${NO_LIBRARY.message}`, NO_LIBRARY.hint))
  return await askStore(library, parsed.address, store)
})

async function askStore(library: StoreLibrary, address: StoreAddress, store: StoreConfig): Promise<Result> {
  const where = describeStore(address)
  let detail = 'no answer'
  // Generous, to get a response; the gateway's limit is compared afterwards.
  const client = createClient(library, address, { ...store, timeoutMs: 4000 }, (why) => {
    detail = why
  })
  try {
    await client.connect()
    const beganAtMs = performance.now()
    await client.ping()
    const tookMs = Math.round(performance.now() - beganAtMs)
    const info = readInfo(`${await client.info()}`)
    const seen = `${where}: ${info('valkey_version') ?? info('redis_version')}, ${tookMs} ms`
    const policy = info('maxmemory_policy') ?? 'noeviction'
    const limitBytes = Number(info('maxmemory') ?? 0)
    const usedBytes = Number(info('used_memory') ?? 0)
    return evaluate(
      seen,
      isOlder(info('redis_version') ?? '', OLDEST_VERSION) &&
        fail('it is older than Redis 6.2', 'install Redis 6.2 or newer, or Valkey'),
      tookMs >= store.timeoutMs &&
        fail(
          `a response takes ${tookMs} ms`,
          `store.timeoutMs is ${store.timeoutMs}: move the store closer, or raise it`
        ),
      limitBytes > 0 &&
        policy !== 'noeviction' &&
        fail(
          `it evicts data when full (maxmemory-policy ${policy})`,
          'set `maxmemory-policy noeviction`, on a dedicated server if this one is shared'
        ),
      limitBytes > 0 &&
        usedBytes >= limitBytes &&
        policy === 'noeviction' &&
        fail('it is full', 'raise `maxmemory`'),
      info('role') === 'slave' &&
        info('slave_read_only') === '1' &&
        fail('it is a read-only replica', 'point `store.url` at its primary, or list the sentinels there')
    )
  } catch (err) {
    const why = describeStoreError(err)
    return evaluate(where, adviseOn(why === CONNECTION_CLOSED ? detail : why))
  } finally {
    client.disconnect()
  }
}

/** Error codes for wrong passwords and users. */
const NO_ACCESS: ReadonlySet<string> = new Set(['WRONGPASS', 'NOAUTH', 'NOPERM', 'ERR'])

function adviseOn(why: string) {
  if (NO_ACCESS.has(why))
    return fail(
      `it rejects the gateway: ${why}`,
      'compare `store.passwordFile` and the user of `store.url` with `requirepass` or the ACL of the server'
    )
  return fail(
    `it cannot be reached: ${why}`,
    'does the server run, is the address right, and may this machine connect to it?'
  )
}

function readInfo(text: string): (name: string) => string | undefined {
  const values = new Map(text.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line]))
  return (name) => values.get(name)?.slice(name.length + 1)
}
