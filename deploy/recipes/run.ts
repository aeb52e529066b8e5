import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import {
  FEW_PROCESSES,
  findLightChromium,
  launchChromium
} from '../../gateway/test/fixtures/browser/browser.ts'
import { closing, createChecks } from '../../gateway/test/fixtures/commands/checks.ts'
import { nginx } from '../../gateway/test-proxies/proxies/nginx.ts'
import { traefik } from '../../gateway/test-proxies/proxies/traefik.ts'
import { type Installed, install } from './install.ts'
import { checkJourney } from './journey.ts'
import { type LastRun, writeLastRun } from './last-run.ts'
import type { Recipe } from './recipe.ts'
import { type Surroundings, startSurroundings, type Variant } from './surroundings.ts'

const COMPILED = packagePath('dist', 'deploy', 'recipes')
const PROXIES = { nginx, traefik }
/** The first time, packages are fetched. */
const PREPARE_TIMEOUT_MS = 1_200_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Those of each `.ci/run` alone. */
    ci: { type: 'boolean', default: false },
    /** Only installs. */
    prepare: { type: 'boolean', default: false },
    /** Notes versions and date for the page, where everything passed. */
    record: { type: 'boolean', default: false }
  }
})
const checks = createChecks()

/** In the order of their names. */
async function loadRecipes(): Promise<[name: string, recipe: Recipe][]> {
  const names = readdirSync(COMPILED).filter((name) => existsSync(join(COMPILED, name, 'recipe.js')))
  const all = names.sort().map(async (name): Promise<[string, Recipe]> => {
    const { recipe } = await import(pathToFileURL(join(COMPILED, name, 'recipe.js')).href)
    return [name, recipe]
  })
  return await Promise.all(all)
}

async function prepare(name: string, recipe: Recipe): Promise<Installed> {
  const results: Installed[] = []
  await checks.check(
    `${name}: installed`,
    async () => void results.push(await install(name, recipe.source)),
    PREPARE_TIMEOUT_MS
  )
  return results[0] ?? { kind: 'missing', reason: 'it was not installed' }
}

/** The ways to run it, each with words for it. A proxy that is not installed is skipped. */
function listVariants(name: string, { beside = [], isBelowPath = false }: Recipe): [string, Variant][] {
  const variants: [string, Variant][] = [['at a host of its own', { kind: 'host' }]]
  if (isBelowPath) variants.push(['below a path', { kind: 'path' }])
  for (const one of beside) {
    const proxy = PROXIES[one]
    const program = proxy.find()
    const title = `beside ${proxy.name}`
    if (program === null) checks.skip(`${name}, ${title}`, proxy.howToInstall)
    else variants.push([title, { kind: 'beside', proxy, program }])
  }
  return variants
}

async function runRecipe(browser: Browser, name: string, recipe: Recipe): Promise<void> {
  const failedBefore = checks.counts.failed
  const installed = await prepare(name, recipe)
  if (installed.kind === 'missing') checks.skip(name, installed.reason)
  if (installed.kind === 'missing' || values.prepare) return
  const run: { -readonly [Key in keyof LastRun]: LastRun[Key] } = { version: '', date: '', variants: [] }
  for (const [title, variant] of listVariants(name, recipe)) {
    await closing(async (t) => {
      const started: Surroundings[] = []
      await checks.check(
        `${name}, ${title}: starts`,
        async () => void started.push(await startSurroundings(t, { name, recipe, installed, variant })),
        PREPARE_TIMEOUT_MS
      )
      for (const surroundings of started) {
        await checkJourney(checks, `${name}, ${title}`, { browser, recipe, surroundings })
        run.version = await recipe.version(surroundings.place)
      }
    })
    run.variants = [...run.variants, title]
  }
  run.date = new Date().toISOString().slice(0, 10)
  if (values.record && checks.counts.failed === failedBefore) writeLastRun(name, run)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const all = await loadRecipes()
const chromium = findLightChromium()
const browser = chromium === null ? null : await launchChromium(chromium, FEW_PROCESSES)
for (const name of positionals.filter((one) => !all.some(([known]) => known === one)))
  await checks.check(`${name}: is a recipe`, () => Promise.reject(new Error('there is none of this name')))
for (const [name, recipe] of all) {
  const isWanted =
    positionals.length === 0 ? !values.ci || recipe.isInCi === true : positionals.includes(name)
  if (!isWanted) continue
  if (browser === null) checks.skip(name, 'no Chromium')
  else await runRecipe(browser, name, recipe)
}
await browser?.close()
process.exit(checks.finish().failed === 0 ? 0 : 1)
