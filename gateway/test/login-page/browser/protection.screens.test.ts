import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { alertOn } from '../../fixtures/browser/login-form.ts'
import { openContext, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import type { Teardown } from '../../fixtures/provider/stand-in.ts'

/** The page in a project that is protected against bots or other apps, with the real SDK. */

const APP = '1:1234567890:web:0123abcd'
const PASSWORD = 'the-password-of-ada'
const SCRIPT = 'https://www.google.com/recaptcha/enterprise.js'
/** The real provider: with other addresses, the SDK needs no token, and the page has no App Check. */
const SERVICES = {
  identityToolkit: 'https://identitytoolkit.googleapis.com',
  secureToken: 'https://securetoken.googleapis.com',
  appCheck: 'https://content-firebaseappcheck.googleapis.com'
} as const

/** Like the script of Google, whose calls return `token`: for sign-ins, and as a widget without a puzzle for App Check. */
const scriptGiving = (token: string) => `
  const widgets = []
  window.grecaptcha = { enterprise: {
    ready: (run) => run(),
    render: (container, settings) => widgets.push(settings) - 1,
    execute: async (widget) => { widgets[widget]?.callback('${token}'); return '${token}' } } }
  window.onFirebaseAuthREInstanceReady?.()`

type Visit = Awaited<ReturnType<typeof open>>

/** A visitor of such a page. `script`: what Google sends; null: the browser cannot reach it. */
async function open(
  t: Teardown,
  config: Record<string, unknown>,
  script: string | null = scriptGiving('a-person')
) {
  const beside = await startGateway(t)
  const { endpoints, settings, accounts } = beside.provider
  const gateway = await startGateway(t, {
    beside,
    atLocalhost: true,
    config: {
      'identityPlatform.endpoints': { ...endpoints, identityToolkit: SERVICES.identityToolkit },
      ...config
    }
  })
  accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true, password: PASSWORD })
  const context = await openContext(t)
  for (const [name, at] of Object.entries(SERVICES))
    await context.route(`${at}/**`, (route) => passOn(route, at, endpoints[name as keyof typeof SERVICES]))
  const scripts: string[] = []
  await context.route(`${SCRIPT}*`, (route) => {
    scripts.push(route.request().url())
    return script === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script })
  })
  const page = await context.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (err) => complaints.push(String(err)))
  page.on('request', (request) => {
    if (!request.url().startsWith(gateway.origin) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  return {
    ...gateway,
    settings,
    context,
    page,
    /** Lines of the browser's console and faults of the page. */
    complaints,
    /** URLs of other sites, in order. */
    foreign,
    /** Requests for Google's script that the page's policy let pass. */
    scripts
  }
}

/** Forwards a request of the page to the stand-in, with its headers. */
async function passOn(route: Route, at: string, to: string): Promise<void> {
  const request = route.request()
  const sent = Object.entries(request.headers())
  const headers = sent.filter(([name]) => /^(content-type|x-firebase-appcheck|x-goog-api-key)$/.test(name))
  const options = { method: request.method(), headers, body: request.postData() }
  const response = await fetch(request.url().replace(at, to), options)
  const allowed = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
  await route.fulfill({ status: response.status, headers: allowed, body: await response.text() })
}

const emailOn = (page: Page) => page.locator('input[autocomplete~="username"], input[type=email]').first()
const submit = (page: Page) => page.locator('main button[type=submit]').click()

async function signIn({ page, origin }: Visit): Promise<void> {
  await page.goto(`${origin}/y`)
  await emailOn(page).fill('ada@example.com')
  await page.locator('#password').fill(PASSWORD)
  await submit(page)
}

/** Acts, and waits until the provider has accepted the visitor and the page requests a session. */
async function isLetIn({ page, origin }: Visit, acting: Promise<unknown>): Promise<void> {
  const isSession = (request: { method(): string; url(): string }) =>
    request.method() === 'POST' && request.url() === `${origin}/_auth/session`
  await Promise.all([page.waitForRequest(isSession), acting])
}

async function requestPassword({ page, origin }: Visit): Promise<void> {
  await page.goto(`${origin}/login/forgot`)
  await emailOn(page).fill('ada@example.com')
  await submit(page)
}

const CAPTCHA = { 'login.security.recaptcha': true }
const ENFORCED = { email: 'ENFORCE', phone: 'OFF' } as const

t.test('reCAPTCHA: enforced and configured, loaded once the visitor acts', { skip }, async (t) => {
  const visit = await open(t, CAPTCHA)
  visit.settings.recaptcha = ENFORCED
  await visit.page.goto(`${visit.origin}/y`)
  t.same([visit.scripts, visit.provider.calls.recaptchaConfig], [[], 0], 'before the first interaction')
  await isLetIn(visit, signIn(visit))
  t.equal(visit.provider.calls.signInWithPassword, 1, 'no call is wasted')
})

t.test('reCAPTCHA: a sign-in faster than its settings waits for them, sent once', { skip }, async (t) => {
  const visit = await open(t, CAPTCHA)
  visit.settings.recaptcha = ENFORCED
  const { calls, endpoints } = visit.provider
  const asked = new Promise<Route>((resolve) => {
    void visit.context.route(`${SERVICES.identityToolkit}/v2/recaptchaConfig*`, resolve)
  })
  await signIn(visit)
  const held = await asked
  t.notOk(calls.signInWithPassword, 'waits')
  await isLetIn(visit, passOn(held, SERVICES.identityToolkit, endpoints.identityToolkit))
  t.equal(calls.signInWithPassword, 1)
})

t.test('reCAPTCHA: a visitor like a bot gets a fair message and other ways', { skip }, async (t) => {
  const visit = await open(
    t,
    { ...CAPTCHA, 'login.providers': [{ id: 'google.com' }] },
    scriptGiving('robot')
  )
  visit.settings.recaptcha = ENFORCED
  const { page, complaints } = visit
  await signIn(visit)
  await alertOn(page, 'couldn’t confirm that you’re a person').waitFor()
  await alertOn(page, 'choose another way to sign in').waitFor()
  t.ok(await page.getByRole('button', { name: /Google/ }).isEnabled())
  t.equal(await emailOn(page).inputValue(), 'ada@example.com')
  t.notMatch(complaints.join('\n'), 'configuration:', 'no configuration error is logged')
})

for (const trustedTypes of ['auto', 'off'])
  t.test(`reCAPTCHA: enforced, not configured, types ${trustedTypes}, no script`, { skip }, async (t) => {
    const visit = await open(t, {
      'login.security.trustedTypes': trustedTypes,
      'login.methods.emailLink': true
    })
    visit.settings.recaptcha = ENFORCED
    await signIn(visit)
    await alertOn(visit.page, 'doesn’t accept this page').waitFor()
    await requestPassword(visit)
    await alertOn(visit.page, 'doesn’t accept this page').waitFor()
    t.same(visit.scripts, [], 'the policy holds')
    const found = visit.complaints.filter((line) => line.includes('set login.security.recaptcha'))
    t.equal(found.length, 2, 'one message for each page')
    t.match(found[0], 'configuration: the project enforces reCAPTCHA')
    visit.settings.reset()
    await isLetIn(visit, signIn(visit))
    t.pass('control: not enforced')
  })

const APP_CHECK = { 'identityPlatform.appCheck.appId': APP, 'login.appCheck.siteKey': 'site-key' }
const appCheck = (isEnforced: boolean) => ({ apps: [APP], isEnforced })

/** A visitor of a page in a project that enforces App Check. */
async function openEnforced(...options: Parameters<typeof open>): Promise<Visit> {
  const visit = await open(...options)
  visit.settings.appCheck = appCheck(true)
  return visit
}

t.test('App Check: enforced, the early sign-in waits for its token and is sent once', { skip }, async (t) => {
  const visit = await openEnforced(t, APP_CHECK)
  const { page, origin, foreign, scripts, provider } = visit
  await page.goto(`${origin}/y`)
  await page.waitForLoadState('networkidle')
  t.same(foreign, [], 'nothing from other sites before the visitor acts')
  await isLetIn(visit, signIn(visit))
  t.match(provider.calls, { signInWithPassword: 1, appCheckAttestation: 1 })
  t.not(scripts.length, 0)
})

for (const [name, config, script, hint] of [
  ['not configured', {}, undefined, 'App Check is enforced'],
  ['a blocked script', APP_CHECK, null, 'App Check does not accept this page'],
  [
    'a visitor who looks like a robot',
    APP_CHECK,
    scriptGiving('robot'),
    'App Check does not accept this page'
  ]
] as const)
  t.test(`App Check: enforced, ${name}, refused with the fair message`, { skip }, async (t) => {
    const visit = await openEnforced(t, config, script)
    const { page, settings, complaints, foreign } = visit
    const files: string[] = []
    page.on('request', (request) => files.push(request.url()))
    await signIn(visit)
    await alertOn(page, 'doesn’t accept this page').waitFor()
    t.match(complaints.join('\n'), `configuration: ${hint}`)
    t.equal(await emailOn(page).inputValue(), 'ada@example.com')
    if (script === undefined) {
      t.notMatch(foreign.join(), /recaptcha|appcheck/)
      t.notMatch(files.join(), 'app-check', 'nothing of it is loaded')
    }
    settings.appCheck = appCheck(false)
    await isLetIn(visit, submit(page))
    t.pass('control: not enforced, the same visitor gets in')
  })

t.test('App Check: enforced, calls of the SDK carry a token too', { skip }, async (t) => {
  const visit = await openEnforced(t, { ...APP_CHECK, 'login.methods.emailLink': true })
  await requestPassword(visit)
  await visit.page.getByText('If there’s an account for').waitFor()
  t.equal(visit.provider.calls.sendOobCode, 1)
})
