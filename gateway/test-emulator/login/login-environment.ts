import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Checks, within } from '../checks.ts'
import { installGapi } from '../doubles/gapi.ts'
import type { ProviderFront } from '../doubles/provider-front.ts'
import type { EmulatorAccounts, TestAccount } from '../emulator-accounts.ts'
import type { GatewayUnderTest } from '../gateway-under-test.ts'
import { say } from './texts.ts'
import { type Watch, watchContext } from './watch.ts'

export const DEEP_LINK = '/reports/2026?quarter=3'
const STEP_TIMEOUT_MS = 20_000
const SHORT_TIMEOUT_MS = 1000
/** Longest life of one check of the login page, in milliseconds. */
const CHECK_TIMEOUT_MS = 60_000
/** So many browsers at once; more only wait for each other. */
const CONTEXTS_AT_ONCE = 3

/** What the checks of the login page work with: one gateway, one configuration. */
export interface LoginStage {
  checks: Checks
  browser: Browser
  gateway: GatewayUnderTest
  front: ProviderFront
  accounts: EmulatorAccounts
  /** `host:port` of the emulator itself. */
  emulatorHost: string
  /** What is configured, in words. */
  label: string
}

/** Somebody at a browser of their own. */
export interface LoginVisitor {
  context: BrowserContext
  page: Page
  stage: LoginStage
  watch: Watch
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Browser notes about errors that the check is about. */
  expected?: readonly RegExp[]
  /** Asks so much of the machine that nothing else should run beside it. */
  alone?: boolean
}

/** A sentence, what it takes to show it, and what is special about the browser. */
export type LoginCheck = [
  title: string,
  run: (visitor: LoginVisitor) => Promise<void>,
  options?: VisitorOptions
]

/** Runs checks, each in a browser of its own, a few at a time. */
export async function runLoginChecks(stage: LoginStage, list: readonly LoginCheck[]): Promise<void> {
  const run = ([title, show, options = {}]: LoginCheck) =>
    stage.checks.check(`login (${stage.label}): ${title}`, () =>
      within(asVisitor(stage, show, options), CHECK_TIMEOUT_MS)
    )
  const waiting = list.filter(([, , options]) => options?.alone !== true)
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: CONTEXTS_AT_ONCE }, work))
  for (const check of list) if (check[2]?.alone === true) await run(check)
}

/** What pages note as errors, ask of other sites or keep of secrets fails the check. */
async function asVisitor(
  stage: LoginStage,
  run: (visitor: LoginVisitor) => Promise<void>,
  options: VisitorOptions
): Promise<void> {
  const { expected = [], alone: _alone, ...more } = options
  const context = await openContext(stage, more)
  try {
    const watch = await watchContext(context, expected)
    const page = await context.newPage()
    await run({ context, page, stage, watch }).catch(async (err: unknown) => {
      throw new Error(`${String(err)}\n${await watch.describe()}`)
    })
    await watch.assertClean()
  } finally {
    await context.close()
  }
}

/** One more browser of its own, with the doubles. The caller closes it. */
export async function openContext(
  { browser, gateway }: LoginStage,
  options: BrowserContextOptions = {}
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: gateway.url, locale: 'en-US', ...options })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  await installGapi(context)
  return context
}

/** Opens a page of the gateway and waits until the script has taken over what was rendered ahead. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Waits until React answers on this page. */
export async function hydrated(page: Page): Promise<void> {
  const marked = "Object.keys(node).some((key) => key.startsWith('__react'))"
  await page.waitForFunction(`[...document.querySelectorAll('main *')].some((node) => ${marked})`)
}

/** Waits until the application's page stands there. */
export async function arrive(page: Page, path = DEEP_LINK): Promise<void> {
  await page.waitForURL(path)
  await page.getByRole('heading', { level: 1, name: path }).waitFor()
}

export async function seeHeading(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  await page.getByRole('heading', { level: 1, name: say(key, slots), exact: true }).waitFor()
}

export async function seeText(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  await page.getByText(say(key, slots)).first().waitFor()
}

export async function press(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: say(key, slots), exact: true }).click()
}

/** Presses a button unless the page has gone on without. */
export async function pressIfThere(page: Page, key: string): Promise<void> {
  const button = page.getByRole('button', { name: say(key), exact: true })
  await button.click({ timeout: SHORT_TIMEOUT_MS }).catch(() => undefined)
}

export async function follow(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  await page.getByRole('link', { name: say(key, slots), exact: true }).click()
}

export async function fill(page: Page, key: string, value: string): Promise<void> {
  await page.getByLabel(say(key), { exact: true }).fill(value)
}

/** Fills in the sign-in form and sends it. */
export async function signIn(
  page: Page,
  { email, password }: Pick<TestAccount, 'email' | 'password'>
): Promise<void> {
  await fill(page, 'field.email', email)
  await fill(page, 'field.password', password)
  await press(page, 'sign-in.submit')
}

/** A new account whose address is verified. */
export async function createVerified({ accounts }: LoginStage): Promise<TestAccount> {
  const account = await accounts.signUp()
  await accounts.update(account.uid, { emailVerified: true })
  return account
}

export async function assertNoSession(context: BrowserContext): Promise<void> {
  assert.deepEqual(await sessionCookies(context), [])
}

/** Names of the session's cookies. */
export async function sessionCookies(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies()
  return cookies.map(({ name }) => name).filter((name) => /^gatehouse(\.\d+)?$/.test(name))
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}`
}
