import assert from 'node:assert/strict'
import { until } from '../../../../test/fixtures/provider/token-endpoint.ts'
import { PROOF, REFRESH, REGISTER, SESSION } from '../device.ts'
import type { Journeys } from './journeys.ts'
import type { Site } from './site.ts'

const RENEWED = [`POST ${REFRESH} 403`, `POST ${REFRESH} 200`]
const PASSED = { status: 200 }

/** Bodies that arrived at the application. */
const bodiesAt = ({ application }: Site, path: string) =>
  application.seen.filter(({ url }) => url === path).map(({ body }) => body)

export const PAGES: Journeys = {
  'a sign-in binds the session by itself, and ten pages load': async (site) => {
    const { page, cookies } = await site.openBound()
    assert.deepEqual((await cookies()).map(({ name }) => name).sort(), [SESSION, PROOF])
    site.front.forget()
    const expected = []
    for (let load = 0; load < 10; load++) {
      await page.goto(`${site.origin}/${load}`)
      expected.push(`GET /${load} 200`)
    }
    assert.deepEqual(site.paths(), expected)
  },

  'a request that is on its way while the session is bound is sent again': async (site) => {
    const browser = await site.openBrowser()
    const registration = site.front.hold(REGISTER)
    await site.signIn(browser)
    await registration.arrived
    const held = site.front.hold('/slow')
    const response = browser.fetch('/slow', { method: 'POST', body: 'once' })
    await held.arrived
    registration.release()
    await until(async () => (await browser.proofs()).length > 0)
    held.release()
    assert.deepEqual(await response, PASSED)
    const statuses = site.front.seen('/slow').map(({ status }) => status)
    assert.deepEqual(statuses, [307, 200])
    assert.deepEqual(bodiesAt(site, '/slow'), ['once'])
  },

  'requests of two tabs wait for one renewal': async (site) => {
    const browser = await site.openBound()
    const second = await browser.context.newPage()
    await second.goto(`${site.origin}/second`)
    await browser.dropProofs()
    site.front.forget()
    const renewal = site.front.hold(REFRESH)
    const responses = [browser.fetch('/one'), browser.fetch('/two', {}, second)]
    await renewal.arrived
    assert.deepEqual(site.paths(), [`POST ${REFRESH} 0`])
    renewal.release()
    assert.deepEqual(await Promise.all(responses), [PASSED, PASSED])
    assert.deepEqual(site.paths().slice(0, 2), RENEWED)
    assert.deepEqual(site.paths().slice(2).sort(), ['GET /one 200', 'GET /two 200'])
  },

  'after a night, a form is sent once': async (site) => {
    const browser = await site.openBound()
    site.advance(8 * 3600)
    await browser.dropProofs()
    site.front.forget()
    assert.deepEqual(await browser.fetch('/form', { method: 'POST', body: 'once' }), PASSED)
    assert.deepEqual(site.paths(), [...RENEWED, 'POST /form 200'])
    assert.deepEqual(bodiesAt(site, '/form'), ['once'])
  },

  'WebSocket, event stream and service worker wait for the proof': async (site) => {
    const { page, dropProofs } = await site.openBound()
    await page.evaluate(`navigator.serviceWorker.register('/worker.js')
      .then(() => new Promise((resolve) => navigator.serviceWorker.addEventListener('message', resolve, { once: true })))
      .then(() => {})`)
    const open = {
      '/socket 101': `new Promise((resolve, reject) => {
        const socket = Object.assign(new WebSocket('/socket'), { onerror: reject, onopen: () => socket.send('hello') })
        socket.onmessage = ({ data }) => resolve(data.text())
      })`,
      '/events 200': `new Promise((resolve, reject) => {
        const source = Object.assign(new EventSource('/events'), { onerror: reject })
        source.onmessage = ({ data }) => resolve(data)
      })`,
      '/by-worker 200': `fetch('/by-worker').then((one) => one.headers.get('x-from'))`
    }
    const said = []
    for (const [path, script] of Object.entries(open)) {
      await dropProofs()
      site.front.forget()
      said.push(await page.evaluate(script))
      assert.deepEqual(site.paths(), [...RENEWED, `GET ${path}`])
    }
    assert.deepEqual(said, ['hello', 'tick', 'worker'])
  },

  'a link from another site ends at its page, and Back and Forward do': async (site) => {
    const { page, dropProofs } = await site.openBound()
    const address = `${site.origin}/deep?x=1#part`
    await page.goto(site.elsewhere(address))
    await dropProofs()
    site.front.forget()
    await page.getByText('Link').click()
    await page.locator('#user').waitFor()
    assert.equal(page.url(), address)
    assert.deepEqual(
      site.paths().filter((path) => !path.includes('/assets/')),
      ['GET /deep?x=1 401', ...RENEWED, 'GET /deep?x=1 200']
    )
    await page.locator('#next').click()
    await page.waitForURL(`${site.origin}/next`)
    for (const step of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
      await dropProofs()
      await page[step]()
      await page.locator('#user, #link').waitFor()
    }
    assert.equal(page.url(), `${site.origin}/next`)
  },

  'a link from another site to the login page leads on': async (site) => {
    const { page, dropProofs } = await site.openBound()
    await page.goto(site.elsewhere(`${site.origin}/login?redirect=%2Fdeep`))
    await dropProofs()
    await page.getByText('Link').click()
    await page.waitForURL(`${site.origin}/deep`)
    await page.locator('#user').waitFor()
  },

  'a sign-out ends the binding, and a sign-in begins another': async (site) => {
    const browser = await site.openBound()
    site.front.forget()
    await browser.page.locator('#out').click()
    await browser.page.waitForURL(/reason=signed-out/)
    assert.deepEqual(await browser.cookies(), [])
    assert.deepEqual(site.paths().slice(0, 2), ['POST /logout 303', `POST ${REFRESH} 200`])
    site.front.forget()
    await browser.page.goto(`${site.origin}/login`)
    assert.deepEqual(site.front.seen(REFRESH), [], 'continue: false')
    await site.signIn(browser, `${site.origin}/again`)
    await until(async () => (await browser.proofs()).length > 0)
    assert.equal(site.logLines({ event: 'session.bound' }).length, 2)
  },

  'further sign-ins leave one binding, and no alarm': async (site) => {
    const browser = await site.openBound()
    const { page } = browser
    for (const bindings of [2, 3, 4]) {
      site.advance(1)
      await page.goto(`${site.origin}/login?prompt=login`)
      await page.getByText('Use another account').click()
      await site.fillIn(browser)
      await until(() => site.logLines({ event: 'session.bound' }).length === bindings)
      await page.goto(`${site.origin}/own`)
    }
    await browser.dropProofs()
    assert.deepEqual(await browser.fetch('/data'), PASSED)
    assert.deepEqual(site.logLines({ event: 'session.binding-refused' }), [])
  }
}
