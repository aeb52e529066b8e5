import { appendFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Recipe } from '../recipe.ts'

const START_TIMEOUT_MS = 60_000

/** Without accounts of the operating system. */
const spawner = (folder: string, port: number) => `
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = "${folder}/people/{username}"
c.JupyterHub.hub_port = ${port + 1}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:${port + 2}"
c.Spawner.args = ["--allow-root"]
`

export const recipe: Recipe = {
  source: { kind: 'python' },
  opens: '/hub/home',
  async start({ folder, port, copy, program, run }) {
    const config = copy('jupyterhub_config.py')
    appendFileSync(config, spawner(folder, port))
    const programs = [program('jupyterhub'), program('configurable-http-proxy')].map(dirname)
    const env = { PATH: [...programs, process.env.PATH].join(':') }
    await run(program('jupyterhub'), ['--config', config], env)
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('jupyterhub'), ['--version'])).trim()
  },
  async whoIs({ page, url }) {
    await page.goto(`${url}/hub/home`)
    return await page.locator('#login_widget').innerText()
  },
  async use({ page, url, person }) {
    await page.goto(`${url}/hub/spawn`)
    await page.waitForURL(`${url}/user/${person}/lab*`, { timeout: START_TIMEOUT_MS })
    await page.goto(`${url}/user/${person}/lab?reset`)
    await page.locator('.jp-LauncherCard[data-category=Notebook]').first().click()
    await page.getByText('| Idle').waitFor()
    await page.locator('.jp-Notebook .cm-content').last().click()
    await page.keyboard.type('print(6 * 7)')
    await page.keyboard.press('Shift+Enter')
    await page.locator('.jp-OutputArea-output').getByText('42', { exact: true }).waitFor()
  }
}
