import type { Page } from 'playwright-core'
import t from 'tap'
import { DESKTOP, sharedPreviewServer } from '../../fixtures/browser/previews.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { EVERYTHING } from '../../fixtures/login-page/login-page.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'
import { words } from '../../fixtures/words.ts'

/** What Safari knows since 17.5 and 16.2, Chrome since 123 and 111, Firefox since 120 and 113. */
const NEWER = /\b(light-dark|color-mix)\(/g

/** A page of a browser that does not know these functions, with a dark system. */
async function openOlder(): Promise<Page> {
  const context = await (await sharedChromium()).newContext({
    bypassCSP: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    viewport: DESKTOP
  })
  t.teardown(() => context.close())
  await context.route('**/*', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(NEWER, 'unknown-$1(') })
  })
  return await context.newPage()
}

/** Fields without a border (a given address: without a ground), buttons whose words are as dark as they are, clear boxes. */
const UNSEEN = `(() => {
  const styles = (selector) => [...document.querySelectorAll(selector)].map((node) => [node, getComputedStyle(node)])
  const isClear = (colour) => /, 0\\)$/.test(colour) || colour === 'transparent'
  const isOfCard = (colour) => isClear(colour) || styles('.card').some(([, card]) => card.backgroundColor === colour)
  const named = (what) => ([node]) => what + ': ' + (node.id || node.className || node.localName)
  return [
    ...styles('input:not([type=hidden], [type=checkbox]), .button.plain, .alert:not(:empty), .notice')
      .filter(([node, { borderTopWidth, borderTopColor }]) => borderTopWidth === '0px' || isClear(borderTopColor))
      .filter(([node]) => node.closest('.row') === null)
      .filter(([node, { backgroundColor }]) => !node.matches('.control:has(a) input') || isOfCard(backgroundColor))
      .map(named('no border')),
    ...styles('.card, .button:not(.plain), .monogram')
      .filter(([node, { backgroundColor }]) => isClear(backgroundColor))
      .filter(([node]) => node.closest('.row, .organizations, .person') === null)
      .map(named('no ground')),
    ...styles('.button').filter(([node, { color, backgroundColor }]) => color === backgroundColor).map(named('no words'))
  ]
})()`

const SCREENS = words`
  sign-in-last-used-of-many sign-in-wrong-password sign-up sent-again verify second-factor-wrong-code
  enrol-required account-page account-delete
`

t.test('older browsers: no light-dark() or color-mix(), fields, buttons, card seen', { skip }, async (t) => {
  const { url, names } = await sharedPreviewServer()
  const page = await openOlder()
  const shown = names.filter((name) => SCREENS.includes(name) || /wrong|refused|offline|last-used/.test(name))
  t.ok(shown.length > 12, shown.join())
  for (const name of shown) {
    await page.goto(`${url}/login?preview=${name}&lang=en`)
    t.same(await page.evaluate(UNSEEN), [], name)
  }
})

t.test('older browsers: any theme, its light colours and its picture are drawn', { skip }, async (t) => {
  const background = `${t.testdir({ 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>' })}/a.svg`
  const rows: [theme: Record<string, unknown>, fill: string][] = [
    [{ accent: '#0a7a55' }, 'rgb(10, 122, 85)'],
    [{ accent: '#0a7a55', accentDark: '#6fd39b' }, 'rgb(10, 122, 85)'],
    [{ preset: 'iris', layout: 'card' }, 'of the preset'],
    [{ accent: '#0a7a55', layout: 'split' }, 'rgb(10, 122, 85)'],
    [{ accent: '#0a7a55', mode: 'dark' }, 'rgb(10, 122, 85)'],
    [{ layout: 'plain' }, 'rgb(31, 94, 255)']
  ]
  const page = await openOlder()
  for (const [theme, fill] of rows) {
    const label = JSON.stringify(theme)
    const [port = 0] = await findFreePorts(1)
    const url = `http://localhost:${port}`
    await startGateway(t, {
      publicUrl: url,
      port,
      config: { ...EVERYTHING, 'login.theme': theme, 'login.brand.background': background }
    })
    await page.goto(`${url}/login`)
    t.same(await page.evaluate(UNSEEN), [], label)
    const found = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('form .button')).backgroundColor`
    )
    if (theme.preset === undefined) t.equal(found, fill, label)
    else t.not(found, 'rgb(31, 94, 255)', label)
    await page.getByRole('button', { name: 'Continue', exact: true }).hover()
    t.same(await page.evaluate(UNSEEN), [], `${label}, under the pointer`)
    const drawnOn =
      theme.layout === 'split' ? `document.querySelector('#page'), '::before'` : 'document.documentElement'
    t.match(await page.evaluate(`getComputedStyle(${drawnOn}).backgroundImage`), /^url/, label)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('heading', { name: 'Enter your password' }).waitFor()
    t.same(await page.evaluate(UNSEEN), [], `${label}, with the address given`)
  }
})
