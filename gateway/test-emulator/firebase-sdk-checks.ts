import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { holds } from '../test/fixtures/browser/browser.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { startUpstream } from '../test/fixtures/wire/upstream.ts'
import { bundleDocumentedCode, readCodeBlocks } from './doubles/documented-code.ts'
import { createEmulatorAccounts, type EmulatorAccounts, type SignIn } from './emulator-accounts.ts'
import { PROJECT_ID } from './emulator-process.ts'
import { assertStatus } from './environment.ts'
import { type AcquireMode, type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const STEP_TIMEOUT_MS = 10_000
const FIREBASE = { apiKey: 'key', projectId: PROJECT_ID, authDomain: 'localhost' }
const PAGE =
  '<!doctype html><title>loading</title><link rel="icon" href="data:,"><script type="module" src="/app.js"></script>'

/** `serverUser` of the document; `request`: as of Node. */
type ServerUser = (request: object) => Promise<{ uid: string } | null>

export interface SdkSurroundings {
  checks: Checks
  /** Null: there is none, only the server's part is checked. */
  browser: Browser | null
  emulatorHost: string
}

interface SdkEnvironment extends SdkSurroundings {
  accounts: EmulatorAccounts
  gateway: GatewayUnderTest
  tenantId: string
}

/** The unchanged code of gateway/docs/firebase-sdk.md, with the real SDK, in a page of an application and in its server. */
export async function checkFirebaseSdk(surroundings: SdkSurroundings): Promise<void> {
  const { emulatorHost } = surroundings
  const [pageCode = '', serverCode = ''] = readCodeBlocks('gateway', 'docs', 'firebase-sdk.md')
  const script = await bundleDocumentedCode({
    code: pageCode,
    entry: `
      import { connectAuthEmulator } from 'firebase/auth'
      import * as app from './documented-code.js'
      connectAuthEmulator(app.auth, 'http://${emulatorHost}', { disableWarnings: true })
      window.app = app
      document.title = 'ready'`,
    config: FIREBASE,
    platform: 'browser'
  })
  const server = await loadServerCode(serverCode, emulatorHost)
  const application = await startUpstream(null, (request, response) =>
    respond(request, response, { script, serverUser: server.serverUser })
  )
  const accounts = createEmulatorAccounts(emulatorHost)
  const tenantId = await accounts.createTenant()
  try {
    for (const mode of ['handover', 'exchange'] as const)
      await onGateway(
        { mode, emulatorHost, upstreamUrl: application.url, tenantId },
        async (gateway) => await checkAll({ ...surroundings, accounts, gateway, tenantId })
      )
  } finally {
    await application.close()
    server.close()
  }
}

async function checkAll(environment: SdkEnvironment): Promise<void> {
  await checkServerApp(environment)
  if (environment.browser !== null) await checkPages(environment, environment.browser)
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { script, serverUser }: { script: string; serverUser: ServerUser }
): Promise<void> {
  if (request.url === '/app.js') return void response.setHeader('content-type', 'text/javascript').end(script)
  if (!/^(\/acme)?\/server/.test(request.url ?? ''))
    return void response.setHeader('content-type', 'text/html').end(PAGE)
  const user = await serverUser(request)
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ uid: user?.uid ?? null }))
}

/** The server's code, which finds the emulator as the SDK's own tools tell it. */
async function loadServerCode(code: string, emulatorHost: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-server-app-'))
  const file = join(folder, 'server.mjs')
  const entry = "export { serverUser } from './documented-code.js'"
  writeFileSync(file, await bundleDocumentedCode({ code, entry, config: FIREBASE, platform: 'node' }))
  process.env.__FIREBASE_DEFAULTS__ = JSON.stringify({ emulatorHosts: { auth: emulatorHost } })
  const serverUser: ServerUser = Reflect.get(Object(await import(pathToFileURL(file).href)), 'serverUser')
  return {
    serverUser,
    close() {
      delete process.env.__FIREBASE_DEFAULTS__
      rmSync(folder, { recursive: true })
    }
  }
}

async function onGateway(
  options: { mode: AcquireMode; emulatorHost: string; upstreamUrl: string; tenantId: string },
  use: (gateway: GatewayUnderTest) => Promise<void>
): Promise<void> {
  const [port = 0] = await findFreePorts(1)
  const env = {
    GATEHOUSE_CLIENT_SDK_ENABLED: 'true',
    GATEHOUSE_IDENTITY_HEADERS: '{"authorization":"$idToken"}',
    GATEHOUSE_IDENTITY_PLATFORM_TENANTS: JSON.stringify({ '/acme/*': options.tenantId }),
    GATEHOUSE_ACCESS_RULES: '[{"path":"/server/open","allow":"optional"},{"path":"/app.js","allow":"public"}]'
  }
  const gateway = await startGatewayUnderTest({ ...options, env }, port)
  try {
    await use(gateway)
  } finally {
    await gateway.close()
  }
}

async function openVisitor({ gateway }: SdkEnvironment, account: SignIn): Promise<Visitor> {
  const visitor = createVisitor(gateway)
  assertStatus(await visitor.openSession(account), 200)
  return visitor
}

async function checkServerApp(environment: SdkEnvironment): Promise<void> {
  const { checks, accounts, gateway, tenantId } = environment
  const title = (text: string) => `FirebaseServerApp (${gateway.mode}): ${text}`
  await checks.check(title('is the account of the session, of the project and of a tenant'), async () => {
    const account = await accounts.signUp()
    const visitor = await openVisitor(environment, account)
    assert.deepEqual((await visitor.visit({ path: '/server' })).json, { uid: account.uid })
    const ofTenant = await accounts.signUp({ tenantId })
    const other = await openVisitor(environment, ofTenant)
    assert.deepEqual((await other.visit({ path: '/acme/server' })).json, { uid: ofTenant.uid })
  })
  await checks.check(title('has no user without a session, whatever token the client sends'), async () => {
    const { idToken } = await accounts.signUp()
    const visitor = createVisitor(gateway)
    const forged = { authorization: `Bearer ${idToken}` }
    assert.deepEqual((await visitor.visit({ path: '/server/open', headers: forged })).json, { uid: null })
    assertStatus(await visitor.visit({ path: '/server', headers: forged }), 401)
  })
}

