import assert from 'node:assert/strict'
import { findFreePorts } from '../../test/fixtures/wire/ports.ts'
import { REASON, REFUSES, startFunctions } from '../blocking-functions.ts'
import { startProviderFront } from '../doubles/provider-front.ts'
import { signInAtProvider } from '../doubles/provider-window.ts'
import { createEmulatorAccounts } from '../emulator-accounts.ts'
import { startGatewayUnderTest } from '../gateway-under-test.ts'
import { type LoginCheck, type LoginVisitor, runLoginChecks } from './login-environment.ts'
import { goToProvider, newAddress, openProvider } from './page/federated-steps.ts'
import { assertNoSession, DEEP_LINK, open, press, seeHeading } from './page/page-steps.ts'
import type { LoginSurroundings } from './run-login.ts'

const PROVIDERS = { GATEHOUSE_LOGIN_PROVIDERS: '[{"id":"google.com"}]' }

/** A function of the project refuses a provider's visitor, by each way to the provider. */
const ways: readonly [mode: 'redirect' | 'popup', check: LoginCheck][] = [
  [
    'redirect',
    [
      'a visitor refused after a redirect sees so on a screen of its own',
      async (visitor) => {
        await open(visitor.page, DEEP_LINK)
        await goToProvider(visitor.page, 'Google')
        await signInAtProvider(visitor.page, newAddress())
        await showsRefusal(visitor)
      }
    ]
  ],
  [
    'popup',
    [
      'a visitor refused in a window sees so on a screen of its own, and can use another account',
      async (visitor) => {
        await open(visitor.page, DEEP_LINK)
        await signInAtProvider(await openProvider(visitor.page, 'Google'), newAddress())
        await showsRefusal(visitor)
        await press(visitor.page, 'page.other-account')
        await seeHeading(visitor.page, 'sign-in.heading')
      }
    ]
  ]
]

async function showsRefusal({ page, context }: LoginVisitor): Promise<void> {
  await seeHeading(page, 'refused.heading')
  assert.ok(!String(await page.textContent('body')).includes(REASON), 'its message is not allowed')
  await assertNoSession(context)
}

/** Runs these with a function that refuses every sign-in. */
export async function checkBlockedProviders({
  checks,
  browser,
  emulatorHost,
  upstreamUrl
}: LoginSurroundings): Promise<void> {
  const front = await startProviderFront(emulatorHost)
  const functions = await startFunctions(emulatorHost)
  functions.answers = { beforeSignIn: REFUSES }
  try {
    for (const [mode, check] of ways) {
      const [port = 0] = await findFreePorts(1)
      const env = { ...PROVIDERS, GATEHOUSE_LOGIN_FEDERATED_MODE: mode }
      const gateway = await startGatewayUnderTest(
        { mode: 'handover', emulatorHost: front.host, upstreamUrl, env },
        port
      )
      const accounts = createEmulatorAccounts(emulatorHost)
      const label = 'blocking functions'
      await runLoginChecks({ checks, browser, gateway, front, accounts, emulatorHost, label }, [check])
      await gateway.close()
    }
  } finally {
    await functions.close()
    await front.close()
  }
}
