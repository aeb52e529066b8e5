import t from 'tap'
import { ADAPTER_PATHS, AUTH, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { PAGE } from '../fixtures/gateway.ts'

const gateway = await startAskedGateway(t, {
  config: {
    'access.rules': [
      { path: '/pay/*', allow: 'signed-in', require: { secondFactor: true, signedInWithin: 600 } }
    ]
  }
})
const cookie = await gateway.enter('ada')
const url = `${WIKI}/pay/x?y=1`
const LOGIN = `${AUTH}/login?redirect=${encodeURIComponent(url)}&reason=step-up`

t.test('forward auth: step-up missing after a recent sign-in is a 403 by every adapter', async (t) => {
  for (const adapter of ADAPTER_PATHS) {
    const response = await gateway.ask({ adapter, url, headers: { ...PAGE, cookie } })
    t.equal(response.status, 403, adapter)
    const text = await response.text()
    if (adapter === '' || adapter === '/answer' || adapter === '/envoy') {
      t.match(text, 'A second step is needed', adapter)
      t.match(text, `href="${AUTH}/login/second-step?redirect=${encodeURIComponent(url)}"`, adapter)
    }
  }
})

t.test('forward auth: with a step-up missing, redirect and challenge reach the visitor', async (t) => {
  gateway.advance(601)
  for (const adapter of ['', '/answer', '/envoy'] as const) {
    const page = await gateway.ask({ adapter, url, headers: { ...PAGE, cookie } })
    t.same([page.status, page.headers.get('location')], [302, LOGIN], adapter)
    const call = await gateway.ask({ adapter, url, headers: { cookie } })
    const challenge = 'error="insufficient_user_authentication", max_age=600, acr_values='
    t.match([call.status, call.headers.get('www-authenticate')], [401, challenge], adapter)
    const loginUrl = `${AUTH}/login?prompt=login&reason=step-up`
    t.match(await call.json(), { code: 'STEP_UP_REQUIRED', loginUrl })
  }
  for (const adapter of ['/status', '/original-url'] as const)
    t.equal((await gateway.ask({ adapter, url, headers: { ...PAGE, cookie } })).status, 401, adapter)
  t.equal((await gateway.ask({ url: `${WIKI}/other`, headers: { cookie } })).status, 200, 'control')
})

t.test('forward auth: the login page knows the requirements of a rule of another origin', async (t) => {
  const page = await fetch(`${gateway.url}${new URL(LOGIN).pathname}${new URL(LOGIN).search}`, {
    headers: { ...PAGE, cookie },
    redirect: 'manual'
  })
  t.equal(page.status, 200)
  t.match(await page.text(), /"reason":"step-up","secondFactor":true/)
})
