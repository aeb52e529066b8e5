import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../recipe.ts'

/** An asset whose making takes long enough to be watched. */
const DEFINITIONS = `import time
import dagster as dg

@dg.asset
def numbers() -> list[int]:
    time.sleep(2)
    return [1, 2, 3]

defs = dg.Definitions(assets=[numbers])
`

export const recipe: Recipe = {
  source: { kind: 'python' },
  opens: '/assets',
  async start({ port, folder, program, run }) {
    // No statistics, which need a network, and no invitation over the first page.
    writeFileSync(join(folder, 'dagster.yaml'), 'telemetry: { enabled: false }\nnux: { enabled: false }\n')
    const definitions = join(folder, 'definitions.py')
    writeFileSync(definitions, DEFINITIONS)
    const address = ['--host', '127.0.0.1', '--port', String(port)]
    await run(program('dagster'), ['dev', '--python-file', definitions, ...address], { DAGSTER_HOME: folder })
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('dagster'), ['--version'])).replace(/^.*version (\S+)\s*$/s, '$1')
  },
  /** The page learns over its WebSocket that the run has ended. */
  async use({ page, url }) {
    await page.goto(`${url}/assets/numbers`)
    await page.getByRole('button', { name: 'Materialize' }).click()
    await page.getByRole('link', { name: 'View', exact: true }).click()
    // Each run is a process of its own, whose start takes a while.
    await page.getByText('RUN_SUCCESS').waitFor({ timeout: 60_000 })
  },
  // Warnings of its GraphQL client about queries of its own, also without the gateway.
  knownComplaints: [/go\.apollo\.dev\/c\/err#\S*%22message%22%3A(43|85)%2C/],
  api: { path: '/graphql?query=%7Bversion%7D', says: /"version":\s?"\d/ }
}
