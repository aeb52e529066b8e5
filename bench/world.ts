import { fastifyCookie } from '@fastify/cookie'
import fastify from 'fastify'
import { loadConfig } from '../gateway/src/config/load.ts'
import { generateSignatureKey } from '../gateway/src/config/signature-keys.ts'
import { createIdentityPlatform } from '../gateway/src/identity-platform/identity-platform.ts'
import { createSessionCookie } from '../gateway/src/session/cookie/cookie.ts'
import { deriveSessionKey } from '../gateway/src/session/cookie/keys.ts'
import { createSessionId } from '../gateway/src/session/session.ts'
import { createSessions } from '../gateway/src/session/sessions.ts'
import { startStandIn } from '../gateway/stand-in/stand-in.ts'
import { findFreePort, type Running, startProgram } from './child.ts'

const PROJECT_ID = 'bench-gatehouse'
const COOKIE_NAME = 'gatehouse'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A gateway that runs in front of the application, and a visitor it lets pass. */
export interface Stage {
  gateway: Running
  upstream: Running
  /** What the visitor's browser sends with a call. */
  headers: Record<string, string>
}

/** Provider, keys and sessions that every measurement shares. Nothing in it leaves loopback. */
export type World = Awaited<ReturnType<typeof createWorld>>

/** Nobody goes there: requests are made to the gateway's own port. */
const PUBLIC_ORIGIN = 'http://bench.localhost'

export async function createWorld() {
  // Its parser is loaded with the first registration; the gateway's endpoints do that, the bare session check has none.
  await fastify().register(fastifyCookie)
  const provider = await startStandIn({ projectId: PROJECT_ID })
  const secret = generateSignatureKey()
  const keys = [deriveSessionKey(secret)]
  const cookie = createSessionCookie({
    name: COOKIE_NAME,
    origin: PUBLIC_ORIGIN,
    domain: null,
    secure: false,
    sameSite: 'lax',
    keys
  })
  let users = 0

  /** Variables of a gateway. `providerUrl`: another provider than the stand-in. */
  function environment(upstreamUrl: string, port: number, managementPort: number, providerUrl?: string) {
    const { identityToolkit, secureToken, certificates, oauthToken } = provider.endpoints
    return {
      GATEHOUSE_PUBLIC_URL: PUBLIC_ORIGIN,
      GATEHOUSE_LISTEN_PORT: String(port),
      GATEHOUSE_MANAGEMENT_PORT: String(managementPort),
      GATEHOUSE_UPSTREAM_URL: upstreamUrl,
      GATEHOUSE_COOKIE_NAME: COOKIE_NAME,
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: secret,
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: PROJECT_ID,
      GATEHOUSE_IDENTITY_PLATFORM_API_KEY: provider.apiKey,
      GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: providerUrl ?? identityToolkit,
      GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_SECURE_TOKEN: providerUrl ?? secureToken,
      GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: providerUrl ?? certificates,
      GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_OAUTH_TOKEN: providerUrl ?? oauthToken
    }
  }

  /** The tokens of so many new users, each signed by the provider. */
  async function signIn(count: number) {
    const signedIn = []
    for (let index = 0; index < count; index++) {
      const uid = `bench-user-${users++}`
      const email = `${uid}@example.com`
      provider.accounts.create({ uid, email, emailVerified: true, displayName: 'Ada Bench' })
      signedIn.push(await provider.signIn(uid))
    }
    return signedIn
  }

  /** A `Cookie` header with a new session among `otherBytes` of other cookies. The seal is salted: no two are alike. */
  function buildCookieHeader(tokens: { idToken: string; refreshToken: string }, otherBytes = 500): string {
    const startedAtSeconds = Math.floor(Date.now() / 1000)
    const value = cookie.seal({ id: createSessionId(), ...tokens, startedAtSeconds, activeAtSeconds: null })
    return `theme=dark; analytics=${'a'.repeat(otherBytes)}; ${COOKIE_NAME}=${value}`
  }

  /**
   * The gateway as `npm start` runs it, logs at info written to /dev/null, while `act` lasts.
   */
  async function onStage<T>(act: (stage: Stage) => Promise<T>): Promise<T> {
    const [cookieHeader = ''] = (await signIn(1)).map((tokens) => buildCookieHeader(tokens))
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'en-GB,en;q=0.9',
      cookie: cookieHeader,
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-origin',
      'user-agent': CHROME
    }
    const [upstreamPort, port, managementPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort()
    ]
    const args = [String(upstreamPort)]
    const upstream = await startProgram({ path: 'targets/upstream.js', args, port: upstreamPort })
    const env = environment(upstream.url, port, managementPort)
    const gateway = await startProgram({
      path: '../gateway/src/main.js',
      args: ['start'],
      port,
      env,
      headers
    })
    try {
      return await act({ gateway, upstream, headers })
    } finally {
      await Promise.all([gateway.stop(), upstream.stop()])
    }
  }

  /** A session check in this process, wired as in app.ts, with a memory of its own. */
  async function openChecker() {
    const loaded = loadConfig({ file: null, env: environment('http://127.0.0.1:1', 0, 0) })
    if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
    const { config } = loaded
    const now = () => Date.now() / 1000
    const settings = config.identityPlatform
    const platform = createIdentityPlatform({ settings, credentials: null, now })
    const { checker } = createSessions({ config, platform, now })
    await platform.certificates.warm()
    return {
      check: checker.check,
      /** Throws unless the visitor is signed in. */
      async expectSignedIn(cookieHeader: string): Promise<void> {
        const { kind } = await checker.check(cookieHeader)
        if (kind !== 'signed-in') throw new Error(`a good session is ${kind}`)
      },
      cacheBytes: config.session.cacheBytes,
      close: () => platform.close()
    }
  }

  return { environment, signIn, buildCookieHeader, onStage, openChecker, close: () => provider.close() }
}
