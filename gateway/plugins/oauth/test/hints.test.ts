import t from 'tap'
import { PAGE } from '../../../test/fixtures/gateway.ts'
import { CLIENTS, REPORTS_CALLBACK, SECRETS, startAttackedServer } from './fixtures/attacked-server.ts'
import { beginRequest, CALLBACK, FORM, watch } from './fixtures/authorization-server.ts'

const BYE = 'https://dashboard.example.com/bye'

/** Clients with an address for after the sign-out, and the id tokens of two accounts. `locationOf`: where a form leads that another site sends. */
async function start(t: Parameters<typeof startAttackedServer>[0]) {
  const server = await startAttackedServer(t, {
    'authorizationServer.clients': CLIENTS.map((one) => ({ ...one, postLogoutRedirectUris: [BYE] }))
  })
  const { request, authorize, askToken, exchange } = server
  const idTokenOf = async (uid: string) => (await askToken(exchange(await authorize({}, uid)))).idToken
  const locationOf = async (path: string, form: Record<string, string>) => {
    const headers = { ...PAGE, ...FORM, origin: 'https://dashboard.example.com' }
    const body = String(new URLSearchParams(form))
    const response = await request(`/_auth/oauth${path}`, headers, { method: 'POST', body })
    return response.headers.get('location') ?? ''
  }
  return { ...server, idTokenOf, locationOf }
}

t.test('sign-out: by a form, no token gets into an address, and it leads to the client', async (t) => {
  const { idTokenOf, locationOf, visit } = await start(t)
  const hint = await idTokenOf('ada')
  const visitor = await visit()
  const form = { id_token_hint: hint, post_logout_redirect_uri: BYE, state: 'x' }
  const to = await locationOf('/sign-out', form)
  t.notMatch(to, /eyJ|id_token_hint/)
  t.match(to, 'client_id=dashboard')
  const page = await visitor.go(to)
  t.equal(page.status, 200)
  t.equal((await visitor.submit(page, '&logout=yes')).location, `${BYE}?state=x`)
})

t.test('sign-out: by a form with a token that is wrong, or of another client, it is refused', async (t) => {
  const { idTokenOf, locationOf, visit } = await start(t)
  const hint = await idTokenOf('ada')
  const visitor = await visit()
  for (const [name, form] of [
    ['signature', { id_token_hint: `${hint.slice(0, -8)}AAAAAAAA` }],
    ['no token', { id_token_hint: 'eyJub25lIjoxfQ' }],
    ['another client', { id_token_hint: hint, client_id: 'reports' }]
  ] as const) {
    const to = await locationOf('/sign-out', { ...form, post_logout_redirect_uri: BYE })
    t.notMatch(to, 'eyJ', name)
    t.equal((await visitor.go(to)).status, 400, name)
  }
  const twin = await locationOf('/sign-out', { id_token_hint: hint, client_id: 'dashboard' })
  t.equal((await visitor.go(twin)).status, 200, 'twin')
})

t.test('authorization request: a hint in a form counts, its token is in no address or record', async (t) => {
  const { gateway, idTokenOf, locationOf, oidc, visit } = await start(t)
  const [ofAda, ofEve] = [await idTokenOf('ada'), await idTokenOf('eve')]
  const stored: string[] = []
  watch(gateway, 'addToList', (_list, { text }) => stored.push(text))
  const visitor = await visit('ada')
  const ask = async (hint: string, more: Record<string, string> = {}) => {
    const { searchParams } = new URL(
      (await beginRequest(oidc, { prompt: 'consent', id_token_hint: hint, ...more })).url
    )
    const to = await locationOf('/authorize', {
      ...Object.fromEntries(searchParams),
      client_secret: SECRETS.dashboard
    })
    t.notMatch(to, /eyJ|client_secret/)
    return await visitor.go(to)
  }
  t.match((await ask(ofEve)).location, 'error=login_required', 'another account')
  t.match((await ask(ofAda)).text, 'Allow Dashboard', 'twin')
  t.match((await ask(`${ofAda.slice(0, -8)}AAAAAAAA`)).location, 'error=invalid_request', 'not valid')
  const ofOther = { client_id: 'reports', redirect_uri: REPORTS_CALLBACK }
  t.match((await ask(ofAda, ofOther)).location, 'error=invalid_request', 'of another client')
  t.ok(stored.length > 0)
  t.notMatch(stored.join(), ofAda)
})

t.test('authorization request: after a change of account, its address has no token', async (t) => {
  const { idTokenOf, request, visit } = await start(t)
  const [ada, eve] = [await visit('ada'), await visit('eve')]
  const page = await ada.ask({ id_token_hint: await idTokenOf('ada'), prompt: 'consent' })
  t.match(page.text, 'Allow Dashboard')
  const cookie = `${eve.cookie()}; gatehouse-oauth-interaction=${page.location.split('/').at(-1)}`
  const response = await request(page.location, { ...PAGE, cookie })
  t.equal(response.status, 303)
  const to = response.headers.get('location') ?? ''
  t.notMatch(to, 'eyJ')
  const done = await eve.go(to)
  t.match(done.location, new RegExp(`^${CALLBACK}\\?.*login_required`), 'and still has its hint')
})
