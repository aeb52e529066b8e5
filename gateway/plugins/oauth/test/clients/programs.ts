import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../../test/fixtures/processes/find-program.ts'
import { runOrFail, withoutNpmVariables } from '../../../../test-deploy/tool.ts'
import { type Package, PIP_INSTALL, VENV } from '../../../../test-examples/samples.ts'

const NPM_INSTALL = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'] as const

export const MCP_SERVER: Package = {
  name: 'MCP server',
  folder: 'deploy/examples/mcp',
  tools: ['npm'],
  prepare: [NPM_INSTALL]
}

export const MCP_CLIENT: Package = {
  name: 'MCP client',
  folder: 'gateway/plugins/oauth/test/clients/mcp-client',
  tools: ['npm'],
  prepare: [NPM_INSTALL]
}

export const GO_CLIENT: Package = {
  name: 'go-oidc',
  folder: 'gateway/plugins/oauth/test/clients/go-client',
  tools: ['go'],
  prepare: [['go', 'build', '-o', 'client', '.']]
}

export const ZITADEL_CLIENT: Package = {
  name: 'zitadel/oidc',
  folder: 'gateway/plugins/oauth/test/clients/zitadel-client',
  tools: ['go'],
  prepare: [['go', 'build', '-o', 'client', '.']]
}

export const PYTHON_CLIENTS: Package = {
  name: 'requests-oauthlib, Authlib, MCP SDK for Python, FastMCP',
  folder: 'gateway/plugins/oauth/test/clients/python-clients',
  tools: ['python3'],
  prepare: [VENV, PIP_INSTALL]
}

const MODULE = 'github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6'

/** The path of oauth2-proxy, built on first use; null without Go. `OAUTH2_PROXY_PATH` names another one. */
export async function findOauth2Proxy(): Promise<string | null> {
  const found = findProgram('OAUTH2_PROXY_PATH', 'oauth2-proxy')
  if (found !== null) return found
  const go = findProgram('GO_PATH', 'go')
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gatehouse-oauth2-proxy')
  const program = join(folder, 'oauth2-proxy')
  if (existsSync(program)) return program
  if (go === null) return null
  await runOrFail(go, ['install', MODULE], { env: { ...withoutNpmVariables(process.env), GOBIN: folder } })
  return program
}
