import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../recipe.ts'

/** Its database before the first visit, which takes minutes to make: for the other ways to run it. */
let database: Buffer | null = null

export const recipe: Recipe = {
  source: { kind: 'python' },
  opens: '/superset/welcome/',
  beside: ['nginx', 'traefik'],
  async start({ port, folder, copy, program, run, runOnce }) {
    const config = copy('superset_config.py', [
      // So that both may run queries, and there is something to run them against.
      ['REGISTRATION_ROLE = "Gamma"', 'REGISTRATION_ROLE = "Admin"\nPREVENT_UNSAFE_DB_CONNECTIONS = False']
    ])
    const env = { SUPERSET_CONFIG_PATH: config, FLASK_APP: 'superset.app:create_app()' }
    const data = join(folder, 'home', '.superset')
    if (database === null) {
      const superset = program('superset')
      await runOnce(superset, ['db', 'upgrade'], env)
      await runOnce(superset, ['init'], env)
      await runOnce(
        superset,
        ['set-database-uri', '--database_name', 'data', '--uri', 'sqlite:///data.db'],
        env
      )
      database = readFileSync(join(data, 'superset.db'))
    } else {
      mkdirSync(data)
      writeFileSync(join(data, 'superset.db'), database)
    }
    const address = ['--bind', `127.0.0.1:${port}`]
    // It would accept connections long before it can answer.
    const options = ['--preload', '--threads', '4', '--timeout', '60']
    await run(program('gunicorn'), [...address, ...options, env.FLASK_APP], env)
  },
  async version({ program, runOnce }) {
    const code = 'from importlib.metadata import version; print(version("apache-superset"))'
    return (await runOnce(program('python'), ['-c', code])).trim()
  },
  async whoIs({ page, url }) {
    return String(await page.evaluate(`fetch('${url}/api/v1/me/').then((response) => response.text())`))
  },
  async use({ page, url }) {
    const number = Date.now()
    const query = new URLSearchParams({ dbid: '1', sql: `SELECT ${number} + 1 AS answer`, autorun: 'true' })
    await page.goto(`${url}/sqllab/?${query}`)
    await page.getByText(String(number + 1), { exact: true }).waitFor()
  },
  async signOut({ page }) {
    await page.getByRole('menuitem', { name: 'Settings' }).hover()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL((now) => now.pathname === '/login')
  },
  knownComplaints: [
    // Its table of results wants `eval`, which its own policy forbids, and modules that it does not load.
    /AG Grid: error #(16|200) /,
    // Its makers count visits.
    /ERR_\w+ https:\/\/apachesuperset\.gateway\.scarf\.sh\//
  ],
  knownWarnings: [/^service worker of the application: /],
  api: { path: '/api/v1/me/', says: /"username":"ada"/ }
}
