import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checks } from '../../../../test/fixtures/commands/checks.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { PROXIES } from '../../../../test-proxies/proxies/proxies.ts'
import type { ProxyUnderTest } from '../../../../test-proxies/proxy.ts'
import { checkMcp, type McpOptions } from './mcp.ts'
import type { Scene } from './scene.ts'

/** Proxies that deliver applications by the gateway's verdicts. */
export const BESIDE = PROXIES.filter(({ isFront }) => isFront !== true)

export interface BesideOptions extends Pick<McpOptions, 'browser' | 'server' | 'client' | 'isBrief'> {
  proxy: ProxyUnderTest
  program: string
}

/** The same with a proxy that delivers the MCP server by the gateway's verdicts. */
export async function checkBeside(
  t: Teardown,
  checks: Checks,
  { proxy, program, ...options }: BesideOptions
): Promise<void> {
  await checkMcp(t, checks, {
    ...options,
    delivery: 'proxy',
    name: `MCP SDK beside ${proxy.name}`,
    usesGrpc: proxy.usesGrpc === true,
    startProxy: (t, scene) => start(t, scene, { proxy, program })
  })
}

async function start(
  t: Teardown,
  { ports }: Scene,
  { proxy, program }: Pick<BesideOptions, 'proxy' | 'program'>
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-oauth-proxy-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const places = {
    visitors: ports.visitors,
    pages: ports.pages,
    forwardAuthRequests: ports.questions,
    grpc: proxy.usesGrpc === true ? ports.grpc : null,
    scheme: 'http' as const,
    applications: [{ host: 'localhost', port: ports.mcp }],
    signInHost: 'localhost'
  }
  const running = await proxy.start(program, places, folder)
  t.teardown(() => running.close())
}
