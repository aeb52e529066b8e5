import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
  source: { kind: 'python' },
  // It responds for files of the notebook, below `/public/`, alone.
  knownWarnings: [/^service worker of the application/],
  async start({ port, copy, program, run }) {
    const notebook = copy('notebook.py')
    await run(program('marimo'), ['run', notebook, '--headless', '--no-token', '--port', `${port}`])
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('marimo'), ['--version'])).trim()
  },
  async whoIs({ page }) {
    return await page.getByText('Signed in as').innerText()
  },
  async use({ page, url }) {
    await page.goto(url)
    await page.getByText('Its square is 0.').waitFor()
    await page.getByRole('textbox', { name: 'Number' }).fill('12')
    await page.keyboard.press('Tab')
    await page.getByText('Its square is 144.').waitFor()
  },
  async signOut({ page }) {
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.waitForURL((now) => now.pathname.endsWith('/login'))
  }
}
