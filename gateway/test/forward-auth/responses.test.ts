import t from 'tap'
import { startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { words } from '../fixtures/words.ts'

const gateway = await startAskedGateway(t)

t.test('answers: allowed, a 200 without a body, with all identity headers and other cookies', async (t) => {
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
  for (const name of words`
    set-cookie content-type location vary cache-control x-gatehouse-set-cookie-1
  `)
    t.notOk(response.headers.has(name), name)
})

t.test('answers: a public path without a session is allowed with empty identity headers', async (t) => {
  const response = await gateway.ask({ url: `${WIKI}/public/x`, headers: { 'x-forwarded-user': 'evil' } })
  t.equal(response.status, 200)
  for (const name of ['x-forwarded-user', 'x-forwarded-email', 'x-gatehouse-assertion', 'cookie'])
    t.equal(response.headers.get(name), '', name)
})
