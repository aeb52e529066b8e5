import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
  source: { kind: 'debian', packages: ['prometheus'], programs: ['prometheus'] },
  opens: '/classic/graph',
  isBelowPath: true,
  isInCi: true,
  beside: ['nginx', 'traefik'],
  async start({ url, port, path, copy, program, run }) {
    const config = copy('prometheus.yml')
    const args = [
      `--config.file=${config}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--storage.tsdb.path=data'
    ]
    // The gateway strips the folder: links need it, routes do not.
    const below = path === '/' ? [] : [`--web.external-url=${url}`, '--web.route-prefix=/']
    await run(program('prometheus'), [...args, ...below])
  },
  async version({ program, runOnce }) {
    const printed = await runOnce(program('prometheus'), ['--version'])
    return printed.replace(/^.*version (\S+) .*$/s, '$1')
  },
  async use({ page, url }) {
    await page.goto(`${url}/classic/graph`)
    await page.locator('#expr0').fill('vector(42)')
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByRole('cell', { name: '42', exact: true }).waitFor()
  },
  api: { path: '/api/v1/query?query=vector(42)', says: /"42"/ }
}
