import t from 'tap'
import { AUTH, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'

const API = { accept: 'application/json', 'sec-fetch-mode': 'cors' }
const gateway = await startAskedGateway(t)

t.test(
  'answers: an allowed request is a 200 without a body, with all identity headers and the other cookies',
  async (t) => {
    const session = await gateway.enter()
    const response = await gateway.ask({ headers: { cookie: `a=1; ${session}; b=2` } })
    t.equal(response.status, 200)
    t.equal(await response.text(), '')
    t.equal(response.headers.get('content-length'), '0')
    t.match(Object.fromEntries(response.headers), {
      'x-forwarded-user': 'ada',
      'x-forwarded-email': 'ada@example.com',
      'x-forwarded-preferred-username': 'Ada',
      'x-gatehouse-tenant': '',
      'x-gatehouse-issuer': '',
      'x-gatehouse-expired': '',
      cookie: 'a=1; b=2'
    })
    for (const name of [
      'set-cookie',
      'content-type',
      'location',
      'vary',
      'cache-control',
      'x-gatehouse-set-cookie-1'
    ])
      t.notOk(response.headers.has(name), name)
  }
)

t.test('answers: a public path without a session is allowed with empty identity headers', async (t) => {
  const response = await gateway.ask({ url: `${WIKI}/public/x`, headers: { 'x-forwarded-user': 'evil' } })
  t.equal(response.status, 200)
  for (const name of ['x-forwarded-user', 'x-forwarded-email', 'x-gatehouse-assertion', 'cookie'])
    t.equal(response.headers.get(name), '', name)
})

t.test('answers: a page load without a session redirects to the login page and back', async (t) => {
  const response = await gateway.ask()
  t.equal(response.status, 302)
  t.equal(
    response.headers.get('location'),
    `${AUTH}/login?redirect=${encodeURIComponent(`${WIKI}/pages/1?q=%2F`)}`
  )
  t.equal(response.headers.get('cache-control'), 'no-store')
  t.equal((await gateway.ask({ method: 'POST' })).status, 303)
  const own = await gateway.ask({ url: `${AUTH}/x?y=1` })
  t.equal(own.headers.get('location'), `${AUTH}/login?redirect=${encodeURIComponent('/x?y=1')}`)
})

t.test('answers: an API call without a session is a 401 with the login URL', async (t) => {
  const response = await gateway.ask({ headers: API })
  t.equal(response.status, 401)
  t.match(await response.json(), { code: 'MISSING_CREDENTIALS', loginUrl: `${AUTH}/login` })
  t.equal(response.headers.get('www-authenticate'), 'Bearer')
})
