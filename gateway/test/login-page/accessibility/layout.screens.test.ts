import t from 'tap'
import { DESKTOP, NARROW, startPreviews } from '../../fixtures/browser/previews.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { testConfig } from '../../fixtures/gateway.ts'

const previews = await startPreviews()
const PHONE = { width: 390, height: 844 }

t.test('layout: five ways, their terms and the footer fit a window of 1280 x 800', { skip }, async (t) => {
  const page = await previews.page({ viewport: DESKTOP })
  for (const lang of ['en', 'de', 'ar', 'ja']) {
    await previews.show(page, 'sign-in-last-used-of-many', lang)
    t.equal(await page.evaluate('document.documentElement.scrollHeight'), DESKTOP.height, lang)
  }
})

for (const viewport of [DESKTOP, PHONE])
  t.test(`layout: seven ways and the footer fit a window of ${viewport.width} px`, { skip }, async (t) => {
    const page = await previews.page({ viewport })
    for (const name of ['sign-in-every-way', 'sign-in-every-way-at-once', 'sign-in-password'])
      for (const lang of ['en', 'de', 'ar', 'ja']) {
        await previews.show(page, name, lang)
        const height = await page.evaluate('document.documentElement.scrollHeight')
        t.equal(height, viewport.height, `${name}, ${lang}`)
      }
  })

t.test('layout: the footer of a phone takes two rows at most, in any language', { skip }, async (t) => {
  const page = await previews.page({ viewport: PHONE })
  for (const lang of testConfig({}).login.locales.enabled) {
    await previews.show(page, 'forgot', lang)
    const box = await page.locator('.footer').boundingBox()
    t.ok(box !== null && box.height <= 2 * 44 + 16, `${lang}: ${box?.height}`)
  }
})

/** Where the names of languages begin, and whether their menu scrolls. */
const MENU = `[
  [...document.querySelectorAll('.languages li')].map((item) => Math.round(item.getBoundingClientRect().left)),
  (({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('.languages ul'))
]`

t.test('layout: languages, in columns in a wide window, in one on a phone', { skip }, async (t) => {
  for (const viewport of [DESKTOP, NARROW]) {
    const page = await previews.page({ viewport })
    await previews.show(page, 'sign-in', 'en')
    await page.locator('.languages summary').click()
    const [lefts, scrolls] = await page.evaluate<[number[], boolean]>(MENU)
    t.ok(Math.min(...lefts) > 0)
    t.same([new Set(lefts).size > 1, scrolls], viewport === DESKTOP ? [true, false] : [false, true])
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

t.test('links: alone, underlined under the pointer; in a sentence, always', { skip }, async (t) => {
  const page = await previews.page({ viewport: DESKTOP })
  await previews.show(page, 'sign-in-password', 'en')
  const lineOf = (suffix: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('main [href*="${suffix}"]')).textDecorationLine`
    )
  t.equal(await lineOf('/forgot'), 'none')
  t.equal(await lineOf('/sign-up'), 'underline')
  await page.getByRole('link', { name: 'Forgot your password?' }).hover()
  t.equal(await lineOf('/forgot'), 'underline')
})

/** Words of a row that what changes it leaves less than twelve letters, and so more lines than they need. */
const SQUEEZED = `[...document.querySelectorAll('.row:not(.fact) > :is(.muted:first-child, div:not([class]))')]
  .map((node) => [node.getBoundingClientRect().width, node.textContent, [node, ...node.querySelectorAll('p')]])
  .filter(([width, , nodes]) => width < 192 && nodes.some((node) =>
    node.matches('p') && node.clientHeight > 1.9 * parseFloat(getComputedStyle(node).lineHeight)))
  .map(([width, words]) => [width, words])`

t.test('layout: account at 320 px, no action squeezes the words of its row', { skip }, async (t) => {
  const page = await previews.page({ viewport: NARROW })
  const names = 'account-page account-sessions account-applications account-providers account-passkeys'
    .split(' ')
    .filter((name) => previews.names.includes(name))
  t.equal(names.length, 5)
  for (const lang of ['en', 'de', 'fr', 'es', 'ja', 'pl', 'nl', 'ar', 'fi', 'el', 'th'])
    for (const name of names) {
      await previews.show(page, name, lang)
      t.same(await page.evaluate(SQUEEZED), [], `${name}, ${lang}`)
    }
  await previews.page({ viewport: DESKTOP })
  await previews.show(page, 'account-sessions', 'fr')
  const [words, action] = await Promise.all(
    ['.row:has(.action) > div', '.row > .action'].map((one) => page.locator(one).first().boundingBox())
  )
  t.ok(action && words && action.y < words.y + words.height, 'control: beside them if wide')
})

/** Full stops and commas that begin a line. */
const LOST_STOPS = `(() => {
  const walker = document.createTreeWalker(document.querySelector('#page'), NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const match = /^[。、.,]/.exec(node.data)
    const before = node.previousSibling
    if (match === null || !(before instanceof Element)) continue
    const range = document.createRange()
    range.setStart(node, 0)
    range.setEnd(node, 1)
    const last = [...before.getClientRects()].at(-1)
    const stop = range.getBoundingClientRect()
    if (stop.left < last.right - 16 && stop.top > last.top + last.height / 2) found.push(node.data)
  }
  return found
})()`

t.test('layout: full stop after a link, stays on the line of the link at any width', { skip }, async (t) => {
  for (const lang of ['ja', 'zh-Hans', 'de'])
    for (const width of [320, 340, 360, 375, 390]) {
      const page = await previews.page({ viewport: { width, height: 640 } })
      for (const name of ['sign-in-wrong-password', 'sign-in'].filter((one) =>
        previews.names.includes(one)
      )) {
        await previews.show(page, name, lang)
        t.same(await page.evaluate(LOST_STOPS), [], `${name}, ${lang}, ${width}`)
      }
    }
})

t.test('layout: account, what saves a name is beside its field, with an error too', { skip }, async (t) => {
  const page = await previews.page({ viewport: DESKTOP })
  for (const name of ['account-page', 'account-page-name-refused']) {
    await previews.show(page, name, 'en')
    const [field, button] = await Promise.all(
      ['.one-line input', '.one-line .button'].map((one) => page.locator(one).boundingBox())
    )
    t.equal(button?.y, field?.y, name)
  }
})

/** Whether the first word of each device's name is to the right of the last. */
const NAMES = `[...document.querySelectorAll('.row .name bdi')].flatMap(({ firstChild: text }) => {
  const boxes = [...text.data.matchAll(/[A-Za-z]+/g)].map(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return range.getBoundingClientRect()
  })
  return boxes.length < 2 ? [] : [boxes[0].left > boxes.at(-1).left]
})`

t.test('layout: right to left, a browser is read before the system it is on', { skip }, async (t) => {
  const page = await previews.page({ viewport: NARROW })
  for (const [lang, isReversed] of [
    ['ar', true],
    ['he', true],
    ['en', false]
  ] as const) {
    await previews.show(page, 'account-sessions', lang)
    const found = new Set(await page.evaluate<boolean[]>(NAMES))
    t.same([...found], [isReversed], lang)
  }
})
