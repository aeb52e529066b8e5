import { deepEqual, equal, match } from 'node:assert/strict'
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'
import type { Checks } from '../../../../test/fixtures/commands/checks.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { readJson, send } from '../../../../test/fixtures/wire/http-client.ts'
import { startNamedScene, visit } from './by-hand.ts'
import { ADA, type Scene, SECRET } from './scene.ts'

/** A client by what it sends, as its source, its published document or reports of its users show. */
interface NamedClient {
  name: string
  /** How the gateway learns of it, and with what. */
  by: 'registration' | 'document'
  metadata: object
  /** Where it waits. */
  redirectUri: string
  scope?: string
  /** Of the MCP server, where it names it: in the authorization request, for the code, and for a refresh. */
  resource?: { asked?: string; exchanged?: string; refreshed?: string }
  /** That it names again when it refreshes. */
  refreshedScope?: string
}

const PUBLIC = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none'
}
const metadataOf = (client_name: string, redirect_uris: string[], more: object = {}) => ({
  ...PUBLIC,
  client_name,
  redirect_uris,
  ...more
})
const NATIVE = { application_type: 'native' }
const OF_VS_CODE = [
  'https://insiders.vscode.dev/redirect',
  'https://vscode.dev/redirect',
  'http://127.0.0.1/'
]
const VS_CODE = metadataOf('Visual Studio Code', [...OF_VS_CODE, 'http://127.0.0.1:33418/'], {
  ...NATIVE,
  client_uri: 'https://code.visualstudio.com',
  grant_types: [...PUBLIC.grant_types, 'urn:ietf:params:oauth:grant-type:device_code']
})
const CLAUDE_CODE = { client_uri: 'https://claude.ai' }
const CURSOR = metadataOf('Cursor', [
  // First, as consent is remembered there.
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'http://localhost:8787/callback'
])
const [CLAUDE = '', CODEX = '', GEMINI = '', OPEN_CODE = '', CHAT_GPT = ''] = [
  'https://claude.ai/api/mcp/auth_callback',
  'http://127.0.0.1:37819/callback/x',
  'http://localhost:7777/oauth/callback',
  'http://127.0.0.1:19876/mcp/oauth/callback',
  'https://chatgpt.com/connector_platform_oauth_redirect'
]
const EVERYWHERE = { asked: '/mcp', exchanged: '/mcp', refreshed: '/mcp' }

const CLIENTS: readonly NamedClient[] = [
  ...CURSOR.redirect_uris.map((redirectUri) => ({
    name: `Cursor at ${new URL(redirectUri).protocol}`,
    by: 'registration' as const,
    metadata: CURSOR,
    redirectUri,
    scope: 'mcp:read',
    resource: EVERYWHERE
  })),
  {
    name: 'VS Code, registered, at another port',
    by: 'registration',
    metadata: { ...VS_CODE, scope: 'mcp:read mcp:write' },
    redirectUri: 'http://127.0.0.1:59656/',
    scope: 'mcp:read mcp:write',
    resource: { asked: '/mcp', exchanged: '/mcp' },
    refreshedScope: 'mcp:read mcp:write'
  },
  {
    name: 'VS Code, by its document, in a browser',
    by: 'document',
    metadata: VS_CODE,
    redirectUri: 'https://vscode.dev/redirect',
    scope: 'mcp:read',
    resource: EVERYWHERE
  },
  {
    name: 'Claude Code, by its document, without a resource',
    by: 'document',
    metadata: metadataOf(
      'Claude Code',
      ['http://localhost/callback', 'http://127.0.0.1/callback'],
      CLAUDE_CODE
    ),
    redirectUri: 'http://localhost:3118/callback',
    scope: 'mcp:read'
  },
  {
    name: 'Claude Code, registered',
    by: 'registration',
    metadata: metadataOf('Claude Code', ['http://localhost:3118/callback'], { ...CLAUDE_CODE, ...NATIVE }),
    redirectUri: 'http://localhost:3118/callback',
    resource: EVERYWHERE
  },
  {
    name: 'Claude, by its document, with a space before the scope',
    by: 'document',
    metadata: metadataOf('Claude', [CLAUDE, 'https://claude.com/api/mcp/auth_callback']),
    redirectUri: CLAUDE,
    scope: ' mcp:read',
    resource: { asked: '/mcp' }
  },
  {
    name: 'Codex, with another spelling of the resource',
    by: 'registration',
    metadata: metadataOf('Codex', [CODEX], NATIVE),
    redirectUri: CODEX,
    scope: 'mcp:read offline_access',
    resource: { asked: '/mcp', exchanged: '/mcp/', refreshed: '/mcp/' },
    refreshedScope: 'mcp:read offline_access'
  },
  {
    name: 'Gemini CLI, with neither scope nor resource',
    by: 'registration',
    metadata: metadataOf('Gemini CLI MCP Client', [GEMINI]),
    redirectUri: GEMINI
  },
  {
    name: 'OpenCode',
    by: 'registration',
    metadata: metadataOf('OpenCode', [OPEN_CODE]),
    redirectUri: OPEN_CODE,
    scope: 'mcp:read',
    resource: EVERYWHERE
  },
  {
    name: 'ChatGPT, by its document',
    by: 'document',
    metadata: metadataOf('ChatGPT', [CHAT_GPT]),
    redirectUri: CHAT_GPT,
    scope: 'openid mcp:read offline_access',
    resource: EVERYWHERE,
    refreshedScope: 'openid mcp:read offline_access'
  }
]

