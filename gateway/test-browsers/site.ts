import { DEMO_USER } from '../demo/demo.ts'
import { startDemoUpstream } from '../demo/upstream/upstream.ts'
import type { NewAccount } from '../stand-in/accounts/account.ts'
import { startGateway, type TestGateway } from '../test/fixtures/gateway.ts'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'

/** Of every account. */
export const PASSWORD = DEMO_USER.password

/** A gateway that visitors come to, with its application and provider. */
export interface Site extends TestGateway {
  origin: string
  /** Creates an account of its own, so that no sign-in of another is in its way. */
  newAccount(fields?: NewAccount): { uid: string; email: string }
}

/**
 * Starts a gateway at localhost, where browsers have passkeys without https. `config`: by dotted path. `startApplication`: default:
 * that of the demo.
 */
export async function startSite(
  t: Teardown,
  config: Record<string, unknown> = {},
  startApplication: () => Promise<{ url: string; close(): unknown }> = startDemoUpstream
): Promise<Site> {
  const upstream = await startApplication()
  t.teardown(() => upstream.close())
  const [port = 0] = await findFreePorts(1)
  const origin = `http://localhost:${port}`
  const gateway = await startGateway(t, {
    upstreamUrl: upstream.url,
    publicUrl: origin,
    port,
    config: {
      'login.methods.emailLink': true,
      'login.methods.passkey': 'button',
      'login.mfa.totp': 'optional',
      'login.providers': [{ id: 'google.com' }, { id: 'microsoft.com' }],
      'login.federated.mode': 'popup',
      'login.passkeys.offerAfterSignIn': false,
      'account.enabled': true,
      'session.signInProviders': ['password', 'passkey', 'google.com', 'microsoft.com'],
      ...config
    }
  })
  const { provider } = gateway
  provider.settings.passkeys = { rpId: 'localhost', expectedOrigins: [origin] }
  let accounts = 0
  return {
    ...gateway,
    origin,
    newAccount(fields = {}) {
      accounts += 1
      const [uid, email] = [`visitor-${accounts}`, `visitor-${accounts}@example.com`]
      provider.accounts.create({ uid, email, password: PASSWORD, emailVerified: true, ...fields })
      return { uid, email }
    }
  }
}
