import type { Page } from 'playwright-core'
import t from 'tap'
import { holds } from '../../fixtures/browser/browser.ts'
import { DESKTOP, NARROW, startPreviews } from '../../fixtures/browser/previews.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { words } from '../../fixtures/words.ts'

const previews = await startPreviews()

/** One screen of each kind. */
const SCREENS = words`
  sign-in sign-in-providers-only sign-in-wrong-password sign-up second-factor-totp second-factor-sms-sent
  enrol-optional enrol-code action-reset-ready tenant account account-page account-delete
`

type Box = Record<'left' | 'right' | 'top' | 'bottom', number>

interface Control {
  label: string
  box: Box
  /** Id of the input that it belongs to, or null. */
  field: string | null
}

interface Focus {
  label: string
  outlinePixels: number
  contrast: number
  covered: boolean
}

const controlsOf = (page: Page) => page.evaluate<Control[]>('inPage.controls()')
const focusOf = (page: Page) => page.evaluate<Focus>('inPage.focus()')

/** Tab goes from field to field: a link in the label row comes after its field. */
function isWithinField({ field }: Control, next: Control): boolean {
  return field !== null && field === next.field
}

/** Whether `next` follows `previous` in reading order: below, further along, or in the next column. */
function comesAfter(previous: Box, next: Box, rightToLeft: boolean): boolean {
  const shared = Math.min(previous.bottom, next.bottom) - Math.max(previous.top, next.top)
  // Inline links are taller than their lines, so links of two lines overlap.
  const sameLine = shared > Math.min(previous.bottom - previous.top, next.bottom - next.top) * 0.75
  const isBeside = rightToLeft ? next.right <= previous.left : next.left >= previous.right
  if (!sameLine) return next.top > previous.top || isBeside
  return rightToLeft ? next.right <= previous.right : next.left >= previous.left
}

/** Presses a key `times` times; returns the indexes of the controls that got the focus, in order. */
async function holdDown(page: Page, key: 'Tab' | 'Shift+Tab', times: number): Promise<number[]> {
  await page.evaluate('inPage.followFocus()')
  if (key === 'Shift+Tab') await page.keyboard.down('Shift')
  await Promise.all(Array.from({ length: times }, () => page.keyboard.down('Tab')))
  await page.keyboard.up('Tab')
  if (key === 'Shift+Tab') await page.keyboard.up('Shift')
  return await page.evaluate<number[]>('inPage.followed')
}

for (const lang of ['en', 'ar']) {
  t.test(`accessibility: ${lang}, Tab and Shift+Tab follow the reading order`, { skip }, async (t) => {
    await previews.each({ reducedMotion: 'reduce' }, SCREENS, async (page, name) => {
      await previews.show(page, name, lang)
      await page.evaluate('inPage.rewind()')
      const controls = await controlsOf(page)
      const places = controls.map((_, index) => index)
      t.ok(controls.length > 2, name)
      const there = await holdDown(page, 'Tab', controls.length)
      t.same(there, places, `${name}: no control is skipped or traps the focus`)
      const back = await holdDown(page, 'Shift+Tab', controls.length - 1)
      t.same(back, places.slice(0, -1).reverse(), `${name}: backwards`)
      const wrong = controls.filter((control, index) => {
        const next = controls[index + 1]
        if (next === undefined || isWithinField(control, next)) return false
        return !comesAfter(control.box, next.box, lang === 'ar')
      })
      t.same(wrong, [], `${name}: reading order`)
    })
  })
}

t.test('accessibility: focus is visible on every control, light and dark', { skip }, async (t) => {
  const settings = { viewport: NARROW, reducedMotion: 'reduce' } as const
  const faint: unknown[] = []
  await previews.each(settings, SCREENS, async (page, name) => {
    await previews.show(page, name, 'en')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ ...settings, colorScheme })
      await page.evaluate('inPage.rewind()')
      const { length } = await controlsOf(page)
      for (let step = 0; step < length; step++) {
        await page.keyboard.press('Tab')
        const focus = await focusOf(page)
        const isSeen = focus.outlinePixels >= 2 && focus.contrast >= 3 && !focus.covered
        if (!isSeen) faint.push([colorScheme, name, focus])
      }
    }
  })
  t.same(faint, [], 'an outline of 2 px, with a contrast of 3, that nothing covers')
})

