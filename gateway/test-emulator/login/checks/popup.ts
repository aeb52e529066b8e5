import { GAPI_URL } from '../../../test/fixtures/browser/gapi.ts'
import { signInAtProvider } from '../../doubles/provider-window.ts'
import type { LoginCheck, LoginVisitor } from '../login-environment.ts'
import { AT_PROVIDER, everyProvider, KEPT_AWAY, newAddress, openProvider } from '../page/federated-steps.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  open,
  press,
  seeHeading,
  seeText,
  signIn
} from '../page/page-steps.ts'
import { say } from '../page/texts.ts'

/** Federated sign-in in a window. */
export const popupChecks: readonly LoginCheck[] = [
  ...everyProvider('in a window', (name) => async ({ page }) => {
    const email = newAddress()
    await open(page, DEEP_LINK)
    await signInAtProvider(await openProvider(page, name), email)
    await arrive(page)
    await page.getByText(email).first().waitFor()
  }),
  [
    'a visitor who closes the window can use another method at once',
    async ({ page, environment, context }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      const popup = await openProvider(page, 'Google')
      await seeText(page, 'busy.waiting', { provider: 'Google' })
      await popup.close()
      await press(page, 'page.cancel')
      await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).waitFor()
      await assertNoSession(context)
      await signIn(page, account)
      await arrive(page)
    }
  ],
  [
    'after cancelling, a visitor can retry, and a late result of the first window is ignored',
    async ({ page, context }) => {
      await open(page, DEEP_LINK)
      const first = await openProvider(page, 'Google')
      await press(page, 'page.cancel')
      const closed = first.waitForEvent('close')
      await signInAtProvider(first, newAddress())
      await closed
      await page.waitForLoadState('networkidle')
      await assertNoSession(context)
      const email = newAddress()
      await signInAtProvider(await openProvider(page, 'GitHub'), email)
      await arrive(page)
      await page.getByText(email).first().waitFor()
    }
  ],
  [
    "Google's script is blocked: said to be blocked, not a bad connection, and the password still works",
    (visitor) => signInWhileBlocked(visitor, `${GAPI_URL}*`),
    { expected: KEPT_AWAY }
  ],
  [
    'a blocked helper frame is reported as blocked, and the password still works',
    (visitor) => signInWhileBlocked(visitor, '**/emulator/auth/iframe*'),
    { expected: KEPT_AWAY }
  ]
]

/** Presses a provider button, which needs the blocked `url`, then signs in with the password. */
async function signInWhileBlocked({ page, context, environment }: LoginVisitor, url: string): Promise<void> {
  const account = await environment.accounts.signUp()
  await context.route(url, (route) => route.abort())
  await open(page, DEEP_LINK)
  await press(page, 'sign-in.with', { provider: 'Google' })
  await seeText(page, 'problem.blocked.title', { provider: 'Google' })
  await signIn(page, account)
  await arrive(page)
}

/** The helper is on another site: first a window, or this tab if that fails. */
export const otherSiteChecks: readonly LoginCheck[] = [
  [
    'with a cross-site helper, the provider opens in a window, and the visitor reaches the deep link',
    async ({ page }) => {
      await open(page, DEEP_LINK)
      await signInAtProvider(await openProvider(page, 'Google'), newAddress())
      await arrive(page)
    }
  ],
  [
    "a helper of another site and Google's script is blocked: this tab is offered, and it goes to the provider",
    async ({ page, context }) => {
      await context.route(`${GAPI_URL}*`, (route) => route.abort())
      await open(page, DEEP_LINK)
      await press(page, 'sign-in.with', { provider: 'Google' })
      await seeText(page, 'problem.blocked.title', { provider: 'Google' })
      await press(page, 'sign-in.this-tab')
      await page.waitForURL(AT_PROVIDER)
    },
    { expected: KEPT_AWAY }
  ],
  [
    'with a cross-site helper and no window, this tab is offered and reports an empty result',
    async ({ page, context }) => {
      await page.addInitScript('window.open = () => null')
      await open(page, DEEP_LINK)
      await press(page, 'sign-in.with', { provider: 'Google' })
      await seeText(page, 'problem.window-blocked.title')
      await press(page, 'sign-in.this-tab')
      await page.waitForURL(AT_PROVIDER)
      await signInAtProvider(page, newAddress())
      await seeText(page, 'problem.no-return.title', { provider: 'Google' })
      await seeHeading(page, 'sign-in.heading')
      await assertNoSession(context)
    }
  ]
]
