import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'
import { nginx } from '../test-proxies/proxies/nginx.ts'
import { checkMcp, type McpOptions } from './mcp.ts'
import type { Scene } from './scene.ts'

/** The program; null: not on this machine. */
export const NGINX = nginx.find()

/** The same with nginx, which delivers the MCP server by the gateway's verdicts. */
export async function checkBesideNginx(
  t: Teardown,
  checks: Checks,
  options: Pick<McpOptions, 'browser' | 'server' | 'client'>
): Promise<void> {
  await checkMcp(t, checks, { ...options, delivery: 'proxy', name: 'MCP SDK beside nginx', startProxy })
}

async function startProxy(t: Teardown, { ports }: Scene): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-oauth-nginx-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'tmp'))
  const places = {
    visitors: ports.visitors,
    pages: ports.pages,
    forwardAuthRequests: ports.questions,
    grpc: null,
    scheme: 'http' as const,
    applications: [{ host: 'localhost', port: ports.mcp }],
    signInHost: 'localhost'
  }
  const running = await nginx.start(NGINX ?? '', places, folder)
  t.teardown(() => running.close())
}
