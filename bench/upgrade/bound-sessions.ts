import { deepEqual } from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { generateSignatureKey } from '../../gateway/src/session/cookie/signature-keys.ts'
import type { Checks } from '../../gateway/test/fixtures/commands/checks.ts'
import { createCookieJar } from '../../gateway/test/fixtures/wire/cookie-jar.ts'
import { send } from '../../gateway/test/fixtures/wire/http-client.ts'
import { BINDING, BOUND_ORIGIN, createBoundVisitors } from '../fixture/bound.ts'
import { startUpstream } from '../fixture/gateway.ts'
import { startProvider } from '../fixture/provider.ts'
import { createGateway } from '../restart/gateways.ts'

/** So short that the session is refreshed between two restarts. */
const ID_TOKEN_SECONDS = 5
const CHECK_LIMIT_MS = 3 * 60_000

/** What a session that is bound to a device is worth after each of several restarts with other settings. */
export async function checkBoundSessions({ check }: Pick<Checks, 'check'>): Promise<void> {
  const provider = await startProvider({ idTokenTtlSeconds: ID_TOKEN_SECONDS, origin: BOUND_ORIGIN })
  const upstream = await startUpstream()
  const options = { provider, upstreamUrl: upstream.url, drainSeconds: 0, variables: BINDING }
  const gateway = await createGateway(options)
  const visitors = await createBoundVisitors(provider)
  const [older, newer] = [provider.signer.signatureKey, generateSignatureKey()]

  /** Statuses of a request with both cookies, of one with the copied session cookie, and of a proof whose challenge has the older key. */
  async function visit(jar: ReturnType<typeof createCookieJar>, session: { id: string; device: string }) {
    const url = `http://127.0.0.1:${gateway.port}`
    const passed = await send(url, { headers: { cookie: jar.header() } })
    jar.store(passed.headers.getSetCookie())
    const copied = await send(url, { headers: { cookie: jar.header().replace(/; gatehouse-device=.*/, '') } })
    const { path, ...renewal } = await visitors.renewalOf(session, { cookie: jar.header() })
    const proved = await send(`${url}${path}`, renewal)
    jar.store(proved.headers.getSetCookie())
    return [passed, copied, proved].map(({ status }) => status)
  }

  try {
    await check(
      'bound sessions: they stay bound while the mode is off, and when keys rotate',
      async () => {
        const [visitor] = await visitors.signIn(1)
        if (visitor === undefined) throw new Error('no visitor is signed in')
        const jar = createCookieJar(visitor.cookie)
        for (const [what, mode, keys, expected] of [
          ['bound', 'required', [older], [200, 401, 200]],
          ['turned off', 'off', [older], [200, 200, 404]],
          ['turned on again', 'required', [older], [200, 401, 200]],
          ['with a newer key', 'required', [newer, older], [200, 401, 200]],
          ['with that key alone', 'required', [newer], [200, 401, 400]]
        ] as const) {
          const variables = {
            GATEHOUSE_SESSION_DEVICE_BINDING_MODE: mode,
            GATEHOUSE_COOKIE_SIGNATURE_KEYS: keys.join(',')
          }
          await gateway.end('SIGTERM')
          await gateway.start({ variables })
          await wait(ID_TOKEN_SECONDS * 1000)
          deepEqual(await visit(jar, visitor.session), expected, what)
        }
      },
      CHECK_LIMIT_MS
    )
  } finally {
    await gateway.end('SIGKILL')
    await Promise.all([upstream.stop(), provider.close()])
  }
}
