import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { type Answer, type Functions, REASON, REFUSES, startFunctions } from './blocking-functions.ts'
import { fillIn, onNewPage } from './browser-checks.ts'
import type { TestAccount } from './emulator-accounts.ts'
import { assertStatus, type CheckEnvironment, enter } from './environment.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** Variables of the gateway for these checks. */
export const BLOCKING = {
  GATEHOUSE_LOGIN_BLOCKING_FUNCTIONS_SHOW_MESSAGE: 'true',
  GATEHOUSE_LOGIN_METHODS_SIGNUP: 'true',
  GATEHOUSE_SESSION_KEEP_CLAIMS: '["risk"]',
  GATEHOUSE_SESSION_VISIBLE_CLAIMS: 'all'
}

const SESSION_CLAIMS = { risk: 'low', device: 'managed' }
const FAILS: Answer = [500, JSON.stringify({ error: { message: REASON, status: 'INTERNAL' } })]
const SETS_CLAIMS: Answer = [
  200,
  JSON.stringify({ userRecord: { updateMask: 'sessionClaims', sessionClaims: SESSION_CLAIMS } })
]

/** Blocking functions of the official emulator: refusals on the login page, and session claims in both modes. */
export async function checkBlockingFunctions(
  environment: CheckEnvironment,
  emulatorHost: string,
  browser: Browser | null
): Promise<void> {
  const { checks, gateway } = environment
  const title = (text: string) => `blocking functions (${gateway.mode}): ${text}`
  const functions = await startFunctions(emulatorHost)
  const whileAnswering = (answers: Functions['answers'], run: () => Promise<void>) => async () => {
    functions.answers = answers
    functions.events.length = 0
    try {
      await run()
    } finally {
      functions.answers = {}
    }
  }
  try {
    await checks.check(
      title('session claims of the sign-in are kept, through refreshes too'),
      whileAnswering({ beforeSignIn: SETS_CLAIMS }, () => keepsClaims(environment))
    )
    await checks.check(
      title('neither an exchange nor a refresh runs a function'),
      whileAnswering({ beforeSignIn: SETS_CLAIMS }, async () => {
        const { visitor } = await enter(environment)
        assert.deepEqual(functions.events, ['beforeCreate', 'beforeSignIn'])
        functions.answers = { beforeSignIn: REFUSES }
        assertStatus(await refresh(visitor), 200)
        assert.equal(functions.events.length, 2)
      })
    )
    if (browser === null) return
    const onPage = (run: (page: Page) => Promise<void>) => () => onNewPage(browser, gateway.url, run)
    await checks.check(
      title('a refused password leads to a screen of its own, once'),
      onPage(async (page) => {
        const account = await environment.accounts.signUp()
        await whileAnswering({ beforeSignIn: REFUSES }, async () => {
          await signInOn(page, account)
          await showsRefusal(page)
          assert.deepEqual(functions.events, ['beforeSignIn'])
        })()
        await page.getByRole('button', { name: 'Use another account' }).click()
        await signInOn(page, account)
        await page.waitForURL('/')
      })
    )
    await checks.check(
      title('a refused sign-up leads to the same, and signs in no account'),
      onPage((page) =>
        whileAnswering({ beforeCreate: REFUSES }, async () => {
          await page.goto('/login/sign-up')
          await page.getByLabel('Email').fill('refused@example.com')
          await page.locator('input[name=new-password]').fill('a password of some length')
          await page.getByRole('button', { name: 'Create account' }).click()
          await showsRefusal(page)
          assert.deepEqual(functions.events, ['beforeCreate'])
        })()
      )
    )
    await checks.check(
      title('a function that fails is not a refusal'),
      onPage(async (page) => {
        const account = await environment.accounts.signUp()
        await whileAnswering({ beforeSignIn: FAILS }, async () => {
          await signInOn(page, account)
          await page.getByRole('alert').getByText('Try again').waitFor()
          assert.doesNotMatch(String(await page.textContent('main')), /can’t sign in here|school/)
        })()
      })
    )
  } finally {
    await functions.close()
  }
}

async function keepsClaims(environment: CheckEnvironment): Promise<void> {
  const { accounts, gateway } = environment
  const account = await accounts.signUp()
  const tokens = await accounts.signIn(account)
  assert.deepEqual(pick(decodeJwt(tokens.idToken)), SESSION_CLAIMS)
  const visitor = createVisitor(gateway)
  assertStatus(await visitor.openSession(tokens), 200)
  const expected = gateway.mode === 'handover' ? SESSION_CLAIMS : { risk: 'low', device: undefined }
  assert.deepEqual(await claimsOf(visitor), expected)
  for (let time = 0; time < 2; time++) assertStatus(await refresh(visitor), 200)
  assert.deepEqual(await claimsOf(visitor), expected, 'after two refreshes')
}

const refresh = (visitor: Visitor) => visitor.visit({ method: 'POST', path: '/_auth/refresh?force=1' })

function pick({ risk, device }: Record<string, unknown>) {
  return { risk, device }
}

async function claimsOf(visitor: Visitor) {
  const { json } = await visitor.visit({ path: '/_auth/session' })
  return pick({ ...Object(json.claims) })
}

async function showsRefusal(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'You can’t sign in here' }).waitFor()
  await page.getByText(REASON).waitFor()
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  assert.deepEqual(cookies, [])
}

async function signInOn(page: Page, account: TestAccount): Promise<void> {
  await page.goto('/')
  await fillIn(page, account)
}
