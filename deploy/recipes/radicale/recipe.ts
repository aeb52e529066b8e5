import type { Recipe } from '../recipe.ts'

/** Each needs a name of its own. */
let created = 0

export const recipe: Recipe = {
  source: { kind: 'python' },
  isInCi: true,
  async start({ folder, copy, program, run }) {
    const config = copy('radicale.config', [['/var/lib/radicale', folder]])
    await run(program('radicale'), ['--config', config])
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('radicale'), ['--version'])).trim()
  },
  async whoIs({ page, url }) {
    await page.goto(`${url}/.web/`)
    return await page.locator('#logoutview [data-name=user]').filter({ hasText: /./ }).innerText()
  },
  async use({ page, url }) {
    await page.goto(`${url}/.web/`)
    const calendars = page.locator('#collectionsscene article:visible')
    await page.locator('#collectionsscene [data-name=new]').click()
    const form = page.locator('#createcollectionscene')
    const name = `calendar-${created++}`
    await form.locator('[data-name=type]').selectOption('CALENDAR')
    await form.locator('[data-name=href]').fill(name)
    await form.locator('[data-name=displayname]').fill(name)
    await form.locator('[data-name=submit]').click()
    await calendars.getByText(name, { exact: true }).waitFor()
  },
  api: { path: '/ada/calendar-0/', says: /BEGIN:VCALENDAR/ },
  // It looks for calendars that others share, which is off by default.
  knownComplaints: [/ 404 .*\/\.sharing\/v1\/all\/list$/]
}