async function checkPages(environment: SdkEnvironment, browser: Browser): Promise<void> {
  const { checks, accounts, gateway, tenantId } = environment
  const check = (text: string, run: (page: Page, use: PageUse) => Promise<void>) =>
    checks.check(`client SDK (${gateway.mode}): ${text}`, () => onNewPage(environment, browser, run))

  await check(
    'the page is signed in as the account of the session, by one custom token',
    async (page, use) => {
      const account = await accounts.signUp()
      await use.enter(account)
      assert.equal(await page.evaluate('app.firebaseUser().then(({ uid }) => uid)'), account.uid)
      const { claims } = Object(await page.evaluate('app.auth.currentUser.getIdTokenResult()'))
      assert.equal(claims.sub, account.uid)
      assert.equal(claims.firebase.sign_in_provider, 'custom')
      assert.equal(claims.source_sign_in_provider, 'password')
      assert.equal(await page.evaluate('app.firebaseUser().then(({ uid }) => uid)'), account.uid)
      assert.equal(use.countTokens(), 1)
    }
  )
  await check('after an end of its sign-in, the page is signed in again', async (page, use) => {
    const account = await accounts.signUp()
    await use.enter(account)
    await page.evaluate('app.firebaseUser().then(() => app.auth.signOut())')
    assert.equal(await page.evaluate('app.auth.currentUser'), null)
    assert.equal(await page.evaluate('app.firebaseUser().then(({ uid }) => uid)'), account.uid)
    assert.equal(use.countTokens(), 2)
  })
  await check('a disabled account gets no custom token', async (page, use) => {
    const account = await accounts.signUp()
    await use.enter(account)
    await accounts.update(account.uid, { disableUser: true })
    const refused = await page.evaluate(
      "app.firebaseUser().then(() => 'signed in', ({ message }) => message)"
    )
    assert.equal(refused, 'no Firebase token: 403')
    assert.equal(await page.evaluate('app.auth.currentUser'), null)
    assert.equal(use.countTokens(), 0)
  })
  await check('a sign-out of the gateway elsewhere ends the sign-in of the page', async (page, use) => {
    const account = await accounts.signUp()
    await use.enter(account)
    await page.evaluate('app.firebaseUser()')
    const other = await page.context().newPage()
    await other.goto('/elsewhere')
    await other.evaluate("fetch('/logout', { method: 'POST' })")
    assert.equal(await page.evaluate('app.firebaseUser()'), null)
    assert.equal(await page.evaluate('app.auth.currentUser'), null)
  })
  await check('the sign-out button ends both', async (page, use) => {
    const account = await accounts.signUp()
    await use.enter(account)
    await page.evaluate('app.firebaseUser()')
    await page.evaluate('app.signOutOfBoth()')
    await page.waitForURL('/login?reason=signed-out')
    const cookies = (await page.context().cookies()).map(({ name }) => name)
    assert.ok(!cookies.includes('gatehouse'), 'the session has ended')
  })
  await check('another account of the session becomes that of the page', async (page, use) => {
    const [one, two] = [await accounts.signUp(), await accounts.signUp()]
    await use.enter(one)
    await page.evaluate('app.firebaseUser()')
    await use.replace(two)
    assert.equal(await page.evaluate('app.firebaseUser().then(({ uid }) => uid)'), two.uid)
    assert.equal(use.countTokens(), 2)
  })
  await check('an account of a tenant is signed in to that tenant', async (page, use) => {
    const account = await accounts.signUp({ tenantId })
    await use.enter(account, '/acme/page')
    const user = 'app.firebaseUser().then(({ uid, tenantId }) => ({ uid, tenantId }))'
    assert.deepEqual(await page.evaluate(user), { uid: account.uid, tenantId })
    assert.deepEqual(await page.evaluate(user), { uid: account.uid, tenantId })
    const { claims } = Object(await page.evaluate('app.auth.currentUser.getIdTokenResult(true)'))
    assert.equal(claims.firebase.tenant, tenantId)
    assert.equal(use.countTokens(), 1)
  })
}

interface PageUse {
  /** Opens a page of the application with a new session. */
  enter(account: SignIn, path?: string): Promise<void>
  /** A new session in the same browser. */
  replace(account: SignIn): Promise<void>
  /** Custom tokens given out since the page was opened. */
  countTokens(): number
}

async function onNewPage(
  environment: SdkEnvironment,
  browser: Browser,
  run: (page: Page, use: PageUse) => Promise<void>
): Promise<void> {
  const { gateway } = environment
  const context = await browser.newContext({ baseURL: gateway.url })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const page = await context.newPage()
  const count = () => gateway.readLog().split('"event":"client-sdk.token"').length
  const before = count()
  async function replace(account: SignIn): Promise<void> {
    const visitor = await openVisitor(environment, account)
    const cookies = visitor
      .cookieHeader()
      .split('; ')
      .map((pair) => pair.split('='))
    await context.addCookies(
      cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: gateway.url }))
    )
  }
  const use: PageUse = {
    replace,
    async enter(account, path = '/page') {
      await replace(account)
      await page.goto(path)
      await holds(page, "document.title === 'ready'")
    },
    countTokens: () => count() - before
  }
  try {
    await run(page, use)
  } finally {
    await context.close()
  }
}
