import { deepEqual, equal, match } from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { parseJsonObject } from '../../../../src/config/json-members.ts'
import type { Checks } from '../../../../test/fixtures/commands/checks.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { send } from '../../../../test/fixtures/wire/http-client.ts'
import { startProxyProcess } from '../../../../test-proxies/program.ts'
import { type ClientProgram, startClient } from './program.ts'
import { ADA, type Delivery, type Scene, startScene } from './scene.ts'
import { consent, openVisitor, signIn } from './visitor.ts'

const START_TIMEOUT_MS = 30_000
const ACCOUNT = { uid: ADA.uid, email: ADA.email }

export interface McpOptions {
  browser: Browser
  /** Prepared folders of server and client. */
  server: string
  client: string
  delivery: Delivery
  /** Only whether clients find their way. Default false. */
  isBrief?: boolean
  /** Whether the proxy asks over gRPC. Default false. */
  usesGrpc?: boolean
  /** How it is delivered, for the titles. */
  name: string
  /** Starts the proxy in front, if another delivers the application. */
  startProxy?: (t: Teardown, scene: Scene) => Promise<void>
}

/** An MCP client that the gateway has never heard of, at an MCP server that knows nothing of OAuth. */
export async function checkMcp(t: Teardown, { check }: Checks, options: McpOptions): Promise<void> {
  const { name, browser } = options
  const scene = await startScene(t, options.delivery, options.usesGrpc)
  const { origin, issuer, ports } = scene
  await options.startProxy?.(t, scene)
  await check(`${name}: without a token, a call leads to the metadata of resource and server`, async () => {
    const refused = await send(`${origin}/mcp`, { method: 'POST' })
    equal(refused.status, 401)
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
    equal(refused.headers.get('www-authenticate'), `Bearer scope="mcp:read", resource_metadata="${metadata}"`)
    const described = parseJsonObject(await (await send(metadata)).text())
    deepEqual(described?.resource, `${origin}/mcp`)
    deepEqual(described?.authorization_servers, [issuer])
    const document = await send(`${origin}/.well-known/oauth-authorization-server/_auth/oauth`)
    equal(parseJsonObject(await document.text())?.issuer, issuer)
  })
  if (options.isBrief === true) return
  const server = await startProxyProcess({
    program: process.execPath,
    args: ['server.mjs'],
    port: ports.mcp,
    folder: options.server,
    env: { ISSUER: `${origin}/_auth`, AUDIENCE: origin, PORT: String(ports.mcp) },
    startTimeoutMs: START_TIMEOUT_MS
  })
  t.teardown(() => server.close())
  const client = startClient(t, [process.execPath, 'client.mjs', scene.documentUrl, String(ports.callback)], {
    folder: options.client
  })
  const page = await openVisitor(t, browser)

  await check(`${name}: sign-in, consent, and the tool knows who calls`, async () => {
    client.ask(`${origin}/mcp`)
    await page.goto(await addressToOpen(client))
    await signIn(page)
    const text = await consent(page)
    match(text, /Notebook[\s\S]*See who you are[\s\S]*localhost[\s\S]*program on this device/)
    await page.getByText('Return to the client.').waitFor()
    equal((await client.nextOf('tokens')).scope, 'mcp:read')
    deepEqual((await client.nextOf('account')).account, ACCOUNT)
  })
  await check(`${name}: when the token ends, the client refreshes it without the visitor`, async () => {
    scene.endAccessTokens()
    client.ask(`${origin}/mcp`)
    equal((await client.next()).kind, 'tokens')
    deepEqual((await client.nextOf('account')).account, ACCOUNT)
  })
  await check(`${name}: another scope takes another consent, for that alone`, async () => {
    client.ask(`${origin}/mcp/admin`)
    await page.goto(await addressToOpen(client))
    const text = await consent(page)
    match(text, /Change what you have/)
    equal(text.includes('See who you are'), false)
    await page.getByText('Return to the client.').waitFor()
    match(String((await client.nextOf('tokens')).scope), /mcp:write/)
    deepEqual((await client.nextOf('account')).account, ACCOUNT)
  })
  await check(
    `${name}: signed out everywhere, the client is refused until the visitor signs in`,
    async () => {
      await signOutEverywhere(page, origin)
      scene.endAccessTokens()
      client.ask(`${origin}/mcp`)
      await page.goto(await addressToOpen(client))
      await page.locator('#email').waitFor()
    }
  )
}

async function addressToOpen(client: ClientProgram): Promise<string> {
  return String((await client.nextOf('open')).url)
}

async function signOutEverywhere(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/logout?everywhere=1`)
  await page
    .getByRole('button', { name: /Sign out/ })
    .first()
    .click()
  await page.waitForURL(/\/login\?reason=revoked/)
}
