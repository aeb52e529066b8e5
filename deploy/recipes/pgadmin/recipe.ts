import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
  source: { kind: 'python' },
  async start({ port, folder, copy, program, run }) {
    copy('config_local.py', [
      // Where it keeps its data, and nothing that needs a network.
      [
        'WEBSERVER_REMOTE_USER =',
        `DATA_DIR = "${folder}/data"
DEFAULT_SERVER_PORT = ${port}
UPGRADE_CHECK_ENABLED = False
SHOW_GRAVATAR_IMAGE = False
WEBSERVER_REMOTE_USER =`
      ]
    ])
    await run(program('pgadmin4'), [], {
      // Instead of beside its `config.py`.
      PYTHONPATH: folder,
      // The administrator that it demands at the first start; signed in by password only.
      PGADMIN_SETUP_EMAIL: 'admin@example.com',
      PGADMIN_SETUP_PASSWORD: 'the password of an administrator'
    })
  },
  async version({ program, runOnce }) {
    const code = 'from importlib.metadata import version; print(version("pgadmin4"))'
    return (await runOnce(program('python'), ['-c', code])).trim()
  },
  async whoIs({ page }) {
    return await page.getByRole('button', { name: /\(webserver\)/ }).innerText()
  },
  async use({ page, url }) {
    const name = `Servers of ${Date.now()}`
    await page.goto(`${url}/browser/`)
    await page.getByText('Servers', { exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Create' }).hover()
    await page.getByRole('menuitem', { name: 'Server Group...' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(name).waitFor()
    await page.reload()
    await page.getByText(name).waitFor()
  },
  async signOut({ page }) {
    await page.getByRole('button', { name: /\(webserver\)/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL((now) => now.pathname === '/login')
  }
}
