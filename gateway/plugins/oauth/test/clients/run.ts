import type { Browser } from 'playwright-core'
import { findLightChromium, launchChromium } from '../../../../test/fixtures/browser/browser.ts'
import { closing, createChecks } from '../../../../test/fixtures/commands/checks.ts'
import { findObstacle, type Package, prepareSample } from '../../../../test-examples/samples.ts'
import { BESIDE, checkBeside } from './beside-proxy.ts'
import { checkLibraries } from './libraries.ts'
import { checkMcp } from './mcp.ts'
import { checkNamedClients } from './named-clients.ts'
import { checkDevice, checkGoClient, checkOauth2Proxy } from './oidc.ts'
import {
  findOauth2Proxy,
  GO_CLIENT,
  MCP_CLIENT,
  MCP_SERVER,
  PYTHON_CLIENTS,
  ZITADEL_CLIENT
} from './programs.ts'

/** The first time, packages are fetched. */
const PREPARE_TIMEOUT_MS = 600_000
const NO_BROWSER = 'no Chromium: set CHROMIUM_PATH or install Debian’s package `chromium-headless-shell`'

const checks = createChecks()
const { check, skip, finish } = checks
/** All of it beside each proxy, not only the first. */
const isThorough = process.argv.includes('--thorough')
const isOnlyPreparing = process.argv.includes('--prepare')

/** Null: not on this machine, or it could not be prepared, as said. */
async function prepare(name: string, get: () => Promise<string>): Promise<string | null> {
  let found: string | null = null
  await check(
    `${name}: it is installed`,
    async () => {
      found = await get()
    },
    PREPARE_TIMEOUT_MS
  )
  return found
}

async function preparePackage(one: Package): Promise<string | null> {
  const obstacle = await findObstacle(one)
  if (obstacle === null) return await prepare(one.name, () => prepareSample(one))
  skip(`${one.name}: it is installed`, obstacle)
  return null
}

async function runAll(browser: Browser): Promise<void> {
  if (server !== null && client !== null) {
    const mcp = { browser, server, client }
    await closing((t) => checkMcp(t, checks, { ...mcp, delivery: 'gateway', name: 'MCP SDK' }))
    for (const proxy of BESIDE) {
      const program = proxy.find()
      if (program === null) skip(`MCP SDK beside ${proxy.name}`, proxy.howToInstall)
      else {
        const isBrief = proxy !== BESIDE[0] && !isThorough
        await closing((t) => checkBeside(t, checks, { ...mcp, proxy, program, isBrief }))
      }
    }
  }
  if (goClient !== null) await closing((t) => checkGoClient(t, checks, { browser, folder: goClient }))
  if (proxy !== null) await closing((t) => checkOauth2Proxy(t, checks, { browser, program: proxy }))
  await closing((t) => checkDevice(t, checks, { browser }))
}

const server = await preparePackage(MCP_SERVER)
const client = await preparePackage(MCP_CLIENT)
const goClient = await preparePackage(GO_CLIENT)
const libraries = {
  server,
  python: await preparePackage(PYTHON_CLIENTS),
  zitadel: await preparePackage(ZITADEL_CLIENT)
}
const proxy = await findOauth2Proxy().then(
  (program) => {
    if (program === null) skip('oauth2-proxy: it is installed', 'not installed: go')
    return program
  },
  (err: Error) => {
    skip('oauth2-proxy: it is installed', `cannot be built here: ${err.message.split('\n', 1)[0]}`)
    return null
  }
)
if (!isOnlyPreparing) {
  await closing((t) => checkNamedClients(t, checks))
  await closing((t) => checkLibraries(t, checks, libraries))
}
const chromium = findLightChromium()
if (!isOnlyPreparing && chromium === null) skip('OAuth in a browser', NO_BROWSER)
if (!isOnlyPreparing && chromium !== null) {
  const browser = await launchChromium(chromium)
  await runAll(browser)
  await browser.close()
}
process.exit(finish().failed === 0 ? 0 : 1)
