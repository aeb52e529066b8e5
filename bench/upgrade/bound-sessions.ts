import { deepEqual, equal } from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { importFromPlugins } from '../../config/plugin-exports.ts'
import { generateSignatureKey } from '../../gateway/src/session/cookie/signature-keys.ts'
import type { SessionTokens } from '../../gateway/stand-in/tokens/token-issuer.ts'
import type { Checks } from '../../gateway/test/fixtures/commands/checks.ts'
import { startUpstream } from '../fixture/gateway.ts'
import { startProvider } from '../fixture/provider.ts'
import { createGateway } from '../restart/gateways.ts'

/** So short that sessions are refreshed between two restarts. */
const ID_TOKEN_SECONDS = 5
const CHECK_LIMIT_MS = 2 * 60_000

/** What the plugin exports for its own tests. */
interface OfPlugin {
  ORIGIN: string
  SESSION: string
  PROOF: string
  createVisits(gateway: { url: string; provider: { signIn(): Promise<SessionTokens> }; now(): number }): {
    call(path: string, cookies: string): Promise<Response>
    bind(): Promise<{
      cookies: string
      prove(cookies: string): Promise<{ response: Response; cookies: string }>
    }>
  }
  keep(cookies: string, response: Response): string
  pairOf(cookies: string, name: string): string
}

/** What a session that is bound to a device is worth after restarts with other settings. */
export async function checkBoundSessions({ check }: Pick<Checks, 'check'>): Promise<void> {
  const [plugin] = await importFromPlugins<OfPlugin>('test/device')
  if (plugin === undefined) throw new Error('no plugin binds sessions')
  const { ORIGIN, SESSION, PROOF, createVisits, keep, pairOf } = plugin
  const provider = await startProvider({ idTokenTtlSeconds: ID_TOKEN_SECONDS, origin: ORIGIN })
  const upstream = await startUpstream()
  const gateway = await createGateway({
    provider,
    upstreamUrl: upstream.url,
    drainSeconds: 0,
    variables: { GATEHOUSE_COOKIE_NAME: SESSION }
  })
  const start = (mode: string, ...keys: string[]) => {
    const signed = keys.length === 0 ? {} : { GATEHOUSE_COOKIE_SIGNATURE_KEYS: keys.join(',') }
    return gateway.start({ variables: { GATEHOUSE_SESSION_DEVICE_BINDING_MODE: mode, ...signed } })
  }
  const restart = async (mode: string, ...keys: string[]) => {
    await gateway.end('SIGTERM')
    await start(mode, ...keys)
  }
  try {
    await start('required')
    const { call, bind } = createVisits({
      url: `http://127.0.0.1:${gateway.port}`,
      provider: { signIn: async () => (await provider.signIn(1))[0] ?? { idToken: '', refreshToken: '' } },
      now: () => Date.now() / 1000
    })
    const visitor = await bind()
    let { cookies } = visitor
    /** Statuses with both cookies, as the browser keeps them, and with the copied session cookie. */
    const visit = async () => {
      const response = await call('/', cookies)
      cookies = keep(cookies, response)
      return [response.status, (await call('/', pairOf(cookies, SESSION))).status]
    }
    const renew = async () => {
      const { response, cookies: renewed } = await visitor.prove(cookies)
      cookies = renewed
      return response.status
    }
    const untilRefreshed = async () => {
      await wait(ID_TOKEN_SECONDS * 1000)
      const former = pairOf(cookies, SESSION)
      await visit()
      return pairOf(cookies, SESSION) !== former
    }

    await check(
      'bound sessions: without the mode they pass by their cookie alone, and stay bound',
      async () => {
        deepEqual(await visit(), [200, 401])
        await restart('off')
        deepEqual(await visit(), [200, 200])
        equal(await renew(), 404)
        equal(await untilRefreshed(), true)
        await restart('required')
        deepEqual(await visit(), [200, 401], 'refreshed meanwhile')
        equal(await renew(), 200)
      },
      CHECK_LIMIT_MS
    )
    await check(
      'bound sessions: a rotation of the signature keys loses none',
      async () => {
        const [older, newer] = [provider.signer.signatureKey, generateSignatureKey()]
        await restart('required', newer, older)
        deepEqual(await visit(), [200, 401])
        const proofOfOlder = pairOf(cookies, PROOF)
        equal(await renew(), 200)
        equal(await untilRefreshed(), true)
        await restart('required', newer)
        deepEqual(await visit(), [200, 401])
        const withOlder = await call('/', `${pairOf(cookies, SESSION)}; ${proofOfOlder}`)
        equal(withOlder.status, 401, 'a proof that was signed with the older key')
      },
      CHECK_LIMIT_MS
    )
  } finally {
    await gateway.end('SIGKILL')
    await Promise.all([upstream.stop(), provider.close()])
  }
}
