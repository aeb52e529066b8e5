import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
  source: { kind: 'python' },
  async start({ port, url, copy, program, run }) {
    // The host with the port of this run, which is not the usual one.
    const file = copy('mlflow.env', [['HOSTS=mlflow.example.com', `HOSTS=${new URL(url).host}`]])
    const env = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
    await run(program('mlflow'), ['server', '--port', String(port), '--workers', '1'], env)
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('mlflow'), ['--version'])).replace(/^.*version (\S+)\s*$/s, '$1')
  },
  async use({ page, url }) {
    const name = `Experiment ${Date.now()}`
    await page.goto(`${url}/#/experiments`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Experiment Name').fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/#\/experiments\/\d+/)
    await page.getByText(name, { exact: true }).first().waitFor()
  },
  api: { path: '/api/2.0/mlflow/experiments/search?max_results=10', says: /"name": "Experiment \d+"/ },
  knownComplaints: [
    // It asks who the user is, although it knows none, and whether a name is free: 404 is its answer.
    /status of 404 .*\/ajax-api\/2\.0\/mlflow\/users\/current$/,
    /status of 404 .*\/ajax-api\/2\.0\/mlflow\/experiments\/get-by-name\?/
  ]
}
