import t from 'tap'
import { DESKTOP, startPreviews } from '../../fixtures/browser/previews.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

const previews = await startPreviews()
const PHONE = { width: 390, height: 844 }

t.test('layout: five ways, their terms and the footer fit a window of 1280 x 800', { skip }, async (t) => {
  const page = await previews.page({ viewport: DESKTOP })
  for (const lang of ['en', 'de', 'ar', 'ja']) {
    await previews.show(page, 'sign-in-last-used-of-many', lang)
    t.equal(await page.evaluate('document.documentElement.scrollHeight'), DESKTOP.height, lang)
  }
})

t.test('layout: the footer of a phone takes two rows at most, in any language', { skip }, async (t) => {
  const page = await previews.page({ viewport: PHONE })
  for (const lang of ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt-BR', 'tr', 'ar', 'he', 'ja', 'ko', 'zh-Hant']) {
    await previews.show(page, 'forgot', lang)
    const box = await page.locator('.footer').boundingBox()
    t.ok(box !== null && box.height <= 2 * 44 + 16, `${lang}: ${box?.height}`)
  }
})

t.test('layout: the mark of the last used way touches no other button', { skip }, async (t) => {
  const page = await previews.page({ viewport: DESKTOP })
  for (const name of ['sign-in-last-used', 'sign-in-last-used-of-many']) {
    await previews.show(page, name, 'en')
    const mark = await page.locator('.last-used').boundingBox()
    const buttons = await Promise.all(
      (await page.locator('.providers .button').all()).map((one) => one.boundingBox())
    )
    const above = buttons.flatMap((box) =>
      box && mark && box.y + box.height <= mark.y + 12 ? [box.y + box.height] : []
    )
    t.ok(Math.max(0, ...above) < (mark?.y ?? 0), `${name}: ${above} above ${mark?.y}`)
  }
})

t.test(
  'links: one that stands alone is underlined under the pointer, one in a sentence always',
  { skip },
  async (t) => {
    const page = await previews.page({ viewport: DESKTOP })
    await previews.show(page, 'sign-in-last-used-link', 'en')
    const lineOf = (suffix: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('main [href*="${suffix}"]')).textDecorationLine`
      )
    t.equal(await lineOf('/forgot'), 'none')
    t.equal(await lineOf('/sign-up'), 'underline')
    await page.getByRole('link', { name: 'Forgot your password?' }).hover()
    t.equal(await lineOf('/forgot'), 'underline')
  }
)
