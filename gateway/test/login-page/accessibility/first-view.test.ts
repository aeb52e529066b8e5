import type { Page } from 'playwright-core'
import t from 'tap'
import { DESKTOP, NARROW, startPreviews } from '../../fixtures/browser/previews.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

/** What visitors see and reach without scrolling, and how special fields work. */

const previews = await startPreviews()
const PHONE = { width: 390, height: 844 }

type Box = Record<'left' | 'right' | 'bottom', number>

const boxOf = (page: Page, selector: string) =>
  page.evaluate<Box>(`document.querySelector('${selector}').getBoundingClientRect().toJSON()`)

for (const viewport of [DESKTOP, PHONE]) {
  t.test(`enrolment: ${viewport.width} x ${viewport.height}, QR code, no scrolling`, { skip }, async (t) => {
    const page = await previews.page({ viewport })
    await previews.show(page, 'enrol-code', 'en')
    const [picture, code] = [await boxOf(page, '.qr svg'), await boxOf(page, '#code')]
    t.ok(picture.bottom <= viewport.height, `picture ends at ${picture.bottom}`)
    t.ok(code.bottom <= viewport.height, `code ends at ${code.bottom}`)
    t.equal(picture.right < code.left, viewport === DESKTOP, 'beside each other where there is room')
    const key = page.getByText('Enter this key in the app:')
    t.notOk(await key.isVisible(), 'hidden until it is expanded')
    await page.getByText('Can’t scan?').click()
    t.ok(await key.isVisible())
  })
}

/** Scroll position, width per digit and width per slot of the code field, in pixels, and its direction. */
const slotsOf = (page: Page) =>
  page.evaluate<{ scroll: number; pitch: number; slot: number; direction: string }>(`(() => {
    const field = document.getElementById('code')
    const { letterSpacing, font, direction } = getComputedStyle(field)
    const context = document.createElement('canvas').getContext('2d')
    context.font = font
    const pitch = context.measureText('0').width + Number.parseFloat(letterSpacing)
    return { scroll: field.scrollLeft, pitch, slot: field.clientWidth / 6, direction }
  })()`)

for (const lang of ['en', 'ar']) {
  t.test(`code: ${lang}, digits stay in their slots from left to right at 320 px`, { skip }, async (t) => {
    const page = await previews.page({ viewport: NARROW })
    await previews.show(page, 'second-factor-totp', lang)
    const code = page.locator('#code')
    await code.fill('123 456')
    t.equal(await code.inputValue(), '123456', 'one digit in each slot')
    await page.keyboard.press('End')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const { scroll, pitch, slot, direction } = await slotsOf(page)
    t.equal(scroll, 0, 'the first digit stays in the first slot')
    t.ok(Math.abs(pitch - slot) < 0.5, `${pitch} for ${slot}`)
    t.equal(direction, 'ltr')
    t.equal(await page.locator('input').count(), 1, 'one input for all digits')
  })
}

t.test('organizations: a list of eight can be searched by part of a name', { skip }, async (t) => {
  const page = await previews.page({})
  await previews.show(page, 'tenant-many', 'en')
  const rows = page.locator('.organizations button')
  const status = page.getByRole('status')
  t.equal(await rows.count(), 8)
  await page.getByRole('searchbox', { name: 'Search' }).fill(' zuri')
  t.match(await rows.allInnerTexts(), [/Acme Zürich$/])
  t.equal(await rows.count(), 1)
  t.equal(await status.innerText(), '')
  await page.getByRole('searchbox').fill('another')
  t.equal(await rows.count(), 0)
  await status.getByText('No organization by that name').waitFor({ state: 'attached' })
  await page.getByRole('searchbox').fill('')
  t.equal(await rows.count(), 8)
  await previews.show(page, 'tenant', 'en')
  t.equal(await page.getByRole('searchbox').count(), 0, 'no search field for three')
})
