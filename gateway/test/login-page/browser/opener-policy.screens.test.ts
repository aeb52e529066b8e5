import t from 'tap'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openSharedOrigin, type SharedOrigin } from '../../fixtures/browser/shared-origin.ts'
import { cookieHeader, postSession } from '../../fixtures/gateway.ts'

/** Whether pages of the application can access gateway pages, by the policies of both, in a real browser. */

type Reach = 'in' | 'severed'
type Policy = 'same-origin' | 'same-origin-allow-popups' | null

const POLICIES: readonly Policy[] = [null, 'same-origin', 'same-origin-allow-popups']

/** The policy of the gateway, and the result for each policy of the application. */
const ROWS: readonly [hasHint: boolean, ours: string, reaches: readonly Reach[]][] = [
  [true, 'noopener-allow-popups', ['severed', 'severed', 'severed']],
  // What browsers without the newer policy get. The last one is the limit in SECURITY-MODEL.md.
  [false, 'same-origin-allow-popups', ['severed', 'severed', 'in']]
]

/** Opens a gateway page as a popup of the application, and returns whether the application can read it. */
async function reach(
  { context, page, origin }: SharedOrigin,
  path: string,
  policy: Policy
): Promise<{ reach: Reach; ours: string | undefined; heading: string }> {
  await page.goto(`${origin}/app${policy === null ? '' : `?coop=${policy}`}`)
  const opened = context.waitForEvent('page')
  const answered = context.waitForEvent('response', (response) => response.url() === `${origin}${path}`)
  await page.evaluate(`void (window.popup = window.open('${path}'))`)
  const popup = await opened
  const heading = await popup.locator('h1').first().innerText()
  const read = await page.evaluate<string | null>(`(() => {
    try {
      return popup.closed ? null : popup.document.querySelector('h1')?.textContent ?? null
    } catch {
      // Severed a moment ago, which this process has not heard of yet.
      return null
    }
  })()`)
  const ours = (await answered).headers()['cross-origin-opener-policy']
  await popup.close()
  return { reach: read === null ? 'severed' : 'in', ours, heading }
}

for (const [hasHint, ours, reaches] of ROWS)
  t.test(`opener policy: brand ${hasHint}, ${ours}: ${reaches.join(', ')}`, { skip }, async (t) => {
    const sharedOrigin = await openSharedOrigin(t, {
      config: { 'account.enabled': true },
      sendsBrand: hasHint
    })
    const { context, origin, provider, url } = sharedOrigin
    for (const [index, policy] of POLICIES.entries()) {
      const found = await reach(sharedOrigin, '/login', policy)
      t.same([found.reach, found.ours], [reaches[index], ours], `/login: ${policy}`)
    }
    provider.accounts.create({ uid: 'ada', email: 'ada@example.com', displayName: 'Ada' })
    const { idToken, refreshToken } = await provider.signIn('ada')
    const session = cookieHeader(await postSession(url, idToken, refreshToken, { origin }))
    const cookies = session.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return { name, value, url: origin }
    })
    await context.addCookies(cookies)
    for (const [index, policy] of POLICIES.entries()) {
      const found = await reach(sharedOrigin, '/account', policy)
      t.same([found.reach, found.ours], [reaches[index], ours], `/account: ${policy}`)
      t.match(found.heading, 'Your account', 'the page is shown')
    }
  })
