import t, { type Test } from 'tap'
import { PAGE } from '../../../../test/fixtures/gateway.ts'
import { startAttackedServer } from '../fixtures/attacked-server.ts'
import { CALLBACK } from '../fixtures/authorization-server.ts'
import type { Visitor } from '../fixtures/visitor.ts'

const COOKIES = { interaction: 'gatehouse-oauth-interaction', resume: 'gatehouse-oauth-resume' }

/** Two visitors with a consent page each. `raw`: one request, with the cookies that are given. */
async function openTwo(t: Test) {
  const server = await startAttackedServer(t)
  const { origin, request, visit } = server
  async function open(uid: string, state: string) {
    const visitor = await visit(uid)
    const page = await visitor.ask({ state })
    return { visitor, path: page.location }
  }
  const raw = (path: string, cookie: string, method = 'POST') =>
    request(path, { ...PAGE, origin, cookie }, { method })
  /** The cookies of a visitor, with others in place of some. */
  const cookieOf = ({ cookies }: Visitor, more: Record<string, string | undefined> = {}) =>
    [...new Map([...cookies, ...Object.entries(more)])]
      .filter(([, value]) => value !== undefined)
      .map((pair) => pair.join('='))
      .join('; ')
  return { ...server, ada: await open('ada', 'of-ada'), eve: await open('eve', 'of-eve'), raw, cookieOf }
}

t.test('interaction: by the path of another request, no decision is made or remembered', async (t) => {
  const { ada, eve, raw, cookieOf } = await openTwo(t)
  for (const end of ['', '/refuse']) {
    const planted = await raw(`${ada.path}${end}`, cookieOf(eve.visitor))
    t.equal(planted.status, 400, `the cookie of one, the path of another ${end}`)
  }
  t.equal((await raw(ada.path, cookieOf(eve.visitor), 'GET')).status, 400)
  const done = await ada.visitor.go(ada.path, { method: 'POST' })
  t.match(done.location, 'state=of-ada', 'her own request is answered')
  const twin = await eve.visitor.go(eve.path, { method: 'POST' })
  t.match(twin.location, 'state=of-eve', 'twin: each with its own path')
})

t.test('interaction: a decision is repeated to its own browser and session alone', async (t) => {
  const { ada, eve, raw, cookieOf } = await openTwo(t)
  const cookie = cookieOf(ada.visitor)
  const id = ada.visitor.cookies.get(COOKIES.interaction)
  t.equal((await raw(ada.path, cookie)).status, 303)
  for (const [name, header] of [
    ['no cookie', ''],
    ['a session, and no cookie of the request', cookieOf(eve.visitor, { [COOKIES.interaction]: undefined })],
    ['another session with the cookie of the request', cookieOf(eve.visitor, { [COOKIES.interaction]: id })],
    ['the cookie of the request alone', `${COOKIES.interaction}=${id}`]
  ] as const) {
    const response = await raw(ada.path, header)
    const [to, text] = [response.headers.get('location') ?? '', await response.text()]
    t.notMatch(`${to} ${text}`, /of-ada|code_challenge|ada@example\.com/, name)
  }
  const again = await raw(ada.path, cookie)
  t.match((await ada.visitor.go(again.headers.get('location') ?? '')).location, 'state=of-ada', 'twin')
})

t.test('interaction: a refusal is repeated to its own browser alone', async (t) => {
  const { ada, raw, cookieOf } = await openTwo(t)
  const refuse = `${ada.path}/refuse`
  t.equal((await raw(refuse, cookieOf(ada.visitor))).status, 303)
  t.equal((await raw(refuse, '')).status, 400)
  const again = await raw(refuse, cookieOf(ada.visitor))
  t.match((await ada.visitor.go(again.headers.get('location') ?? '')).location, 'state=of-ada', 'twin')
})

t.test('resumption: a request goes on where its path, its cookie and the account agree', async (t) => {
  const { ada, eve, raw, cookieOf, origin, visit } = await openTwo(t)
  const done = await raw(ada.path, cookieOf(ada.visitor))
  const to = (done.headers.get('location') ?? '').replace(origin, '')
  t.match(to, '/_auth/oauth/authorize/')
  const resume = ada.visitor.cookies.get(COOKIES.resume)
  for (const [name, cookie] of [
    ['no cookie', ''],
    ['the cookie of another request', cookieOf(eve.visitor)],
    ['another account with the cookie', cookieOf(eve.visitor, { [COOKIES.resume]: resume })],
    ['no session with the cookie', `${COOKIES.resume}=${resume}`]
  ] as const) {
    const response = await raw(to, cookie, 'GET')
    t.notMatch(response.headers.get('location') ?? '', 'code=', name)
  }
  t.match(await ada.visitor.go(to), { location: /\?code=/ }, 'twin')
  const stranger = await visit(null)
  t.equal((await stranger.go(to)).status, 400)
})

t.test('resumption: a sign-in that another browser has given an interaction does not complete', async (t) => {
  const { request, origin, visit } = await startAttackedServer(t)
  const known = await visit('ada')
  await known.go((await known.ask()).location, { method: 'POST' })
  // Of a stranger, who gets the cookie of the interaction into the browser of the visitor.
  const stranger = await visit(null)
  const login = await stranger.ask()
  const path = new URL(new URL(login.location, origin).searchParams.get('redirect') ?? '', origin).pathname
  known.cookies.set(COOKIES.interaction, path.split('/').at(-1) ?? '')
  const continued = await request(path, { ...PAGE, cookie: known.cookie() })
  const to = continued.headers.get('location') ?? ''
  t.match(to, '/_auth/oauth/authorize/', 'control: the visitor has continued it')
  const done = await stranger.go(to)
  t.notMatch(done.location, `${CALLBACK}?code=`)
  t.match(done.location, /\/login\?/, 'the stranger has to sign in')
})
