import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t from 'tap'
import { PREVIEW_NEEDS, startPreview } from '../../../plugins/preview/preview.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'

let preview: Awaited<ReturnType<typeof startPreview>>
t.before(async () => {
  if (skip !== false) return
  const loaded = loadConfig({ file: null, env: {} }, PREVIEW_NEEDS)
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  preview = await startPreview(loaded.config, 0)
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

t.test('gallery: axe finds nothing in light, dark and narrow layouts', { skip }, async (t) => {
  const { page } = await openGallery(t, '?screen=forgot')
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
