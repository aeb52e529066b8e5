import type { Page } from 'playwright-core'
import t from 'tap'
import { fillIn } from '../../fixtures/browser/login-form.ts'
import { DESKTOP, sharedPreviewServer, startPreviews } from '../../fixtures/browser/previews.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { becomeAlive, openVisitor } from '../../fixtures/browser/visitors.ts'

/** Controls that the pointer cannot press, out of all in the card. */
const CONTROLS = `(() => {
  const all = [...document.querySelectorAll('main :is(a, button)')].filter((node) => node.checkVisibility())
  return { all: all.length, deaf: all.filter((node) => getComputedStyle(node).pointerEvents === 'none').length }
})()`

/** Stops and starts the time of a page, as far as it is of its styles. */
async function holdTime(page: Page): Promise<(rate: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  const setRate = (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate })
  await setRate(0)
  return setRate
}

t.test('double click: the second one presses nothing on the screen that follows', { skip }, async (t) => {
  const { context, url } = await openVisitor(t)
  await context.clearCookies()
  const page = await context.newPage()
  let windows = 0
  page.on('popup', () => void windows++)
  await page.goto(`${url.replace('localhost', 'portal.localhost')}/login`)
  await becomeAlive(page, '.organizations .button')
  const juniper = page.getByRole('button', { name: 'Juniper Labs', exact: true })
  const google = page.getByRole('button', { name: /Google/ })
  await juniper.click({ trial: true })
  const setRate = await holdTime(page)
  const box = await juniper.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
  await page.mouse.click(x, y)
  await google.waitFor()
  const place = await google.boundingBox()
  await page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10)
  await page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10, { clickCount: 2 })
  t.equal(windows, 0, 'neither one that counts as the second, nor one that the browser takes for a first')
  t.equal(await page.getByRole('button', { name: /Google/, disabled: true }).count(), 0)

  await setRate(1)
  const opened = page.waitForEvent('popup')
  await google.click()
  t.ok(await opened, 'a click after that opens the window')
  await setRate(1)
})

t.test('double click: on the same screen, ignored, but counts for a toggle', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login')
  await becomeAlive(page)
  await fillIn(page, 'ada@example.com')
  const field = page.locator('#password')
  const toggle = page.getByRole('button', { name: 'Show password' })
  await toggle.click()
  t.equal(await field.getAttribute('type'), 'text')
  await toggle.click({ clickCount: 2 })
  t.equal(await field.getAttribute('type'), 'text', 'pressed twice')

  const link = page.getByRole('link', { name: 'Create an account' })
  await link.dispatchEvent('click', { detail: 2 })
  t.equal(new URL(page.url()).pathname, '/login')
  await link.dispatchEvent('click', { detail: 1 })
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor()
})

t.test('double click: on each screen, controls take no pointer for 400 ms', { skip }, async (t) => {
  const { documents } = await sharedPreviewServer()
  const kinds = new Map(
    documents.map((name) => [name.split('-', name.startsWith('sign') ? 2 : 1).join('-'), name])
  )
  const previews = await startPreviews()
  const page = await previews.page({ viewport: DESKTOP })
  const setRate = await holdTime(page)
  const found: unknown[] = []
  for (const name of kinds.values()) {
    await setRate(0)
    await previews.show(page, name, 'en')
    const { all, deaf } = await page.evaluate<{ all: number; deaf: number }>(CONTROLS)
    await page.evaluate(
      `for (const one of document.getAnimations()) if (one.animationName === 'arrive') one.currentTime = 400`
    )
    const after = await page.evaluate<{ deaf: number }>(CONTROLS)
    if (deaf !== all || after.deaf !== 0) found.push([name, all, deaf, after])
  }
  t.same(found, [], 'all at first, none after 400 ms')
})
