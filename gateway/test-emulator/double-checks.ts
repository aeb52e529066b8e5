import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { encodeBase32, totpCode } from '../stand-in/second-factors/totp.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { type BarePage, openBarePage } from './doubles/bare-page.ts'
import { type ProviderFront, startProviderFront } from './doubles/provider-front.ts'
import { signInAtProvider } from './doubles/provider-window.ts'
import { wrongTotpCode } from './doubles/totp.ts'
import { createEmulatorAccounts } from './emulator-accounts.ts'
import type { LoginSurroundings } from './login/run-login.ts'

/** https://www.rfc-editor.org/rfc/rfc6238#appendix-B, last six digits for SHA-1. */
const RFC_SECRET = encodeBase32(Buffer.from('12345678901234567890'))
const RFC_CODES: readonly [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130']
]

const GOOGLE = 'new sdk.GoogleAuthProvider()'
const CODE_OF = '(err) => err.code'

/** The doubles in front of the emulator and in the browser, used by the official SDK alone. */
export async function checkDoubles({ checks, browser, emulatorHost }: LoginSurroundings): Promise<void> {
  const front = await startProviderFront(emulatorHost)
  try {
    await runDoubleChecks(checks, front, browser)
  } finally {
    await front.close()
  }
}

async function runDoubleChecks(checks: Checks, front: ProviderFront, browser: Browser): Promise<void> {
  const title = (text: string) => `doubles: ${text}`
  const onPage = async (run: (bare: BarePage) => Promise<void>, csp = '') => {
    const bare = await openBarePage(browser, front.host, csp)
    try {
      await run(bare)
    } finally {
      await bare.close()
    }
  }

  await checks.check(title('authenticator codes are those of RFC 6238'), async () => {
    for (const [seconds, code] of RFC_CODES) assert.equal(totpCode(RFC_SECRET, seconds), code)
  })
  await checks.check(title('sign-in in a popup gives the account of the provider'), () => onPage(opensPopup))
  await checks.check(title('sign-in by redirect gives the account of the provider'), () => onPage(redirects))
  await checks.check(title('a blocked helper frame fails as with the real script'), () =>
    onPage(async ({ evaluate }) => {
      const popup = `sdk.signInWithPopup(auth, ${GOOGLE}, sdk.browserPopupRedirectResolver)`
      assert.equal(await evaluate(`${popup}.catch(${CODE_OF})`), 'auth/network-request-failed')
    }, "frame-src 'none'")
  )
  await checks.check(title('an authenticator is enrolled with a valid code and required later'), () =>
    onPage((bare) => enrols(bare, front))
  )
}

async function opensPopup({ page, evaluate }: BarePage): Promise<void> {
  const email = `${randomUUID()}@example.com`
  const popup = page.waitForEvent('popup')
  const result = evaluate(
    `sdk.signInWithPopup(auth, ${GOOGLE}, sdk.browserPopupRedirectResolver).then(({ user }) => user.email)`
  )
  await signInAtProvider(await popup, email)
  assert.equal(await result, email)
}

async function redirects({ page, evaluate }: BarePage): Promise<void> {
  const email = `${randomUUID()}@example.com`
  const url = page.url()
  const leaving = evaluate(`sdk.signInWithRedirect(auth, ${GOOGLE}, sdk.browserPopupRedirectResolver)`)
  // Leaving the page abandons the promise.
  await Promise.race([leaving.catch(() => undefined), atProvider(page)])
  await atProvider(page)
  await signInAtProvider(page, email)
  await page.waitForURL(url)
  assert.equal(
    await evaluate(
      'sdk.getRedirectResult(auth, sdk.browserPopupRedirectResolver).then((result) => result.user.email)'
    ),
    email
  )
}

async function atProvider(page: Page): Promise<void> {
  await page.waitForURL('**/emulator/auth/handler*')
}

async function enrols({ evaluate }: BarePage, { host, authenticators }: ProviderFront): Promise<void> {
  const accounts = createEmulatorAccounts(host)
  const account = await accounts.signUp()
  const signIn = `sdk.signInWithEmailAndPassword(auth, '${account.email}', '${account.password}')`
  const begin =
    'sdk.multiFactor(auth.currentUser).getSession().then(sdk.TotpMultiFactorGenerator.generateSecret)'
  await evaluate(signIn)
  assert.equal(await evaluate(`${begin}.catch(${CODE_OF})`), 'auth/unverified-email')

  await accounts.update(account.uid, { emailVerified: true })
  const secret = String(
    await evaluate(`${begin}.then((secret) => { window.secret = secret; return secret.secretKey })`)
  )
  const enrol = (code: string) =>
    evaluate(
      `sdk.multiFactor(auth.currentUser)
        .enroll(sdk.TotpMultiFactorGenerator.assertionForEnrollment(secret, '${code}'), 'app')
        .then(() => sdk.multiFactor(auth.currentUser).enrolledFactors.map((factor) => factor.factorId), ${CODE_OF})`
    )
  assert.equal(await enrol(wrongTotpCode(secret, Date.now() / 1000)), 'auth/invalid-verification-code')
  assert.deepEqual(await enrol(totpCode(secret, Date.now() / 1000)), ['totp'])
  assert.equal(authenticators.lastSecret(), secret)

  await evaluate(`${signIn}.catch((err) => { window.resolver = sdk.getMultiFactorResolver(auth, err) })`)
  assert.deepEqual(await evaluate('resolver.hints.map((hint) => hint.factorId)'), ['totp'])
  const response = (code: string) =>
    evaluate(
      `resolver.resolveSignIn(sdk.TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0].uid, '${code}'))
        .then(({ user }) => user.getIdTokenResult(true))
        .then((result) => result.signInSecondFactor, ${CODE_OF})`
    )
  assert.equal(await response(wrongTotpCode(secret, Date.now() / 1000)), 'auth/invalid-verification-code')
  assert.equal(await response(totpCode(secret, Date.now() / 1000)), 'totp')
}
