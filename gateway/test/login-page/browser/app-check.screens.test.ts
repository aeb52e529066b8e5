import type { BrowserContext, Page, Route } from 'playwright-core'
import t from 'tap'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'

/** The page in a project that enforces App Check, with the real SDK and in place of Google's script one that gives a token. */

const APP = '1:1234567890:web:0123abcd'
const PASSWORD = 'the-password-of-ada'
const TOOLKIT = 'https://identitytoolkit.googleapis.com'
const SECURE_TOKEN = 'https://securetoken.googleapis.com'
const APP_CHECK = 'https://content-firebaseappcheck.googleapis.com'
const SCRIPT = 'https://www.google.com/recaptcha/enterprise.js*'

/** Like Google's script: a widget without a puzzle, whose calls give `token`. */
const scriptGiving = (token: string) => `
  const widgets = []
  window.grecaptcha = { enterprise: {
    ready: (run) => run(),
    render: (container, settings) => widgets.push(settings) - 1,
    execute: async (widget) => { widgets[widget].callback('${token}'); return '${token}' } } }`

const PAGE = { 'identityPlatform.appCheck.appId': APP, 'login.appCheck.siteKey': 'site-key' }

interface Visit extends TestGateway {
  origin: string
  context: BrowserContext
  page: Page
  complaints: string[]
  /** URLs of other sites, in order. */
  foreign: string[]
}

/** Uses the addresses of the real provider: with others, the page has no App Check. `script`: null: blocked. */
async function open(
  t: { teardown(fn: () => unknown): void },
  config: Record<string, unknown> = PAGE,
  script: string | null = scriptGiving('a-person')
): Promise<Visit> {
  const [port = 0] = await findFreePorts(1)
  const origin = `http://localhost:${port}`
  const beside = await startGateway(t)
  const { provider } = beside
  const endpoints = { ...provider.endpoints, identityToolkit: TOOLKIT }
  const gateway = await startGateway(t, {
    beside,
    publicUrl: origin,
    port,
    config: { 'identityPlatform.endpoints': endpoints, ...config }
  })
  provider.settings.appCheck = { apps: [APP], isEnforced: true }
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true, password: PASSWORD })
  const context = await (await sharedChromium()).newContext()
  t.teardown(() => context.close())
  const services = [
    [TOOLKIT, provider.endpoints.identityToolkit],
    [SECURE_TOKEN, provider.endpoints.secureToken],
    [APP_CHECK, provider.endpoints.appCheck]
  ] as const
  for (const [at, to] of services) await context.route(`${at}/**`, (route) => passOn(route, at, to))
  await context.route(SCRIPT, (route) =>
    script === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script })
  )
  const page = await context.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (err) => complaints.push(String(err)))
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  return { ...gateway, origin, context, page, complaints, foreign }
}

/** Forwards a request of the page to the stand-in, with its headers. */
async function passOn(route: Route, at: string, to: string): Promise<void> {
  const request = route.request()
  const { 'content-type': type = '', 'x-firebase-appcheck': token, 'x-goog-api-key': key } = request.headers()
  const headers = new Headers({ 'content-type': type })
  if (token !== undefined) headers.set('x-firebase-appcheck', token)
  if (key !== undefined) headers.set('x-goog-api-key', key)
  const method = request.method()
  const response = await fetch(request.url().replace(at, to), { method, headers, body: request.postData() })
  const allowed = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
  await route.fulfill({ status: response.status, headers: allowed, body: await response.text() })
}

const usernameOn = (page: Page) => page.locator('input[autocomplete~="username"]')

async function signIn({ page, origin }: Visit): Promise<void> {
  await page.goto(`${origin}/y`)
  await usernameOn(page).fill('ada@example.com')
  await page.locator('input[autocomplete~="current-password"]').fill(PASSWORD)
  await page.locator('main button[type=submit]').click()
}

/** Resolves when the provider has accepted the visitor and the page requests a session. */
const letIn = ({ page, origin }: Visit) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url() === `${origin}/_auth/session`)

const alertOn = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

t.test('App Check: enforced, the early sign-in waits for its token and is sent once', { skip }, async (t) => {
  const visit = await open(t)
  const { page, origin, foreign, provider } = visit
  await page.goto(`${origin}/y`)
  await page.waitForLoadState('networkidle')
  t.same(foreign, [], 'nothing from other sites before the visitor acts')
  await Promise.all([letIn(visit), signIn(visit)])
  t.equal(provider.calls.signInWithPassword, 1)
  t.equal(provider.calls.appCheckAttestation, 1)
  t.ok(foreign.some((url) => url.startsWith('https://www.google.com/recaptcha/enterprise.js')))
})

t.test('App Check: enforced and not configured, refused, nothing of it loaded', { skip }, async (t) => {
  const visit = await open(t, {})
  const { page, foreign, provider, complaints } = visit
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await signIn(visit)
  await alertOn(page, 'doesn’t accept this page')
  t.match(complaints.join('\n'), 'configuration: App Check is enforced')
  t.notOk(foreign.some((url) => /recaptcha|appcheck/.test(url)))
  t.notOk(files.some((url) => url.includes('app-check')))
  provider.settings.appCheck = { apps: [APP], isEnforced: false }
  await Promise.all([letIn(visit), page.locator('main button[type=submit]').click()])
  t.pass('control: not enforced')
})

for (const [name, script] of [
  ['a blocked script', null],
  ['a visitor who looks like a robot', scriptGiving('robot')]
] as const)
  t.test(`App Check: enforced, ${name} gets the fair message`, { skip }, async (t) => {
    const visit = await open(t, PAGE, script)
    await signIn(visit)
    await alertOn(visit.page, 'doesn’t accept this page')
    t.match(visit.complaints.join('\n'), 'configuration: App Check does not accept this page')
    t.equal(await usernameOn(visit.page).inputValue(), 'ada@example.com')
    visit.provider.settings.appCheck = { apps: [APP], isEnforced: false }
    await Promise.all([letIn(visit), visit.page.locator('main button[type=submit]').click()])
    t.pass('control: not enforced, the same visitor gets in')
  })

t.test('App Check: enforced, calls of the SDK carry a token too', { skip }, async (t) => {
  const visit = await open(t, { ...PAGE, 'login.methods.emailLink': true })
  const { page, origin, provider } = visit
  await page.goto(`${origin}/login/forgot`)
  await page.locator('input[autocomplete~="username"], input[type=email]').fill('ada@example.com')
  await page.locator('main button[type=submit]').click()
  await page.getByText('If there’s an account for').waitFor()
  t.equal(provider.calls.sendOobCode, 1)
})

t.test('App Check: a debug token is used in place of reCAPTCHA', { skip }, async (t) => {
  const debug = { ...PAGE, 'login.appCheck.siteKey': null, 'login.appCheck.debugToken': '0a1b2c' }
  const visit = await open(t, debug, null)
  await Promise.all([letIn(visit), signIn(visit)])
  t.notOk(visit.foreign.some((url) => url.includes('recaptcha')))
  t.equal(visit.provider.calls.appCheckAttestation, 1)
})
