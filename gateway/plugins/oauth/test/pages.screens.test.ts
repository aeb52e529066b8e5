import { readFile } from 'node:fs/promises'
import { initiateDeviceAuthorization } from 'openid-client'
import t from 'tap'
import { NARROW, setPage } from '../../../test/fixtures/browser/previews.ts'
import * as checks from '../../../test/fixtures/browser/screen-checks.ts'
import { SCRIPTS, type ScreenCheck, STILL } from '../../../test/fixtures/browser/screens.ts'
import { addCookies, openContext, skip } from '../../../test/fixtures/browser/shared-browser.ts'
import { type ShownPage, showOwnPages } from '../../../test/screenshots/shown-pages.ts'
import * as oauth from './fixtures/authorization-server.ts'

/** The pages of the gateway itself, which are no previews. `presses`: of the main button, which leads to the page. */

const PROGRAM = 'com.example.app:/back'
const clients = [{ id: 'long', name: 'W'.repeat(64), redirectUris: [oauth.CALLBACK, PROGRAM] }]
const { gateway, origin } = await oauth.startAuthorizationServer(t, {
  'authorizationServer.clients': clients
})
const oidc = await oauth.discoverAs(origin, 'long')
const refusals = await showOwnPages(t)
const scripts = (await Promise.all(SCRIPTS.map((path) => readFile(path, 'utf8')))).join('\n')
const { wordsFit, ...others } = checks

/** Answers that are seen before the one that the keyboard reaches first. */
const findings = `[...document.querySelectorAll('.answers button')].filter((button, index, all) => {
  const [here, next] = [button, all[index + 1] ?? button].map((one) => one.getBoundingClientRect())
  const isAlong = document.dir === 'rtl' ? next.right <= here.left : next.left >= here.right
  return all[index + 1] !== undefined && next.top < here.bottom && !isAlong
}).map((button) => button.textContent)`

const answersAreInOrder: ScreenCheck = {
  title: 'answers are reached in the order in which they are seen',
  looks: [
    { label: '320 px', settings: { viewport: NARROW }, findings },
    { label: '1280 px', findings }
  ]
}
const further = [wordsFit, answersAreInOrder]

for (const [locale, all] of Object.entries({
  en: [...Object.values(others), answersAreInOrder],
  de: further,
  ar: further
}))
  t.test(`accessibility: ${locale}, pages of the gateway pass the checks of screens`, { skip }, async (t) => {
    const cookie = await gateway.signIn('ada')
    const { user_code: code } = await initiateDeviceAuthorization(oidc, { scope: 'openid' })
    const at = (path: string, presses = 0) => ({ url: `${origin}/_auth/oauth/${path}`, cookie, presses })
    const pages: readonly (ShownPage & { presses?: number })[] = [
      ...refusals,
      { url: (await oauth.beginRequest(oidc)).url, cookie },
      { url: (await oauth.beginRequest(oidc, { redirect_uri: PROGRAM })).url, cookie },
      ...[at('device'), at('device?connected='), at('device?user_code=BCDF-GHJK', 1)],
      ...[at(`device?user_code=${code}`, 1), at(`device?user_code=${code}`, 2)],
      ...[at('authorize?client_id=unknown'), at('sign-out?client_id=long')]
    ]
    const context = await openContext(t, { locale })
    for (const { url, cookie = '', presses = 0 } of pages) {
      const page = await context.newPage()
      await addCookies(context, cookie, url)
      await page.goto(url)
      for (let press = 0; press < presses; press++) await page.locator('main .button:not(.plain)').click()
      await page.evaluate(`${scripts}; undefined`)
      const shown = await page.title()
      for (const { label, settings, rules = '', findings } of all.flatMap(({ looks }) => looks)) {
        await setPage(page, { ...STILL, ...settings })
        await page.evaluate(`inPage.restyle(${JSON.stringify(rules)}); inPage.arrive()`)
        t.same(await page.evaluate(findings), [], `${shown}: ${label}, ${findings}`)
      }
      await page.close()
    }
  })
