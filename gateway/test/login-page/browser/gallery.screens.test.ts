import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t from 'tap'
import { parse } from 'yaml'
import { startPreview } from '../../../src/commands/preview.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { LOGIN_PAGE, withLoginSections } from '../../../src/config/partial-config.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'

let preview: Awaited<ReturnType<typeof startPreview>>
t.before(async () => {
  if (skip !== false) return
  const sources = { file: null, env: {} }
  const loaded = loadConfig(sources, LOGIN_PAGE)
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  const { config } = loaded
  preview = await startPreview(config, (edited) => loadConfig(sources, withLoginSections(edited)), 0)
})
t.teardown(() => preview?.close())

/** A page of the gallery, and its console messages about errors and the policy. */
async function openGallery(t: { teardown(end: () => unknown): unknown }, query: string) {
  const context = await (await sharedChromium()).newContext({ viewport: { width: 1280, height: 800 } })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${preview.url}/${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, complaints }
}

const frames = (page: Page) => page.locator('iframe')
const field = (page: Page, key: string) => page.locator(`[id="login.${key}"]`)

/** Waits until the thumbnails show an edit. */
const edited = (page: Page) => page.locator('iframe[src*="theme="]').first().waitFor()

/** The colour of the main button in the first thumbnail, once its page has loaded. */
async function fillIn(page: Page): Promise<unknown> {
  await page.frameLocator('iframe').locator('main .button').first().waitFor()
  return await page
    .frames()
    .at(-1)
    ?.evaluate('getComputedStyle(document.querySelector("main .button")).backgroundColor')
}

t.test('gallery: filters work with the keyboard and are kept in the address', { skip }, async (t) => {
  const { page, complaints } = await openGallery(t, '?screen=sign-in')
  const all = await frames(page).count()
  await page.getByLabel('State').pressSequentially('wrong password')
  await page
    .getByRole('status')
    .filter({ hasText: /^1 state$/ })
    .waitFor()
  t.ok(all > 10)
  await page.getByRole('radio', { name: 'dark' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: '1280' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByLabel('Language').selectOption('ar')
  await page.waitForURL(/lang=ar/)
  t.equal(new URL(page.url()).search, '?screen=sign-in&state=wrong+password&lang=ar&scheme=dark&size=390')
  await page.reload()
  const thumbnail = page.frameLocator('iframe[title="sign-in-wrong-password"]')
  await thumbnail.locator('html[lang=ar][dir=rtl]').waitFor()
  const [, frame] = page.frames()
  t.equal(await frame?.evaluate('innerWidth'), 390)
  t.equal(await frame?.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark')
  t.same(complaints, [])
})

t.test('gallery: scrolling inside a thumbnail does not scroll the gallery', { skip }, async (t) => {
  const { page } = await openGallery(t, '?state=wrong+password')
  await page.setViewportSize({ width: 1280, height: 200 })
  const alive = `[...document.querySelectorAll('iframe')]
    .find(({ contentWindow }) => contentWindow.gatehousePrelude?.isTaken())`
  while (!(await page.evaluate(`${alive} !== undefined`)))
    await page.evaluate('new Promise(requestAnimationFrame)')
  await page.evaluate(`${alive}.contentDocument.querySelector('footer').scrollIntoView()`)
  t.equal(await page.evaluate('scrollY'), 0)
})

t.test('gallery: an edited accent shows in thumbnails and YAML, but not in history', { skip }, async (t) => {
  const { page, complaints } = await openGallery(t, '?screen=sign-in&state=password+only&scheme=light')
  const before = await fillIn(page)
  const steps = await page.evaluate('history.length')
  await field(page, 'theme.accent').fill('#0b6b3a')
  await edited(page)
  const yaml = page.getByRole('textbox', { name: 'Configuration' })
  t.not(await fillIn(page), before)
  t.equal(await fillIn(page), 'rgb(11, 107, 58)')
  t.same(parse(await yaml.inputValue()), { login: { theme: { accent: '#0b6b3a' } } })
  t.equal(await page.evaluate('history.length'), steps)
  t.same(complaints, [])
})

t.test('gallery: resetting the edits shows the configuration again', { skip }, async (t) => {
  const { page } = await openGallery(t, '?screen=sign-in&state=password+only')
  await field(page, 'theme.accent').fill('#0b6b3a')
  await edited(page)
  await page.getByRole('button', { name: 'As in the configuration' }).click()
  await page.locator('iframe:not([src*="theme="])').waitFor()
  t.equal(await field(page, 'theme.accent').inputValue(), '')
  t.equal(await page.getByRole('textbox', { name: 'Configuration' }).count(), 0)
})

t.test('gallery: an unreadable accent is reported with a readable suggestion', { skip }, async (t) => {
  const { page } = await openGallery(t, '?screen=sign-in&state=password+only&scheme=light')
  await field(page, 'theme.accent').fill('#ffffaa')
  await page.getByRole('button', { name: /^Use #/ }).waitFor()
  t.equal(await field(page, 'theme.accent').getAttribute('aria-invalid'), 'true')
  t.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
  await page.getByRole('button', { name: /^Use #/ }).click()
  await edited(page)
  t.equal(await field(page, 'theme.accent').getAttribute('aria-invalid'), 'false')
  t.equal(await page.getByRole('button', { name: 'Copy' }).isDisabled(), false)
})

t.test(
  'gallery: an error is shown at its field, with a suggested shade only if one was found',
  { skip },
  async (t) => {
    const { page } = await openGallery(t, '?screen=sign-in&state=password+only')
    const problemOf = (key: string) => page.locator(`[id="login.${key}-problem"]`)
    await field(page, 'theme.accent').fill('red')
    await problemOf('theme.accent').waitFor()
    t.match(await problemOf('theme.accent').textContent(), /^accent has the wrong format\. .*\.$/)
    t.equal(await page.getByRole('button', { name: /^Use #/ }).count(), 0)
    await field(page, 'theme.accent').fill('#ffffaa')
    await page.getByRole('button', { name: /^Use #/ }).waitFor()
    await field(page, 'theme.accent').fill('')
    await page.locator('summary', { hasText: 'Brand' }).click()
    await field(page, 'brand.name').fill('Acme: Reports')
    await problemOf('brand.name').waitFor()
    t.match(
      await problemOf('brand.name').textContent(),
      /^name has a colon, [^.]+\. Remove it, or set login\.mfa\.issuer/i
    )
    t.equal(await field(page, 'brand.name').getAttribute('aria-invalid'), 'true')
    t.equal(await page.locator('.problems .problem').count(), 0, 'no error is shown twice')
  }
)

t.test('gallery: axe finds nothing in light, dark and narrow layouts', { skip }, async (t) => {
  const { page } = await openGallery(t, '?screen=forgot')
  await field(page, 'theme.accent').fill('#ffffaa')
  await page.getByRole('button', { name: /^Use #/ }).waitFor()
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Not as a script element: the policy of the page allows only its own files.
  await page.evaluate(source)
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 320]
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(
      'axe.run({ exclude: ["iframe"] }, { iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))'
    )
    t.same(found, [], `${colorScheme}, ${width} px`)
    t.equal(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      true,
      'no sideways scroll'
    )
  }
})
