import t from 'tap'
import { identifierOf } from '../proof.ts'
import { ORIGIN, pairOf, SESSION, signInToBind } from './device.ts'

const LINKED = {
  host: new URL(ORIGIN).host,
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'cross-site'
}
const OFFER = '/_auth/device/offer?to='
const AUTHORIZE = `/_auth/oauth/authorize?${new URLSearchParams({
  client_id: 'cli',
  response_type: 'code',
  redirect_uri: 'http://127.0.0.1/callback',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256'
})}`
const CLIENTS = [{ id: 'cli', name: 'Command line', redirectUris: ['http://127.0.0.1/callback'] }]

t.test('device binding: a link from another site proves the device first, wherever it leads', async (t) => {
  const { bind, call } = await signInToBind(
    t,
    {},
    {
      acquire: 'exchange',
      config: { 'authorizationServer.enabled': true, 'authorizationServer.clients': CLIENTS }
    }
  )
  const { cookies } = await bind()
  const open = async (sent: string) => {
    const results = []
    for (const path of ['/', '/login?redirect=%2Fdeep', AUTHORIZE]) {
      const response = await call(path, sent, LINKED)
      const loadsAgain = /location\.reload\(\)/.test(await response.text())
      results.push([response.status, loadsAgain, response.headers.getSetCookie().length > 0])
    }
    return results
  }
  t.same(await open(pairOf(cookies, SESSION)), Array(3).fill([401, true, false]))
  t.same(
    (await open(cookies)).map(([status]) => status),
    [200, 302, 303]
  )
})

t.test(
  'device binding: what has arrived from another site is offered a key by a page of its own',
  async (t) => {
    const { begin, bind, call } = await signInToBind(t)
    const { cookies } = await begin()
    const bound = await bind()
    const ask = async (sent: string, to = '/a?b=c') => {
      const { status, headers } = await call(`${OFFER}${encodeURIComponent(to)}`, sent)
      return [status, headers.get('location'), headers.has('secure-session-registration')]
    }
    t.same(await ask(cookies), [303, '/a?b=c', true])
    t.same(await ask(cookies, 'https://evil.example/'), [303, '/', true], 'leads to no other origin')
    t.same(await ask(bound.cookies), [303, '/a?b=c', false], 'bound already')
    t.same(await ask(''), [303, '/a?b=c', false], 'no session')
  }
)

t.test('device binding: browsers know a session at each origin of a site by another id', async (t) => {
  const session = { id: 'one' }
  const [own, other] = [ORIGIN, 'https://wiki.example.com'].map((origin) => identifierOf({ session, origin }))
  t.equal(own, identifierOf({ session, origin: ORIGIN }))
  t.not(own, other)
})
