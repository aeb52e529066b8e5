import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { packagePath } from '../../../../src/config/package-files.ts'
import type { Checks } from '../../../../test/fixtures/commands/checks.ts'
import { watchProgram } from '../../../../test/fixtures/processes/child-process.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { send } from '../../../../test/fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../../../../test/fixtures/wire/upstream.ts'
import { startProxyProcess } from '../../../../test-proxies/program.ts'
import { startClient } from './program.ts'
import { ADA, SECRET, startScene } from './scene.ts'
import { consent, openVisitor, signIn } from './visitor.ts'

const CLAIMS = { sub: ADA.uid, email: ADA.email, email_verified: true }

/** An application in Go that signs visitors in by OpenID Connect. */
export async function checkGoClient(
  t: Teardown,
  { check }: Checks,
  { browser, folder }: { browser: Browser; folder: string }
): Promise<void> {
  const scene = await startScene(t, 'gateway')
  const client = startClient(t, ['./client'], {
    folder,
    env: {
      ISSUER: scene.issuer,
      PORT: String(scene.ports.callback),
      CLIENT_ID: 'dashboard',
      CLIENT_SECRET: SECRET
    }
  })
  const page = await openVisitor(t, browser)
  await check('go-oidc and oauth2: sign-in, with an ID token that they verify', async () => {
    await page.goto(String((await client.nextOf('open')).value))
    await signIn(page)
    match(await consent(page), /Dashboard[\s\S]*See your email address/)
    await page.getByText('Return to the client.').waitFor()
    expectClaims((await client.nextOf('signed-in')).value)
  })
  await check('go-oidc and oauth2: refresh, then userinfo', async () => {
    expectClaims((await client.nextOf('refreshed')).value)
    expectClaims((await client.nextOf('userinfo')).value)
  })
  await check('go-oidc and oauth2: the refresh token that was used gets the newest one at once', async () => {
    equal((await client.nextOf('replayed')).value, '<nil>')
  })
}

function expectClaims(claims: unknown): void {
  const { sub, email, email_verified }: Partial<typeof CLAIMS> = Object(claims)
  deepEqual({ sub, email, email_verified }, CLAIMS)
}

/** oauth2-proxy with its provider `oidc`, in front of an application that echoes requests. */
export async function checkOauth2Proxy(
  t: Teardown,
  { check }: Checks,
  { browser, program }: { browser: Browser; program: string }
): Promise<void> {
  const scene = await startScene(t, 'gateway')
  const upstream = await startEchoUpstream(t)
  const port = scene.ports.callback
  const proxy = await startProxyProcess({
    program,
    args: [
      ...['--provider=oidc', `--oidc-issuer-url=${scene.issuer}`, '--client-id=dashboard'],
      ...[`--client-secret=${SECRET}`, '--code-challenge-method=S256', '--scope=openid email offline_access'],
      ...[`--http-address=127.0.0.1:${port}`, `--redirect-url=http://localhost:${port}/oauth2/callback`],
      ...[`--upstream=${upstream.url}`, '--email-domain=*', '--skip-provider-button=true'],
      ...['--cookie-secret=0123456789abcdef', '--cookie-secure=false', '--cookie-refresh=1s'],
      ...['--pass-access-token=true', `--whitelist-domain=localhost:${scene.ports.visitors}`]
    ],
    port,
    folder: packagePath()
  })
  t.teardown(() => proxy.close())
  const page = await openVisitor(t, browser)
  const seen = () => upstream.seen.findLast(({ url }) => url?.startsWith('/wiki'))?.headers
  const tokenOf = () => seen()?.['x-forwarded-access-token']

  await check('oauth2-proxy: sign-in by its provider oidc', async () => {
    await page.goto(`http://localhost:${port}/wiki`)
    await signIn(page)
    await consent(page)
    await page.waitForURL(`http://localhost:${port}/wiki`)
    equal(seen()?.['x-forwarded-email'], ADA.email)
    equal(seen()?.['x-forwarded-user'], ADA.uid)
  })
  await check('oauth2-proxy: it refreshes its session', async () => {
    const first = tokenOf()
    const deadline = performance.now() + 10_000
    while (tokenOf() === first && performance.now() < deadline) await page.reload()
    notEqual(tokenOf(), first)
    equal(seen()?.['x-forwarded-email'], ADA.email)
  })
  await check('oauth2-proxy: sign-out there ends the session of the gateway', async () => {
    const end = `${scene.issuer}/sign-out?client_id=dashboard&post_logout_redirect_uri=${encodeURIComponent(`http://localhost:${port}/`)}`
    await page.goto(`http://localhost:${port}/oauth2/sign_out?rd=${encodeURIComponent(end)}`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    // Back at the application, the visitor is asked to sign in again.
    await page.locator('#email').waitFor()
    match(page.url(), new RegExp(`^${scene.origin}/login`))
  })
}

/** The command line of deploy/examples/device-cli. */
export async function checkDevice(
  t: Teardown,
  { check }: Checks,
  { browser }: { browser: Browser }
): Promise<void> {
  const scene = await startScene(t, 'gateway')
  const users: unknown[] = []
  const application = createServer(({ headers }, response) => {
    users.push(headers['x-forwarded-user'])
    response.end()
  })
  await new Promise<void>((resolve) => application.listen(scene.ports.mcp, '127.0.0.1', resolve))
  t.teardown(() => application.close())
  const page = await openVisitor(t, browser)
  await check('command line: a code entered in a browser gives it a token for the application', async () => {
    const child = spawn(process.execPath, [packagePath('deploy', 'examples', 'device-cli', 'cli.mjs')], {
      env: {
        ISSUER: scene.issuer,
        CLIENT_ID: 'cli',
        RESOURCE: `${scene.origin}/mcp`,
        SCOPE: 'mcp:read'
      }
    })
    t.teardown(() => child.kill('SIGKILL'))
    const { ended, complained } = watchProgram(child)
    const [, address = '', code = ''] = await Promise.race([
      complained(/Open (\S+) and enter (\S+)/),
      ended.then(({ stderr }) => Promise.reject(new Error(stderr)))
    ])
    await page.goto(address)
    await signIn(page)
    await page.getByLabel('Code').fill(code)
    await enterDevice(page, code)
    const { stdout, stderr } = await ended
    const answer = await send(`${scene.origin}/mcp/x`, {
      headers: { authorization: `Bearer ${stdout.trim()}` }
    })
    equal(answer.status, 200, stderr)
    deepEqual(users, [ADA.uid])
  })
}

async function enterDevice(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Check that your device shows this code.').waitFor()
  await page.locator('main code').getByText(code, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await consent(page)
  await page.getByRole('heading', { name: 'Device connected' }).waitFor()
}
