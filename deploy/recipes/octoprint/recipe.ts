import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Recipe } from '../recipe.ts'

/** What its assistant asks at the first start, and no calls to other hosts. */
const ASSISTANT = `
onlineCheck: { enabled: false }
pluginBlacklist: { enabled: false }
plugins:
  announcements: { enabled_channels: [] }
  errortracking: { enabled: false }
  tracking: { enabled: false }
server: { firstRun: false }
`

const START_TIMEOUT_MS = 120_000
const POLL_MS = 500

/** Each needs a name of its own. */
let uploaded = 0

/** Before that, something else listens at its port. */
async function waitUntilOnline(port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (true) {
    const response = await fetch(`http://127.0.0.1:${port}/online.gif`).catch(() => null)
    if (response?.ok) break
    if (Date.now() > deadline) throw new Error('OctoPrint is not online')
    await pause(POLL_MS)
  }
  // The first page of someone who is signed in takes it many seconds.
  await fetch(`http://127.0.0.1:${port}/`, { headers: { 'remote-user': 'admin' } })
}

export const recipe: Recipe = {
  source: { kind: 'python' },
  isBelowPath: true,
  async start({ folder, port, copy, program, run, runOnce }) {
    const config = copy('config.yaml')
    appendFileSync(config, ASSISTANT)
    const own = ['--config', config, '--basedir', `${folder}/octoprint`]
    await runOnce(program('octoprint'), [
      ...own,
      'user',
      'add',
      '--password',
      'octoprint',
      '--admin',
      'admin'
    ])
    const address = ['--host', '127.0.0.1', '--port', String(port)]
    await run(program('octoprint'), [...own, 'serve', '--iknowwhatimdoing', ...address])
    await waitUntilOnline(port)
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('octoprint'), ['--version'])).replace(/^.*version (\S+).*$/s, '$1')
  },
  async whoIs({ page }) {
    return await page
      .locator('#navbar_login .dropdown-toggle')
      .filter({ hasText: /ada|zoe/ })
      .innerText()
  },
  async use({ page, url }) {
    await page.goto(`${url}/`)
    await page.locator('#page-container-loading').waitFor({ state: 'hidden' })
    const name = `cube-${uploaded++}.gcode`
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from('G28\nG1 X10 Y10 F3000\n') }
    await page.locator('#gcode_upload').setInputFiles(file)
    await page.locator('#files').getByRole('heading', { name }).waitFor()
  },
  api: { path: '/api/currentuser', says: /"name":\s*"ada"/ }
}
