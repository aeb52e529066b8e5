import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { PREVIEW_NEEDS, startPreview } from '../../../plugins/preview/preview.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { openContext, skip } from '../../fixtures/browser/shared-browser.ts'

let preview: Awaited<ReturnType<typeof startPreview>>
t.before(async () => {
  if (skip !== false) return
  const loaded = loadConfig({ file: null, env: {}, plugins: [] }, PREVIEW_NEEDS)
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  preview = await startPreview(loaded.config, 0)
})
t.teardown(() => preview?.close())

t.test(
  'gallery: a thumbnail shows its state large, which reloads and follows the look',
  { skip },
  async (t) => {
    const page = await (await openContext(t)).newPage()
    await page.goto(`${preview.url}/?state=forgot`)
    await page.getByRole('link', { name: /Forgot email malformed/ }).click()
    await page.getByRole('radio', { name: 'Evergreen' }).check()
    for (const _ of ['shown', 'reloaded']) {
      await page.locator('.large iframe').nth(1).waitFor()
      const frames = await page.evaluate(
        '[...document.querySelectorAll(".large iframe")].map(({ src }) => src)'
      )
      t.same(
        frames,
        Array(2).fill(`${preview.url}/login?preview=forgot-email-malformed&lang=en&preset=evergreen`)
      )
      await page.reload()
    }
    await page.frameLocator('.large .phone iframe').getByRole('heading', { level: 1 }).waitFor()
    t.equal(await page.evaluate('document.activeElement.localName'), 'body', 'no preview takes the focus')
  }
)

t.test('gallery: axe finds nothing in light, dark and narrow layouts', { skip }, async (t) => {
  const page = await (await openContext(t)).newPage()
  await page.goto(`${preview.url}/?state=forgot`)
  await page.getByRole('heading', { level: 1 }).waitFor()
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
    t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no sideways scroll')
  }
})
