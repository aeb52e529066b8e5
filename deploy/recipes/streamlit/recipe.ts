import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
  source: { kind: 'python' },
  beside: ['nginx', 'traefik'],
  async start({ port, folder, copy, program, run }) {
    const config = join(folder, '.streamlit', 'config.toml')
    mkdirSync(dirname(config))
    renameSync(copy('config.toml', [['port = 8501', `port = ${port}`]]), config)
    await run(program('streamlit'), ['run', copy('app.py')])
  },
  async version({ program, runOnce }) {
    const printed = await runOnce(program('streamlit'), ['version'])
    return printed.replace(/^.*version (\S+)\s*$/s, '$1')
  },
  async whoIs({ page }) {
    return await page.getByText('Signed in as').innerText()
  },
  async use({ page, url }) {
    await page.goto(url)
    await page.locator('input[type=file]').setInputFiles({
      name: 'figures.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('month,sales\nJanuary,10\nFebruary,30\n')
    })
    await page.getByRole('cell', { name: 'February' }).waitFor()
    const clock = page.getByText(/^Now: /)
    await clock.filter({ hasNotText: await clock.innerText() }).waitFor()
  },
  async signOut({ page }) {
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.waitForURL((now) => now.pathname.endsWith('/login'))
  }
}
