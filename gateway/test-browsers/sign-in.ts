import assert from 'node:assert/strict'
import { totpCode } from '../stand-in/second-factors/totp.ts'
import { PASSWORD } from './site.ts'
import type { Visits } from './visits.ts'
import type { Browser } from './webdriver.ts'

const DEEP_LINK = '/reports/2026?quarter=3&q=a%2Fb'
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** The main script of the page; what comes before it is other files. */
const MAIN_SCRIPT = /\/_auth\/assets\/index-/

const LATE = { waitsForLoad: false }

/** Signs in with the form of the login page. */
export async function signIn(browser: Browser, email: string, password: string = PASSWORD): Promise<void> {
  await fillIn(browser, email, password)
  await browser.press('Sign in')
}

async function fillIn(browser: Browser, email: string, password: string = PASSWORD): Promise<void> {
  const is = (state: string) => browser.evaluate('document.querySelector(arguments[0]) !== null', state)
  await browser.find('#email')
  if (await is('#email:not([readonly])')) await browser.fill('#email', email)
  if (await is('#password[tabindex="-1"]')) await browser.enter('#email')
  await browser.find('#password:not([tabindex="-1"])')
  await browser.fill('#password', password)
}

/** Journeys from a page of the application to the login page and back. */
export async function checkSignIn({ site, network, engine, checks, journey }: Visits): Promise<void> {
  const { origin, provider } = site

  const control = 'control: an error in the console is noticed'
  if (engine.name === 'WebKit') checks.skip(`${engine.name}: ${control}`, 'its driver hands no console on')
  else
    await journey(control, async (browser) => {
      await browser.goto(`${origin}/login`)
      await browser.evaluate("console.error('of the test')")
      await browser.until('the error', async () => browser.complaints().pop() === 'of the test')
    })

  await journey('a deep link leads to the login page and back, and sign-out works', async (browser) => {
    const { uid, email } = site.newAccount()
    await browser.goto(origin + DEEP_LINK)
    assert.equal(new URL(await browser.location()).pathname, '/login')
    await signIn(browser, email)
    await browser.reach(origin + DEEP_LINK)
    await browser.sees(uid)
    const [cookie] = await browser.cookies()
    assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['gatehouse', true, 'Lax'])
    assert.equal(await browser.evaluate('document.cookie'), '')
    await browser.clickAt('form[action="/logout"] button')
    await browser.reach(`${origin}/login?reason=signed-out`)
    await browser.sees('You’re signed out.')
    await browser.goto(`${origin}/`)
    assert.equal(new URL(await browser.location()).pathname, '/login')
  })

  await journey(
    'a wrong password shows a message and opens no session, the right one does',
    async (browser) => {
      const { email } = site.newAccount()
      await browser.goto(origin + DEEP_LINK)
      await signIn(browser, email, 'not the password')
      await browser.sees('That email and password don’t match.')
      assert.equal(await browser.valueOf('#email'), email)
      assert.deepEqual(await browser.cookies(), [])
      await signIn(browser, email)
      await browser.reach(origin + DEEP_LINK)
    }
  )

  await journey('a link by email signs in', async (browser) => {
    const { uid, email } = site.newAccount()
    await browser.goto(origin + DEEP_LINK)
    await browser.takenOver()
    await browser.fill('#email', email)
    await browser.enter('#email')
    await browser.press('Email link')
    await browser.sees('Check your email')
    const mail = provider.mail.list().findLast((sent) => sent.email === email)
    await browser.newTab()
    await browser.goto(`${origin}/login/action${new URL(mail?.oobLink ?? '').search}`)
    await browser.sees(`You’re signing in as ${email}.`)
    // WebKit's driver leaves a second tab hidden, where nothing takes the pointer.
    await browser.pressEnter('Sign in')
    await browser.reach(origin + DEEP_LINK)
    await browser.sees(uid)
  })

  await journey(
    'a second step refuses a wrong code; Back keeps the email; the code signs in',
    async (browser) => {
      const { email } = site.newAccount({
        secondFactors: [{ id: 'app', totpSecret: TOTP_SECRET, enrolledAtSeconds: site.now() }]
      })
      await browser.goto(origin + DEEP_LINK)
      await signIn(browser, email)
      await browser.sees('Confirm that it’s you')
      await browser.back()
      await browser.sees('Sign in to')
      assert.equal(await browser.valueOf('#email'), email)
      await signIn(browser, email)
      await browser.sees('Confirm that it’s you')
      const code = totpCode(TOTP_SECRET, site.now())
      await browser.fill('#code', String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
      await browser.sees('That code isn’t right.')
      await browser.fill('#code', code)
      await browser.reach(origin + DEEP_LINK)
    }
  )

  await journey('after Back and Forward between pages, the page still signs in', async (browser) => {
    const { email } = site.newAccount()
    const login = `${origin}/login?redirect=${encodeURIComponent('/reports')}`
    await browser.goto(login)
    await browser.fill('#email', email)
    await browser.goto(`${origin}/login/problem`)
    const elsewhere = await browser.location()
    // Firefox notes a script that is loading when its page is left as an error.
    const untilLoaded = () =>
      browser.until('loaded', () =>
        browser.evaluate(
          `Object.keys(document.querySelector('#page') ?? {}).some((key) => key.startsWith('__react'))`
        )
      )
    await untilLoaded()
    await browser.back()
    await browser.reach(login)
    // Firefox restores no input of pages that it must not store, unless it has kept the page itself in memory.
    const restored = await browser.valueOf('#email')
    assert.ok(restored === email || (engine.name === 'Firefox' && restored === ''), `restored: ${restored}`)
    await browser.forward()
    await browser.reach(elsewhere)
    await untilLoaded()
    await browser.back()
    await browser.reach(login)
    await signIn(browser, email)
    await browser.reach(`${origin}/reports`)
  })

  await journey(
    'Enter before the main script is there signs in',
    async (browser) => {
      const { email } = site.newAccount()
      network.hold(MAIN_SCRIPT)
      await browser.goto(origin + DEEP_LINK)
      await fillIn(browser, email)
      await browser.enter('#password')
      await browser.reach(origin + DEEP_LINK)
    },
    LATE
  )

  await journey(
    'a wrong password sent before the main script is there is reported after it',
    async (browser) => {
      const { email } = site.newAccount()
      network.hold(MAIN_SCRIPT)
      await browser.goto(origin + DEEP_LINK)
      await fillIn(browser, email, 'not the password')
      await browser.enter('#password')
      await browser.find('.button[data-busy]')
      network.release()
      await browser.sees('That email and password don’t match.')
      assert.equal(await browser.valueOf('#password'), 'not the password')
      await signIn(browser, email)
      await browser.reach(origin + DEEP_LINK)
    },
    LATE
  )

  await journey(
    'a form that a password manager submits signs in, or says that it was not ready',
    async (browser) => {
      const { email } = site.newAccount()
      await browser.goto(origin + DEEP_LINK)
      await fillIn(browser, email)
      const hasNavigation = await browser.evaluate('"navigation" in window')
      await browser.evaluate('document.forms[0].submit()')
      if (hasNavigation) return void (await browser.reach(origin + DEEP_LINK))
      await browser.sees('That was too quick for us. Please sign in again.')
      // Drivers clear a field, leave it, and come back to type behind what the page has found meanwhile.
      await browser.takenOver()
      await signIn(browser, email)
      await browser.reach(origin + DEEP_LINK)
    }
  )

  await journey(
    'blocked cookies: the page says so and stays',
    async (browser) => {
      const { email } = site.newAccount()
      await browser.goto(origin + DEEP_LINK)
      await signIn(browser, email)
      // Some browsers say that cookies are off; of others the page finds it out.
      await browser.sees(
        engine.name === 'Firefox'
          ? 'Your browser doesn’t allow cookies'
          : 'Your browser doesn’t keep your sign‑in.'
      )
      assert.equal(new URL(await browser.location()).pathname, '/login')
    },
    { blocksCookies: true }
  )
}
