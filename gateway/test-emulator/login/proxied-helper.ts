import assert from 'node:assert/strict'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../test/fixtures/browser/browser.ts'
import { installGapi } from '../../test/fixtures/browser/gapi.ts'
import { findFreePorts } from '../../test/fixtures/wire/ports.ts'
import { startHelperSite } from '../doubles/helper-site.ts'
import { type PassingPage, startHttpsSite } from '../doubles/https-site.ts'
import { startProviderFront } from '../doubles/provider-front.ts'
import { signInAtProvider } from '../doubles/provider-window.ts'
import { startGatewayUnderTest } from '../gateway-under-test.ts'
import { newAddress } from './page/federated-steps.ts'
import { arrive, DEEP_LINK, open, press } from './page/page-steps.ts'
import { watchContext } from './page/watch.ts'
import type { LoginSurroundings } from './run-login.ts'

const HOST = 'app.test'
const PROVIDER = 'https://identitytoolkit.googleapis.com'
const SECURE_TOKEN = 'https://securetoken.googleapis.com'
const CHECK_TIMEOUT_MS = 60_000
const CHROMIUM_ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--ignore-certificate-errors']
type Mode = 'redirect' | 'popup'
/** Clean-up functions, to be called in reverse order. */
type Endings = (() => Promise<unknown>)[]

/**
 * Federated sign-in as in production: https, the SDK not in emulator mode, the helper on the gateway origin.
 * As the gateway accepts unsigned tokens only with an emulator, two things are changed in its pages:
 * the provider URL in the page and in the policy. Calls to Google hosts are sent to the emulator.
 */
export async function checkProxiedHelper({
  checks,
  emulatorHost,
  upstreamUrl
}: LoginSurroundings): Promise<void> {
  for (const mode of ['redirect', 'popup'] as const) {
    const words = mode === 'redirect' ? 'in the same tab' : 'in a window'
    const endings: Endings = []
    try {
      const site = await setUp(endings, { mode, emulatorHost, upstreamUrl })
      await checks.check(
        `login (helper on our own origin): sign-in ${words} sends no cookie to the helper`,
        () => signsIn(site),
        CHECK_TIMEOUT_MS
      )
    } finally {
      for (const end of endings.reverse()) await end()
    }
  }
}

type Site = Awaited<ReturnType<typeof setUp>>

async function setUp(
  endings: Endings,
  { mode, emulatorHost, upstreamUrl }: { mode: Mode; emulatorHost: string; upstreamUrl: string }
) {
  const front = await startProviderFront(emulatorHost)
  endings.push(() => front.close())
  const helper = await startHelperSite(emulatorHost)
  endings.push(() => helper.close())
  const [port = 0] = await findFreePorts(1)
  const env = {
    GATEHOUSE_PUBLIC_URL: `https://${HOST}`,
    GATEHOUSE_LOGIN_BRAND_NAME: 'Gatehouse',
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_ANYWHERE: 'true',
    GATEHOUSE_LOGIN_PROVIDERS: '[{"id":"google.com","name":"Google"},{"id":"github.com","name":"GitHub"}]',
    GATEHOUSE_LOGIN_FEDERATED_HELPER_URL: helper.origin,
    GATEHOUSE_LOGIN_FEDERATED_MODE: mode
  }
  const options = { mode: 'handover', emulatorHost: front.host, upstreamUrl, env } as const
  const gateway = await startGatewayUnderTest(options, port)
  endings.push(() => gateway.close())
  const site = await startHttpsSite(HOST, port, (page) => believeInProvider(page, front.host))
  endings.push(() => site.close())
  const browser = await chromium.launch({
    executablePath: String(findChromium()),
    args: [...CHROMIUM_ARGUMENTS, `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${site.port}`]
  })
  endings.push(() => browser.close())
  return { browser, mode, helper, front: front.host }
}

async function signsIn({ browser, mode, helper, front }: Site): Promise<void> {
  const context = await browser.newContext({
    baseURL: `https://${HOST}`,
    locale: 'en-US',
    ignoreHTTPSErrors: true
  })
  try {
    await installGapi(context)
    await leadToEmulator(context, front)
    const watch = await watchContext(context, [/request to https:\/\/(app\.test|\w+\.googleapis\.com)$/])
    const page = await context.newPage()
    await context.addCookies([{ name: 'own', value: 'secret', url: `https://${HOST}` }])
    await open(page, DEEP_LINK)
    await signInAtProvider(await reachProvider(page, mode), newAddress())
    await arrive(page)
    assert.ok(helper.asked.length > 0, 'the helper was not requested')
    for (const { cookie, authorization } of helper.asked)
      assert.deepEqual([cookie, authorization], [undefined, undefined])
    const names = (await context.cookies()).map(({ name }) => name).sort()
    assert.deepEqual(names, ['__Host-gatehouse', '__Secure-gatehouse-known', 'own'])
    await watch.assertClean()
  } finally {
    await context.close()
  }
}

async function reachProvider(page: Page, mode: Mode): Promise<Page> {
  if (mode === 'redirect') {
    await press(page, 'sign-in.with', { provider: 'Google' })
    await page.waitForURL('**/__/auth/handler*')
    return page
  }
  const popup = page.waitForEvent('popup')
  await press(page, 'sign-in.with', { provider: 'Google' })
  return popup
}

/** The page as sent by a gateway without an emulator. */
function believeInProvider({ contentSecurityPolicy, html }: PassingPage, front: string): PassingPage {
  return {
    contentSecurityPolicy: contentSecurityPolicy
      .replace(`connect-src 'self' http://${front}`, `connect-src 'self' ${PROVIDER} ${SECURE_TOKEN}`)
      .replace(`frame-src http://${front}`, "frame-src 'self'"),
    html: html.replace(`"emulatorUrl":"http://${front}"`, '"emulatorUrl":null')
  }
}

/** Routes requests to the real provider to the emulator. */
async function leadToEmulator(context: BrowserContext, front: string): Promise<void> {
  for (const origin of [PROVIDER, SECURE_TOKEN]) {
    await context.route(`${origin}/**`, async (route) => {
      const { host, pathname, search } = new URL(route.request().url())
      if (pathname === '/v1/projects') {
        const facts = { projectId: '12345', authorizedDomains: [HOST] }
        return route.fulfill({ json: facts, headers: { 'access-control-allow-origin': '*' } })
      }
      return route.fulfill({
        response: await route.fetch({ url: `http://${front}/${host}${pathname}${search}` })
      })
    })
  }
}
