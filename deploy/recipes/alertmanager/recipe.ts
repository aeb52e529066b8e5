import { readGoVersion } from '../install.ts'
import type { Recipe, Visit } from '../recipe.ts'

export const recipe: Recipe = {
  source: { kind: 'go' },
  isBelowPath: true,
  beside: ['nginx', 'traefik'],
  async start({ url, port, path, copy, program, run }) {
    const args = [
      `--config.file=${copy('alertmanager.yml')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
      '--storage.path=data'
    ]
    // The gateway strips the folder: links need it, routes do not.
    const below = path === '/' ? [] : [`--web.external-url=${url}`, '--web.route-prefix=/']
    await run(program('alertmanager'), [...args, ...below])
  },
  version: (place) => readGoVersion(place, 'alertmanager'),
  async use(visit) {
    const { page, url } = visit
    await page.goto(`${url}/#/alerts`)
    await post(visit)
    await page.goto(`${url}/#/silences/new?filter=${encodeURIComponent('{alertname="DiskFull"}')}`)
    await page.locator('.form-group', { hasText: 'Creator' }).locator('input').fill(visit.person)
    await page
      .locator('.form-group', { hasText: 'Comment' })
      .locator('textarea')
      .fill('A new disk is ordered')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('A new disk is ordered').waitFor()
    await page.getByText('DiskFull').first().waitFor()
  },
  api: { path: '/api/v2/alerts', says: /DiskFull/ }
}

/** As Prometheus would, which sends alerts to the port itself. */
async function post({ page, url }: Visit): Promise<void> {
  const alerts = JSON.stringify([{ labels: { alertname: 'DiskFull' } }])
  const init = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '${alerts}' }`
  await page.evaluate(`fetch(${JSON.stringify(`${url}/api/v2/alerts`)}, ${init})`)
}
