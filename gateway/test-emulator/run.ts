import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { type DemoUpstream, startDemoUpstream } from '../demo/upstream/upstream.ts'
import { FEW_PROCESSES, findLightChromium, launchChromium } from '../test/fixtures/browser/browser.ts'
import { type Checks, createChecks, within } from '../test/fixtures/commands/checks.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { checkAccountCalls } from './account-call-checks.ts'
import { BLOCKING, checkBlockingFunctions } from './blocking-checks.ts'
import { checkJourneys } from './browser-checks.ts'
import { checkDoubles } from './double-checks.ts'
import { createEmulatorAccounts, protectAddresses } from './emulator-accounts.ts'
import { type Emulator, startEmulator } from './emulator-process.ts'
import { assertStatus, type CheckEnvironment, enter } from './environment.ts'
import { checkFirebaseSdk } from './firebase-sdk-checks.ts'
import {
  type AcquireMode,
  type GatewayOptions,
  type GatewayUnderTest,
  startGatewayUnderTest
} from './gateway-under-test.ts'
import { checkBlockedProviders } from './login/blocked-providers.ts'
import { checkProxiedHelper } from './login/proxied-helper.ts'
import { checkLoginPage } from './login/run-login.ts'
import { checkPasskeys } from './passkey-checks.ts'
import { checkAccounts, checkLookUps, checkRefresh, checkSignOut } from './session-checks.ts'
import { checkSignIn, checkTokens } from './sign-in-checks.ts'
import { checkTenants } from './tenant-checks.ts'

/** Time limit of a whole run, in milliseconds; most of it is for fetching the emulator. */
const RUN_TIMEOUT_MS = 900_000
const PASSKEYS = {
  GATEHOUSE_LOGIN_METHODS_PASSKEY: 'button',
  GATEHOUSE_IDENTITY_HEADERS: '{"x-forwarded-way":"$signInProvider"}'
}
const MODES: readonly AcquireMode[] = ['handover', 'exchange']

/**
 * Runs the gateway against the official auth emulator. What the emulator lacks (signatures, certificates,
 * revocation at refresh, quotas) is not tested here.
 */
async function run(checks: Checks): Promise<void> {
  const endings: (() => Promise<void>)[] = []
  try {
    const emulator = await startEmulator()
    endings.push(() => emulator.stop())
    await protectAddresses(emulator.host)
    const upstream = await startDemoUpstream()
    endings.push(() => upstream.close())
    const chromium = findLightChromium()
    const browser = chromium === null ? null : await launchChromium(chromium, FEW_PROCESSES)
    if (browser === null) {
      checks.skip('browser: journeys with the login page', 'no Chromium found; CHROMIUM_PATH names one')
    } else {
      endings.push(() => browser.close())
    }
    await checkAccountCalls(checks, emulator.host)
    if (browser !== null) {
      const surroundings = { checks, browser, emulatorHost: emulator.host, upstreamUrl: upstream.url }
      await checkDoubles(surroundings)
      await checkLoginPage(surroundings)
      await checkProxiedHelper(surroundings)
      await checkBlockedProviders(surroundings)
    }
    await checkFirebaseSdk({ checks, browser, emulatorHost: emulator.host })
    for (const mode of MODES) {
      const options = { mode, emulatorHost: emulator.host, upstreamUrl: upstream.url }
      await onGateway(options, checks, (environment) => checkAll(environment, browser))
      await onTenants(options, checks)
      await onGateway({ ...options, env: BLOCKING }, checks, (environment) =>
        checkBlockingFunctions(environment, emulator.host, browser)
      )
      await onGateway({ ...options, env: PASSKEYS }, checks, (environment) =>
        checkPasskeys(environment, emulator.host)
      )
    }
    await checkOutage(checks, emulator, upstream)
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

async function checkAll(environment: CheckEnvironment, browser: Browser | null): Promise<void> {
  await checkSignIn(environment)
  await checkTokens(environment)
  await checkRefresh(environment)
  await checkAccounts(environment)
  await checkLookUps(environment)
  await checkSignOut(environment)
  if (browser !== null) await checkJourneys(environment, browser)
  await environment.checks.check(`log (${environment.gateway.mode}): no token, cookie or key`, () =>
    assertNoSecrets(environment.gateway)
  )
}

/** A gateway with two new tenants. */
async function onTenants(options: GatewayOptions, checks: Checks): Promise<void> {
  const { createTenant } = createEmulatorAccounts(options.emulatorHost)
  const tenants: [string, string] = [await createTenant(), await createTenant()]
  const places = { '/acme/*': tenants[0], '/umbrella/*': tenants[1] }
  const env = { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: JSON.stringify(places) }
  await onGateway({ ...options, env }, checks, (environment) => checkTenants(environment, tenants))
}

/** The last check of all, because it stops the emulator. */
async function checkOutage(checks: Checks, emulator: Emulator, upstream: DemoUpstream): Promise<void> {
  const options: GatewayOptions = { mode: 'handover', emulatorHost: emulator.host, upstreamUrl: upstream.url }
  await onGateway(options, checks, (environment) =>
    checks.check('outage: without the emulator, a refresh is a 503, session and cookies stay', async () => {
      const { visitor } = await enter(environment)
      const other = await environment.accounts.signUp()
      await emulator.stop()
      const refused = await visitor.visit({ method: 'POST', path: '/_auth/refresh?force=1' })
      assertStatus(refused, 503, 'PROVIDER_UNAVAILABLE')
      assert.deepEqual(refused.setCookies, [])
      assertStatus(await visitor.visit({ path: '/' }), 200)
      assertStatus(await visitor.openSession(other), 503, 'PROVIDER_UNAVAILABLE')
    })
  )
}

async function onGateway(
  options: GatewayOptions,
  checks: Checks,
  use: (environment: CheckEnvironment) => Promise<void>
): Promise<void> {
  const [port = 0] = await findFreePorts(1)
  const gateway = await startGatewayUnderTest(options, port)
  try {
    await use({ checks, gateway, accounts: createEmulatorAccounts(options.emulatorHost) })
  } finally {
    await gateway.close()
  }
}

async function assertNoSecrets(gateway: GatewayUnderTest): Promise<void> {
  const log = gateway.readLog()
  assert.match(log, /"event":"session.started"/)
  // Every JWT starts like this, and every session cookie contains one. Random ids may have it in the middle.
  const [found] = /.{0,60}(?<![\w-])eyJ[\w-]{10}/.exec(log) ?? []
  assert.equal(found, undefined, 'a token is in the log')
  assert.ok(!/gatehouse=\d~/.test(log), 'a cookie is in the log')
  assert.ok(!log.includes(gateway.signatureKey), 'a signature key is in the log')
}

async function main(): Promise<void> {
  // Processes that are still running end with this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const checks = createChecks()
  try {
    await within(run(checks), RUN_TIMEOUT_MS)
  } catch (err) {
    await checks.check('run: starts and ends', () => Promise.reject(err))
  }
  process.exit(checks.finish().failed === 0 ? 0 : 1)
}

await main()
