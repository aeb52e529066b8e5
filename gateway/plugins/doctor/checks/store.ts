import { connect } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { untilLate } from '../../../src/async.ts'
import { describeStore, type StoreAddress } from '../../../src/shared-state/settings-checks.ts'
import {
  CONNECTION_CLOSED,
  createClient,
  describeStoreError,
  findStore,
  NO_LIBRARY,
  tlsOf
} from '../../../src/shared-state/store-client.ts'
import { defineRemoteCheck, evaluate, fail, failing, isOlder, type Result, skip } from '../check.ts'

/** First version with exclusive stream ranges. */
const OLDEST_VERSION = '6.2'

/** Longer than one attempt to connect. */
const CONNECT_MS = 2500

/** The shared store responds in time, accepts writes and retains data. Writes nothing. */
export const STORE = defineRemoteCheck(['store'], async ({ store }) => {
  const found = await findStore(store)
  if (found === null) return skip('no store: each replica is alone')
  if (found.kind === 'found') return await askStore(found)
  return failing('no library', `store ${NO_LIBRARY.message}`, NO_LIBRARY.hint)
})

type FoundStore = Extract<Awaited<ReturnType<typeof findStore>>, { kind: 'found' }>

async function askStore({ library, address, settings }: FoundStore): Promise<Result> {
  const where = describeStore(address)
  let detail = 'no answer'
  // Generous, to get a response; the gateway's limit is compared afterwards.
  const client = createClient(library, address, { ...settings, timeoutMs: 4000 }, (why) => {
    detail = why
  })
  try {
    // Sentinels are asked again and again.
    await untilLate(client.connect(), CONNECT_MS, () => Promise.reject(new Error(CONNECTION_CLOSED)))
    const beganAtMs = performance.now()
    await client.ping()
    const tookMs = Math.round(performance.now() - beganAtMs)
    const info = readInfo(`${await client.info()}`)
    const version = info('redis_version') ?? ''
    const policy = info('maxmemory_policy') ?? 'noeviction'
    const limitBytes = Number(info('maxmemory') ?? 0)
    const evicts = limitBytes > 0 && policy !== 'noeviction'
    const isFull = limitBytes > 0 && !evicts && Number(info('used_memory') ?? 0) >= limitBytes
    const isReadOnly = info('role') === 'slave' && info('slave_read_only') === '1'
    return evaluate(
      `${where}: ${info('valkey_version') ?? version}, ${tookMs} ms`,
      isOlder(version, OLDEST_VERSION) &&
        fail('it is older than Redis 6.2', 'install Redis 6.2 or newer, or Valkey'),
      tookMs >= settings.timeoutMs &&
        fail(
          `a response takes ${tookMs} ms`,
          `store.timeoutMs is ${settings.timeoutMs}: move the store closer, or raise it`
        ),
      evicts &&
        fail(
          `it evicts data when full (maxmemory-policy ${policy})`,
          'set `maxmemory-policy noeviction`, on a dedicated server if this one is shared'
        ),
      isFull && fail('it is full', 'raise `maxmemory`'),
      isReadOnly &&
        fail('it is a read-only replica', 'point `store.url` at its primary, or list the sentinels there')
    )
  } catch (err) {
    const why = describeStoreError(err)
    return evaluate(where, await adviseOn(why === CONNECTION_CLOSED ? detail : why, address, settings.caFile))
  } finally {
    client.disconnect()
  }
}

/** Error codes for wrong passwords and users. */
const NO_ACCESS: ReadonlySet<string> = new Set(['WRONGPASS', 'NOAUTH', 'NOPERM', 'ERR'])

/** Codes of certificates that Node refuses: https://nodejs.org/docs/latest-v20.x/api/tls.html#x509-certificate-error-codes */
const REFUSED_CERTIFICATES: readonly [RegExp, cause: string, fix: string][] = [
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_|^CERT_(UNTRUSTED|SIGNATURE_FAILURE)$|^INVALID_CA$/,
    'its certificate is from a CA that the gateway does not trust',
    'set `store.caFile` to the certificate of that CA'
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH$)/,
    'its certificate is for another name than that in `store.url`',
    'write a name of the certificate in `store.url`, or issue a certificate for this name'
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    'its certificate, or that of the CA in `store.caFile`, has expired or is not valid yet',
    'renew it at the server, or correct the clock of this machine'
  ]
]

async function adviseOn(why: string, address: StoreAddress, caFile: string | null) {
  const isSecured = address.kind !== 'socket' && address.tls
  const [host = null] = address.kind === 'socket' ? [] : 'hosts' in address ? address.hosts : [address]
  const seen = host !== null && isSecured ? await greet(host, tlsOf(caFile)) : ''
  const refused = REFUSED_CERTIFICATES.find(([codes]) => codes.test(why) || codes.test(seen))
  if (refused !== undefined) return fail(`${refused[1]}: ${refused[0].test(why) ? why : seen}`, refused[2])
  if (NO_ACCESS.has(why))
    return fail(
      `it rejects the gateway: ${why}`,
      'compare `store.passwordFile` and the user of `store.url` with `requirepass` or the ACL of the server'
    )
  if (host !== null && (await greet(host, isSecured ? null : { rejectUnauthorized: false })) === ANSWERED)
    return isSecured
      ? fail(`it does not use TLS on this port: ${why}`, 'write `redis` instead of `rediss` in `store.url`')
      : fail(`it uses TLS on this port: ${why}`, 'write `rediss` instead of `redis` in `store.url`')
  if (seen === ANSWERED && address.kind === 'server')
    return fail(
      `it closes TLS connections: it may require a client certificate: ${why}`,
      'set `tls-auth-clients no` at the server, which then relies on the password (`store.passwordFile`)'
    )
  return fail(
    `it cannot be reached: ${why}`,
    'does the server run, is the address right, and may this machine connect to it?'
  )
}

const GREETING_TIMEOUT_MS = 1500
const ANSWERED = 'answered'

/** `ANSWERED`: a TLS handshake succeeds, or a store without TLS replies; otherwise a code. Sends no password. */
function greet(server: { host: string; port: number }, tls: ConnectionOptions | null): Promise<string> {
  return new Promise((resolve) => {
    const socket = tls === null ? connect(server) : connectTls({ ...tls, ...server })
    const end = (what: string) => {
      socket.destroy()
      resolve(what)
    }
    socket.setTimeout(GREETING_TIMEOUT_MS, () => end('timeout'))
    socket.once('error', (err) => end(describeStoreError(err)))
    socket.once('close', () => end(CONNECTION_CLOSED))
    if (tls !== null) socket.once('secureConnect', () => end(ANSWERED))
    // An inline command; a TLS server sends an alert instead of a reply.
    else
      socket.once('data', (reply) => end(/^[+-]/.test(`${reply}`) ? ANSWERED : 'no store')).write('PING\r\n')
  })
}

function readInfo(text: string): (name: string) => string | undefined {
  const values = new Map(text.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line]))
  return (name) => values.get(name)?.slice(name.length + 1)
}