t.test('accessibility: Space toggles the show-password button, which keeps its name', { skip }, async (t) => {
  const page = await previews.page({})
  for (const [name, field] of [
    ['sign-in-password', '#password'],
    ['sign-up', '#new-password'],
    ['action-reset-ready', '#new-password']
  ] as const) {
    await previews.show(page, name, 'en')
    await page.fill(field, 'secret')
    const toggle = page.getByRole('button', { name: 'Show password', exact: true })
    const looks = async () => [
      await toggle.getAttribute('aria-pressed'),
      await page.getAttribute(field, 'type')
    ]
    t.same(await looks(), ['false', 'password'], name)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    t.same(await looks(), ['true', 'text'], `${name}: shown`)
    t.equal(await page.inputValue(field), 'secret')
    await page.keyboard.press('Space')
    t.same(await looks(), ['false', 'password'], `${name}: hidden again`)
  }
})

t.test('accessibility: the language menu can be opened and used with the keyboard', { skip }, async (t) => {
  for (const viewport of [DESKTOP, NARROW]) {
    const page = await previews.page({ viewport })
    await previews.show(page, 'sign-in', 'en')
    await page.focus('summary')
    await page.keyboard.press('Enter')
    for (let language = 0; language < 8; language++) {
      await page.keyboard.press('Tab')
      const { label, outlinePixels, contrast, covered } = await focusOf(page)
      t.match(label, /^a /)
      t.ok(outlinePixels >= 2 && contrast >= 3 && !covered, `${viewport.width} px, ${label}`)
    }
    const chosen = await page.evaluate<string>('document.activeElement.lang')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('lang') === chosen)
    t.not(chosen, 'en')
    t.equal(await page.locator('html').getAttribute('lang'), chosen)
  }
})

t.test('accessibility: the language menu closes on Escape and on a click elsewhere', { skip }, async (t) => {
  const page = await previews.page({})
  await previews.show(page, 'sign-in', 'en')
  const isOpen = () => page.evaluate<boolean>("document.querySelector('details.languages').open")
  await page.click('summary')
  await page.click('.languages ul', { position: { x: 2, y: 2 } })
  t.ok(await isOpen(), 'a click inside')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  t.notOk(await isOpen())
  t.equal(await page.evaluate('document.activeElement.localName'), 'summary', 'the focus is not lost')
  await page.click('summary')
  await page.click('h1')
  t.notOk(await isOpen())
})

t.test('accessibility: the language menu closes when focus moves out, not on blur', { skip }, async (t) => {
  const page = await previews.page({})
  await previews.show(page, 'sign-in', 'en')
  const open = "document.querySelector('details.languages').open"
  const isOpen = () => page.evaluate<boolean>(open)
  const pressAndTab = async (key: 'Tab' | 'Shift+Tab', times: number) => {
    await page.focus('summary')
    if (!(await isOpen())) await page.keyboard.press('Enter')
    await holds(page, open)
    for (let count = 0; count < times; count++) await page.keyboard.press(key)
  }
  await pressAndTab('Tab', 3)
  await holds(page, "document.activeElement.matches('.languages a')")
  t.ok(await isOpen(), 'from language to language')
  await page.keyboard.press('Shift+Tab')
  t.ok(await isOpen(), 'and back')
  // As in Safari, where a clicked link does not get the focus.
  await page.evaluate('document.activeElement.blur()')
  t.ok(await isOpen(), 'nothing has the focus')
  await page.locator('.languages a[lang=de]').dispatchEvent('pointerdown')
  t.ok(await isOpen(), 'a click inside')
  await pressAndTab('Shift+Tab', 1)
  await holds(page, `!${open}`)
  t.ok(await page.evaluate("document.activeElement.matches('.footer nav a')"), 'on the previous link')
  t.notOk((await focusOf(page)).covered)
  // After the last language, Tab leaves the page and then returns to its start.
  await pressAndTab('Tab', (await page.locator('.languages a').count()) + 2)
  await holds(page, `!${open}`)
})
