import { equal } from 'node:assert/strict'
import type { Checks } from '../../../../test/fixtures/commands/checks.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { startProxyProcess } from '../../../../test-proxies/program.ts'
import { visit } from './by-hand.ts'
import { startClient } from './program.ts'
import { ADA, type Scene, SECRET, startScene } from './scene.ts'

const START_TIMEOUT_MS = 30_000

/** Prepared folders; null: not on this machine. */
export interface Libraries {
  server: string | null
  python: string | null
  zitadel: string | null
}

interface Library {
  name: string
  folder: string | null
  command: readonly [string, ...string[]]
  env: Record<string, string>
  refreshes: boolean
}

/** Applications and MCP clients that are written with these libraries, at one gateway. */
export async function checkLibraries(t: Teardown, { check, skip }: Checks, given: Libraries): Promise<void> {
  const scene = await startScene(t, 'gateway')
  if (given.server !== null) await startMcpServer(t, scene, given.server)
  for (const one of describe(scene, given)) {
    const title = `${one.name}: sign-in${one.refreshes ? ' and refresh' : ''}`
    if (one.folder === null) skip(title, 'not installed')
    else await check(title, async () => await use(t, scene, { ...one, folder: String(one.folder) }))
  }
}

function describe({ issuer, origin, ports, documentUrl }: Scene, given: Libraries): Library[] {
  const REDIRECT_URI = `http://127.0.0.1:${ports.callback}/callback`
  const ofDashboard = { ISSUER: issuer, CLIENT_ID: 'dashboard', CLIENT_SECRET: SECRET, REDIRECT_URI }
  const ofMcp = {
    SERVER: `${origin}/mcp`,
    CLIENT_ID: documentUrl,
    REDIRECT_URI,
    PORT: String(ports.callback)
  }
  const python = (file: string): readonly [string, string] => ['.venv/bin/python', file]
  const withServer = given.server === null ? null : given.python
  const SCOPE = 'openid email offline_access'
  const env = { ...ofDashboard, SCOPE }
  return [
    {
      name: 'requests-oauthlib',
      folder: given.python,
      command: python('requests_client.py'),
      env,
      refreshes: true
    },
    { name: 'Authlib', folder: given.python, command: python('authlib_client.py'), env, refreshes: true },
    { name: 'zitadel/oidc', folder: given.zitadel, command: ['./client'], env, refreshes: true },
    {
      name: 'MCP SDK for Python',
      folder: withServer,
      command: python('mcp_client.py'),
      env: ofMcp,
      refreshes: true
    },
    {
      name: 'FastMCP',
      folder: withServer,
      command: python('fastmcp_client.py'),
      env: ofMcp,
      refreshes: false
    }
  ]
}

async function use(t: Teardown, scene: Scene, one: Library & { folder: string }): Promise<void> {
  const client = startClient(t, one.command, { folder: one.folder, env: one.env })
  const visitor = await visit(scene)
  const { arrived } = await visitor.allow(String((await client.nextOf('open')).url))
  client.ask(arrived)
  for (const kind of one.refreshes ? ['signed-in', 'refreshed'] : ['signed-in']) {
    const { claims } = await client.nextOf(kind)
    equal(Object(claims).email, ADA.email, kind)
  }
}

async function startMcpServer(t: Teardown, { origin, ports }: Scene, folder: string): Promise<void> {
  const server = await startProxyProcess({
    program: process.execPath,
    args: ['server.mjs'],
    port: ports.mcp,
    folder,
    env: { ISSUER: `${origin}/_auth`, AUDIENCE: origin, PORT: String(ports.mcp) },
    startTimeoutMs: START_TIMEOUT_MS
  })
  t.teardown(() => server.close())
}