/** What MCP clients of these names send, from their first word to a refresh. */
export async function checkNamedClients(t: Teardown, { check }: Checks): Promise<void> {
  const scene = await startNamedScene(t)
  const registered = new Map<object, string>()
  for (const one of CLIENTS)
    await check(`${one.name}: sign-in, a call, a refresh`, async () => {
      const clientId =
        one.by === 'document'
          ? scene.publish(one.metadata)
          : (registered.get(one.metadata) ?? (await register(scene, one.metadata)))
      registered.set(one.metadata, clientId)
      await use(scene, clientId, one)
    })
}

async function use(scene: Scene, clientId: string, one: NamedClient): Promise<void> {
  const { origin, issuer } = scene
  const { resource = {}, redirectUri, scope, refreshedScope } = one
  const verifier = randomPKCECodeVerifier()
  const naming = (path: string | undefined) => (path === undefined ? {} : { resource: `${origin}${path}` })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'state/of+the=client',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(scope !== undefined && { scope }),
    ...naming(resource.asked)
  })
  const visitor = await visit(scene)
  const { text, arrived } = await visitor.allow(`${issuer}/authorize?${query}`)
  const host = new URL(redirectUri).host
  match(
    text,
    redirectUri.startsWith('https:') ? new RegExp(`return to <strong>${host}<`) : /program on this device/
  )
  const { href, searchParams } = new URL(arrived)
  equal(href.slice(0, redirectUri.length + 1), `${redirectUri}?`)
  deepEqual([searchParams.get('state'), searchParams.get('iss')], ['state/of+the=client', issuer])

  const given = await askToken(issuer, {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: clientId,
    ...naming(resource.exchanged)
  })
  await call(origin, given)
  const refreshed = await askToken(issuer, {
    grant_type: 'refresh_token',
    refresh_token: String(given.refresh_token),
    client_id: clientId,
    ...(refreshedScope !== undefined && { scope: refreshedScope }),
    ...naming(resource.refreshed)
  })
  await call(origin, refreshed)
}

async function register({ issuer }: Pick<Scene, 'issuer'>, metadata: object): Promise<string> {
  const response = await send(`${issuer}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
    body: JSON.stringify(metadata)
  })
  const text = await response.text()
  equal(response.status, 201, text)
  return String(readJson(text).client_id)
}

async function askToken(issuer: string, form: Record<string, string>) {
  const response = await send(`${issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString()
  })
  const text = await response.text()
  equal(response.status, 200, text)
  return readJson(text)
}

async function call(origin: string, { access_token: token }: Record<string, unknown>): Promise<void> {
  const response = await send(`${origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` }
  })
  deepEqual([response.status, await response.text()], [200, ADA.uid])
}
