import t from 'tap'
import {
  openAccountVisitor,
  proofHeading,
  prove,
  shareAccountGateways
} from '../../fixtures/browser/account-visitors.ts'
import type { PasskeyGateway } from '../../fixtures/browser/passkey-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { cookieHeader, postSession } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'

/** Where the account is signed in, and ending that. */

const gatewayFor = shareAccountGateways(t)
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** Signs ada in on a phone, half a minute before now. Returns the phone's cookies. */
async function signInOnPhone({ origin, provider, now }: PasskeyGateway): Promise<string> {
  const { idToken, refreshToken } = await provider.signIn('ada', { authTimeSeconds: now() - 30 })
  const response = await postSession(origin, idToken, refreshToken, { origin, 'user-agent': IPHONE })
  if (response.status !== 200) throw new Error(`sign-in: ${response.status}`)
  return cookieHeader(response)
}

async function statusOf({ origin }: PasskeyGateway, cookie: string): Promise<number> {
  return (await send(`${origin}/`, { headers: { cookie } })).status
}

t.test('sessions: another one ends after question and proof (ASVS 7.5.2)', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page } = await openAccountVisitor(t, gateway, '')
  const phone = await signInOnPhone(gateway)
  await page.getByRole('link', { name: 'Manage This browser' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Safari on iOS' })
  await row.getByText('From 127.0.0.…').waitFor()
  await page.getByRole('listitem', { name: 'Chrome on Linux This device', exact: true }).waitFor()
  await row.getByRole('button').click()
  await row.getByRole('button', { name: 'Keep' }).click()
  t.equal(await statusOf(gateway, phone), 200, 'kept')
  await row.getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await proofHeading(page).waitFor()
  t.equal(await statusOf(gateway, phone), 200, 'not before the proof')
  await prove(page)
  await page.getByText('Safari on iOS is signed out.').waitFor()
  t.equal(await statusOf(gateway, phone), 401)
  await row.waitFor({ state: 'detached' })
  t.equal(await page.evaluate<string>('document.activeElement.tagName'), 'H1', 'focus')
})
