import type { BrowserContext, Page, Route } from 'playwright-core'
import t from 'tap'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'

/** What the page does when the project is protected against bots, and when the page is rejected. */

const PASSWORD = 'the-password-of-ada'
const PROVIDER = 'https://identitytoolkit.googleapis.com'
const SCRIPT = 'https://www.google.com/recaptcha/enterprise.js*'

/** Like the script of Google: runs the callbacks of the SDK and returns a token for each call. */
const scriptGiving = (token: string) => `
  window.grecaptcha = { enterprise: {
    ready: (run) => run(),
    execute: async (key, { action }) => { window.asked = [...(window.asked ?? []), action]; return '${token}' } } }
  window.onFirebaseAuthREInstanceReady()`

interface Protected extends TestGateway {
  origin: string
  context: BrowserContext
  page: Page
  /** Lines of the browser's console and faults of the page. */
  complaints: string[]
  /** Scripts that were requested from Google. */
  scripts: string[]
}

/** Forwards a provider request of the page to the stand-in. */
async function passOn(route: Route, provider: TestGateway['provider']): Promise<void> {
  const request = route.request()
  const headers = { 'content-type': 'application/json' }
  const url = request.url().replace(PROVIDER, provider.endpoints.identityToolkit)
  const response = await fetch(url, { method: request.method(), headers, body: request.postData() })
  const body = await response.text()
  const allowed = { 'access-control-allow-origin': '*' }
  await route.fulfill({ status: response.status, headers: { ...headers, ...allowed }, body })
}

/**
 * Uses the addresses of the real provider, since the SDK needs no token for an emulator. `script`: what
 * Google sends; null: the browser cannot reach it.
 */
async function open(
  t: { teardown(fn: () => unknown): void },
  config: Record<string, unknown>,
  script: string | null = scriptGiving('a-person')
): Promise<Protected> {
  const [port = 0] = await findFreePorts(1)
  const origin = `http://localhost:${port}`
  const beside = await startGateway(t)
  const endpoints = { ...beside.provider.endpoints, identityToolkit: PROVIDER }
  const gateway = await startGateway(t, {
    beside,
    publicUrl: origin,
    port,
    config: { 'identityPlatform.endpoints': endpoints, ...config }
  })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', password: PASSWORD })
  const context = await (await sharedChromium()).newContext()
  t.teardown(() => context.close())
  const scripts: string[] = []
  await context.route(SCRIPT, (route) => {
    scripts.push(route.request().url())
    return script === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await context.route(`${PROVIDER}/**`, (route) => passOn(route, gateway.provider))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (err) => complaints.push(String(err)))
  return { ...gateway, origin, context, page, complaints, scripts }
}

async function signIn({ page, origin }: Protected): Promise<void> {
  await page.goto(`${origin}/y`)
  await page.locator('input[autocomplete~="username"]').fill('ada@example.com')
  await page.locator('input[autocomplete~="current-password"]').fill(PASSWORD)
  await page.locator('main button[type=submit]').click()
}

/** Resolves when the provider has accepted the visitor and the page requests a session. */
const letIn = ({ page, origin }: Protected) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url() === `${origin}/_auth/session`)

const alertOn = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
const ENFORCED = { email: 'ENFORCE', phone: 'OFF' } as const

t.test('reCAPTCHA: enforced and configured, loaded once the visitor acts', { skip }, async (t) => {
  const visit = await open(t, { 'login.security.recaptcha': true })
  visit.provider.settings.recaptcha = ENFORCED
  await visit.page.goto(`${visit.origin}/y`)
  t.same([visit.scripts, visit.provider.calls.recaptchaConfig], [[], 0], 'before the first interaction')
  await Promise.all([letIn(visit), signIn(visit)])
  t.equal(visit.provider.calls.signInWithPassword, 1, 'no call is wasted')
})

t.test('reCAPTCHA: a sign-in faster than its settings waits for them, sent once', { skip }, async (t) => {
  const visit = await open(t, { 'login.security.recaptcha': true })
  visit.provider.settings.recaptcha = ENFORCED
  const asked = new Promise<Route>((resolve) => {
    void visit.context.route(`${PROVIDER}/v2/recaptchaConfig*`, resolve)
  })
  await signIn(visit)
  const held = await asked
  t.notOk(visit.provider.calls.signInWithPassword, 'waits')
  await Promise.all([letIn(visit), passOn(held, visit.provider)])
  t.equal(visit.provider.calls.signInWithPassword, 1)
})

t.test('reCAPTCHA: a visitor like a bot gets a fair message and other ways', { skip }, async (t) => {
  const config = { 'login.security.recaptcha': true, 'login.providers': [{ id: 'google.com' }] }
  const visit = await open(t, config, scriptGiving('robot'))
  visit.provider.settings.recaptcha = ENFORCED
  await signIn(visit)
  await alertOn(visit.page, 'couldn’t confirm that you’re a person')
  await alertOn(visit.page, 'choose another way to sign in')
  t.ok(await visit.page.getByRole('button', { name: /Google/ }).isEnabled())
  t.equal(await visit.page.locator('input[autocomplete~="username"]').inputValue(), 'ada@example.com')
  t.notOk(
    visit.complaints.some((line) => line.includes('configuration:')),
    'no configuration error is logged'
  )
})

for (const trustedTypes of ['auto', 'off'])
  t.test(`reCAPTCHA: enforced, not configured, types ${trustedTypes}, no script`, { skip }, async (t) => {
    const visit = await open(t, {
      'login.security.trustedTypes': trustedTypes,
      'login.methods.emailLink': true
    })
    const { page, provider, complaints, scripts, origin } = visit
    provider.settings.recaptcha = ENFORCED
    await signIn(visit)
    await alertOn(page, 'doesn’t accept this page')
    await page.goto(`${origin}/login/forgot`)
    await page.locator('input[autocomplete~="username"], input[type=email]').fill('ada@example.com')
    await page.locator('main button[type=submit]').click()
    await alertOn(page, 'doesn’t accept this page')
    t.same(scripts, [], 'the policy holds')
    const told = complaints.filter((line) => line.includes('set login.security.recaptcha'))
    t.equal(told.length, 2, 'one message for each page')
    t.match(told[0], 'configuration: the project enforces reCAPTCHA')
    provider.settings.reset()
    await Promise.all([letIn(visit), signIn(visit)])
    t.pass('control: not enforced')
  })
