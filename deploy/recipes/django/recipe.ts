import { appendFileSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../recipe.ts'

/** For the style sheets of the admin. */
const WHITENOISE = `
MIDDLEWARE.insert(1, "whitenoise.middleware.WhiteNoiseMiddleware")
WHITENOISE_USE_FINDERS = True
`

export const recipe: Recipe = {
  source: { kind: 'python' },
  opens: '/admin/',
  isInCi: true,
  async start({ port, folder, copy, program, run, runOnce }) {
    await runOnce(program('django-admin'), ['startproject', 'project', '.'])
    renameSync(copy('identity.py'), join(folder, 'project', 'identity.py'))
    const settings = readFileSync(copy('settings.py'), 'utf8')
    appendFileSync(join(folder, 'project', 'settings.py'), `${WHITENOISE}${settings}`)
    await runOnce(program('python3'), ['manage.py', 'migrate'])
    await run(program('gunicorn'), [`--bind=127.0.0.1:${port}`, 'project.wsgi'])
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('django-admin'), ['--version'])).trim()
  },
  async whoIs({ page }) {
    return await page.locator('#user-tools strong').innerText()
  },
  async use({ page, url, person }) {
    await page.goto(`${url}/admin/auth/group/add/`)
    const name = `Team ${Date.now()} of ${person}`
    await page.getByRole('textbox', { name: 'Name:' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('rowheader', { name }).waitFor()
  },
  async signOut({ page }) {
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL((now) => now.pathname.endsWith('/login'))
  }
}
