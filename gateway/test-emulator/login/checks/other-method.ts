import assert from 'node:assert/strict'
import { signInAgainAtProvider, signInAtProvider } from '../../doubles/provider-window.ts'
import { createVerified, type LoginCheck, type LoginVisitor } from '../login-environment.ts'
import { goToProvider, openProvider } from '../page/federated-steps.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  fill,
  open,
  press,
  seeHeading,
  seeText
} from '../page/page-steps.ts'
import { recordOf } from '../provider/records.ts'

type Way = (visitor: LoginVisitor, email: string) => Promise<void>

const byRedirect: Way = async ({ page }, email) => {
  await goToProvider(page, 'GitHub')
  await signInAtProvider(page, email)
}
const byPopup: Way = async ({ page }, email) => signInAtProvider(await openProvider(page, 'GitHub'), email)

/** The email at the provider belongs to an account with a password; `way`: how the provider is reached. */
function otherMethodChecks(words: string, way: Way): readonly LoginCheck[] {
  return [
    [
      `an email of another account ${words} signs in with the password, connects, and works next time`,
      async (visitor) => {
        const { page, context, environment } = visitor
        const account = await createVerified(environment)
        await open(page, DEEP_LINK)
        await way(visitor, account.email)
        await seeHeading(page, 'other-method.heading')
        await seeText(page, 'other-method.text', { email: account.email, provider: 'GitHub' })
        await assertNoSession(context)
        await signInTheOldWay(visitor, account)
        await seeHeading(page, 'connect.heading', { provider: 'GitHub' })
        await press(page, 'connect.yes', { provider: 'GitHub' })
        await arrive(page)
        assert.deepEqual((await recordOf(environment, account.uid)).providers, ['github.com', 'password'])
        await context.clearCookies()
        await open(page, DEEP_LINK)
        await wayAgain(way, visitor, account.email)
        await arrive(page)
        assert.match(String(await page.textContent('main')), new RegExp(account.uid))
      }
    ],
    [
      `an email of another account ${words} signs in with the password, both unchanged if declined`,
      async (visitor) => {
        const { page, environment } = visitor
        const account = await createVerified(environment)
        await open(page, DEEP_LINK)
        await way(visitor, account.email)
        await signInTheOldWay(visitor, account)
        await press(page, 'connect.no')
        await arrive(page)
        assert.deepEqual((await recordOf(environment, account.uid)).providers, ['password'])
      }
    ]
  ]
}

export const otherMethodByRedirect = otherMethodChecks('in the same tab', byRedirect)
export const otherMethodByPopup = otherMethodChecks('in a window', byPopup)

async function signInTheOldWay(
  { page }: LoginVisitor,
  { email, password }: { email: string; password: string }
): Promise<void> {
  await seeHeading(page, 'other-method.heading')
  await fill(page, 'field.email', email)
  await fill(page, 'field.password', password)
  await press(page, 'sign-in.submit')
}

async function wayAgain(way: Way, { page }: LoginVisitor, email: string): Promise<void> {
  if (way === byPopup) return signInAgainAtProvider(await openProvider(page, 'GitHub'), email)
  await goToProvider(page, 'GitHub')
  await signInAgainAtProvider(page, email)
}
