import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure, type Plan } from '../figures.ts'
import { GATEHOUSE, type Running, startProgram } from '../fixture/child-process.ts'
import { signedInHeaders } from '../fixture/gateway.ts'
import { type BenchProvider, PUBLIC_ORIGIN } from '../fixture/provider.ts'

const APPLICATIONS = 200
const RULES = 50
const BUDGET_MS = 100
/** Requests after a reload, and of a series without one. */
const MORE_REQUESTS = 100
const PAUSE_MS = 2
/** Longest that a start or a reload may take, also on a busy machine. */
const LIMIT_MS = 120_000

const FORMATS: Readonly<Record<string, (config: object) => string>> = {
  yaml: (config) => stringify(config, { aliasDuplicateObjects: false }),
  json: (config) => JSON.stringify(config, null, 2)
}

/** The longest wait of a visitor while 200 applications with 50 rules each are reloaded, and without a reload. */
export async function measureReload(provider: BenchProvider, { reloads }: Plan): Promise<Figure[]> {
  const headers = await signedInHeaders(provider)
  const upstreamPort = await findFreePort()
  const args = [String(upstreamPort)]
  const upstream = await startProgram({ path: 'targets/upstream.js', args, port: upstreamPort })
  const folder = mkdtempSync(join(tmpdir(), 'bench-reload-'))
  try {
    const figures: Figure[] = []
    for (const format of Object.keys(FORMATS))
      figures.push(...(await measureFormat({ provider, upstream, headers, folder, format, reloads })))
    return figures
  } finally {
    await upstream.stop()
    rmSync(folder, { recursive: true })
  }
}

interface Setting {
  provider: BenchProvider
  upstream: Running
  headers: Record<string, string>
  folder: string
  format: string
  reloads: number
}

async function measureFormat(setting: Setting): Promise<Figure[]> {
  const { provider, upstream, headers, folder, format, reloads } = setting
  const file = join(folder, `gatehouse.${format}`)
  const write = (number: number) => {
    const text = FORMATS[format]?.(buildConfiguration(upstream.url, number)) ?? ''
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
  write(0)
  const [port, managementPort] = [await findFreePort(), await findFreePort()]
  const { GATEHOUSE_UPSTREAM_URL: _, ...env } = provider.gatewayVariables({
    upstreamUrl: upstream.url,
    port,
    managementPort
  })
  const args = ['start', '--config', file]
  const gateway = await startProgram({ path: GATEHOUSE, args, port, env, headers, readyMs: LIMIT_MS })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (number: number) => askOnce(`${gateway.url}/state/${number}`, { headers, agent })
  try {
    const without: number[] = []
    const during: number[] = []
    const turns: number[] = []
    await gateway.longestTurn()
    for (let number = 1; number <= reloads; number++) {
      without.push(await findLongest(() => ask(number), MORE_REQUESTS))
      write(number)
      await gateway.longestTurn()
      during.push(await findLongestUntilRefused(() => ask(number)))
      turns.push(await gateway.longestTurn())
    }
    const what = `reload of ${APPLICATIONS} × ${RULES} in ${format.toUpperCase()}: longest wait of a visitor`
    return [
      figure(what, 'ms', during, { under: BUDGET_MS }),
      figure('… without a reload', 'ms', without),
      // Not every system tells the processor time of a thread.
      ...(turns.some(Number.isNaN) ? [] : [figure('… processor time of the longest turn', 'ms', turns)])
    ]
  } finally {
    agent.destroy()
    await gateway.stop()
  }
}

/** The first application has the host of the visitor, and refuses `/state/<number>`. */
function buildConfiguration(upstreamUrl: string, number: number): object {
  const { hostname } = new URL(PUBLIC_ORIGIN)
  const rulesOf = (application: number) => [
    { path: `/state/${number}`, allow: 'deny' },
    ...Array.from({ length: RULES - 1 }, (_, rule) => ({
      path: `/part-${rule}/*`,
      methods: ['GET', 'POST'],
      allow: { claim: 'role', oneOf: [`role-${rule}`, `of-${application}`] }
    }))
  ]
  return {
    applications: Array.from({ length: APPLICATIONS }, (_, index) => ({
      name: `app-${index}`,
      ...(index === 0 ? {} : { host: `app-${index}.${hostname}` }),
      upstream: { url: upstreamUrl },
      access: { default: 'signed-in', rules: rulesOf(index) }
    }))
  }
}

interface Response {
  status: number
  ms: number
}

function askOnce(url: string, options: { headers: Record<string, string>; agent: Agent }): Promise<Response> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, options, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt })
      })
    })
    request.on('error', reject)
  })
}

/** Milliseconds of the longest of so many requests, one after the other. */
async function findLongest(ask: () => Promise<Response>, requests: number): Promise<number> {
  let longest = 0
  for (let left = requests; left > 0; left--) {
    longest = Math.max(longest, (await ask()).ms)
    await wait(PAUSE_MS)
  }
  return longest
}

/** The same of all requests until the new rules are in force, and some more. Rejects when they never are. */
async function findLongestUntilRefused(ask: () => Promise<Response>): Promise<number> {
  const deadline = performance.now() + LIMIT_MS
  let longest = 0
  for (let status = 200; status !== 403; ) {
    const response = await ask()
    longest = Math.max(longest, response.ms)
    status = response.status
    if (performance.now() > deadline) throw new Error('the new configuration is never in force')
    await wait(PAUSE_MS)
  }
  return Math.max(longest, await findLongest(ask, MORE_REQUESTS))
}
