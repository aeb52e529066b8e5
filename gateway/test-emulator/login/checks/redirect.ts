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

/** A helper frame that loads but never responds. */
const SILENT_HELPER = `<!doctype html><script>window.gapi_onload = () => gapi.load('gapi.iframes', { callback() {} })</script>
<script src="${GAPI_URL}"></script>`
/** How long a visitor may wait for a helper that does not respond. */
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
    'before the visitor acts, nothing is requested from other sites or the provider',
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
    'a visitor returning without a result gets a message and can try a window instead',
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
    'the Google script blocked on return is reported as blocked, and the password still works',
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
    'if the helper never responds on return, the visitor can still use another method',
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
      const message = page.getByText(say('problem.no-return.title', { provider: 'Google' })).first()
      await cancel.or(message).waitFor({ timeout: NO_RETURN_TIMEOUT_MS })
      if (await cancel.isVisible()) await cancel.click()
      await signIn(page, account)
      await arrive(page)
    }
  ],
  [
    'a visitor who goes back from the provider can use another method',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await goToProvider(page, 'Google')
      await page.goBack()
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      await signIn(page, account)
      await arrive(page)
    }
  ],
  [
    'a visitor who goes back from the provider and is faster than the page can use another method too',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await goToProvider(page, 'Google')
      let release = () => {}
      const pressed = new Promise<void>((resolve) => {
        release = resolve
      })
      // The page finds out that it comes back from a provider with this file.
      await context.route('**/_auth/assets/start-flows-*.js', async (route) => {
        await pressed
        await route.continue()
      })
      await page.goBack({ waitUntil: 'domcontentloaded' })
      await hydrated(page)
      await signIn(page, account)
      release()
      await arrive(page)
    }
  ]
]
