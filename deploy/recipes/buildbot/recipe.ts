import { readFileSync, writeFileSync } from 'node:fs'
import type { Recipe } from '../recipe.ts'

/** What there is to build. */
const BUILDS = `
from buildbot.plugins import schedulers, steps, util, worker
c = BuildmasterConfig = {"buildbotNetUsageData": None}
c["workers"] = [worker.LocalWorker("local")]
c["protocols"] = {"pb": {"port": "tcp:0:interface=127.0.0.1"}}
c["schedulers"] = [schedulers.ForceScheduler(name="force", builderNames=["greeting"])]
greeting = util.BuildFactory([steps.ShellCommand(name="greet", command=["echo", "hello"])])
c["builders"] = [util.BuilderConfig(name="greeting", workernames=["local"], factory=greeting)]
`

export const recipe: Recipe = {
  source: { kind: 'python' },
  async start({ port, copy, program, run, runOnce }) {
    await runOnce(program('buildbot'), ['create-master', '--relocatable', '.'])
    const config = copy('master.cfg', [['tcp:8010', `tcp:${port}`]])
    writeFileSync(config, BUILDS + readFileSync(config, 'utf8'))
    await run(program('buildbot'), ['start', '--nodaemon', '.'])
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('buildbot'), ['--version'])).replace(/^Buildbot version: (\S+).*$/s, '$1')
  },
  async whoIs({ page }) {
    return await page.locator('#bb-loginbar-dropdown').innerText()
  },
  async use({ page, url }) {
    await page.goto(`${url}/#/builders/1`)
    await page.getByRole('button', { name: 'force', exact: true }).click()
    await page.getByRole('button', { name: 'Start build' }).click()
    await page.waitForURL(/\/builds\/\d+$/)
    await page.getByText('SUCCESS').first().waitFor()
  },
  api: { path: '/api/v2/builders', says: /"greeting"/ },
  // Its page asks for the icon with a slash too many, which the gateway refuses.
  knownComplaints: [/ 400 .*\/\/icon\.svg$/]
}
