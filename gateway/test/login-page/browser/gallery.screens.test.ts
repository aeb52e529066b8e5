import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
