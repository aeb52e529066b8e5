import assert from 'node:assert/strict'
import { GAPI_URL } from '../../../test/fixtures/browser/gapi.ts'
import { signInAtProvider } from '../../doubles/provider-window.ts'
import type { LoginCheck } from '../login-environment.ts'
import { everyProvider, goToProvider, KEPT_AWAY, newAddress } from '../page/federated-steps.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  hydrated,
  open,
  press,
  seeText,
  signIn
} from '../page/page-steps.ts'
import { say } from '../page/texts.ts'

/** A frame of the helper that loads and then says nothing. */
const SILENT_HELPER = `<!doctype html><script>window.gapi_onload = () => gapi.load('gapi.iframes', { callback() {} })</script>
<script src="${GAPI_URL}"></script>`
/** How long a visitor may wait for a helper that does not answer. */
const NO_RETURN_TIMEOUT_MS = 11_000

/** Federated sign-in in the same tab. */
export const redirectChecks: readonly LoginCheck[] = [
  ...everyProvider('in the same tab', (name) => async ({ page }) => {
    const email = newAddress()
    await open(page, DEEP_LINK)
    await goToProvider(page, name)
    await signInAtProvider(page, email)
    await arrive(page)
    await page.getByText(email).first().waitFor()
  }),
  [
    'nothing of another site is asked for, and nothing of the provider, before the visitor acts',
    async ({ page, environment, watch }) => {
      await open(page, DEEP_LINK)
      await page.waitForLoadState('networkidle')
      assert.deepEqual(
        watch.requests.filter((url) => !url.startsWith(environment.gateway.url) && !url.startsWith('data:')),
        []
      )
    }
  ],
  [
    'a visitor who comes back from the provider with nothing is told so and can try a window instead',
    async ({ page, context }) => {
      await open(page, DEEP_LINK)
      const login = page.url()
      await goToProvider(page, 'Google')
      await open(page, login)
      await seeText(page, 'problem.no-return.title', { provider: 'Google' })
      await assertNoSession(context)
      const popup = page.waitForEvent('popup')
      await press(page, 'sign-in.new-window')
      await signInAtProvider(await popup, newAddress())
      await arrive(page)
    }
  ],
  [
    "Google's script is blocked when the visitor comes back: said to be blocked, and the password still works",
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await goToProvider(page, 'Google')
      await context.route(`${GAPI_URL}*`, (route) => route.abort())
      await signInAtProvider(page, newAddress())
      await seeText(page, 'problem.blocked.title', { provider: 'Google' })
      await assertNoSession(context)
      await signIn(page, account)
      await arrive(page)
    },
    { expected: KEPT_AWAY }
  ],
  [
    'a helper that says nothing when the visitor comes back: the visitor can sign in another way all the same',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await goToProvider(page, 'Google')
      await context.route('**/emulator/auth/iframe*', (route) =>
        route.fulfill({ contentType: 'text/html', body: SILENT_HELPER })
      )
      await signInAtProvider(page, newAddress())
      await page.getByText(say('busy.returning')).first().waitFor()
      const cancel = page.getByRole('button', { name: say('page.cancel') })
      const told = page.getByText(say('problem.no-return.title', { provider: 'Google' })).first()
      await cancel.or(told).waitFor({ timeout: NO_RETURN_TIMEOUT_MS })
      if (await cancel.isVisible()) await cancel.click()
      await signIn(page, account)
      await arrive(page)
    }
  ],
  [
    'a visitor who goes back from the provider can sign in another way at once',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await goToProvider(page, 'Google')
      await page.goBack()
      await hydrated(page)
      await signIn(page, account)
      await arrive(page)
    }
  ]
]
