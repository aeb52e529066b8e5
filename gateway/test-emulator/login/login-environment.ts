import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { installGapi } from '../../test/fixtures/browser/gapi.ts'
import type { Checks } from '../../test/fixtures/commands/checks.ts'
import type { ProviderFront } from '../doubles/provider-front.ts'
import type { EmulatorAccounts, TestAccount } from '../emulator-accounts.ts'
import type { GatewayUnderTest } from '../gateway-under-test.ts'
import { type Watch, watchContext } from './page/watch.ts'

const STEP_TIMEOUT_MS = 20_000
/** Time limit of one check of the login page, in milliseconds. */
const CHECK_TIMEOUT_MS = 60_000
/** Concurrent browsers; more would only slow each other down. */
const CONTEXTS_AT_ONCE = 3

/** What checks of the login page use: one gateway with one configuration. */
export interface LoginEnvironment {
  checks: Checks
  browser: Browser
  gateway: GatewayUnderTest
  front: ProviderFront
  accounts: EmulatorAccounts
  /** `host:port` of the emulator. */
  emulatorHost: string
  /** What is configured, in a few words. */
  label: string
}

/** A visitor with a separate browser. */
export interface LoginVisitor {
  context: BrowserContext
  page: Page
  environment: LoginEnvironment
  watch: Watch
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Console errors that the check expects. */
  expected?: readonly RegExp[]
}

/** A title, its check, and special browser options. */
export type LoginCheck = [
  title: string,
  run: (visitor: LoginVisitor) => Promise<void>,
  options?: VisitorOptions
]

/** Runs checks, each in a new browser, a few at a time. */
export async function runLoginChecks(
  environment: LoginEnvironment,
  list: readonly LoginCheck[]
): Promise<void> {
  const run = ([title, show, options = {}]: LoginCheck) =>
    environment.checks.check(
      `login (${environment.label}): ${title}`,
      () => asVisitor(environment, show, options),
      CHECK_TIMEOUT_MS
    )
  const waiting = [...list]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: CONTEXTS_AT_ONCE }, work))
}

/** Console errors, requests to other sites and stored secrets fail the check. */
async function asVisitor(
  environment: LoginEnvironment,
  run: (visitor: LoginVisitor) => Promise<void>,
  options: VisitorOptions
): Promise<void> {
  const { expected = [], ...more } = options
  const context = await openContext(environment, more)
  try {
    const watch = await watchContext(context, expected)
    const page = await context.newPage()
    await run({ context, page, environment, watch }).catch(async (err: unknown) => {
      throw new Error(`${String(err)}\n${await watch.describe()}`)
    })
    await watch.assertClean()
  } finally {
    await context.close()
  }
}

/** Another browser with the doubles. The caller closes it. */
export async function openContext(
  { browser, gateway }: LoginEnvironment,
  options: BrowserContextOptions = {}
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: gateway.url, locale: 'en-US', ...options })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  await installGapi(context)
  return context
}

/** A new account with a verified email address. */
export async function createVerified({ accounts }: LoginEnvironment): Promise<TestAccount> {
  const account = await accounts.signUp()
  await accounts.update(account.uid, { emailVerified: true })
  return account
}
