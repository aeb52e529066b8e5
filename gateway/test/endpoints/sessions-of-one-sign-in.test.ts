import t, { type Test } from 'tap'
import {
  cookieHeader,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../fixtures/gateway.ts'
import { startPrimary } from '../fixtures/processes/primary.ts'
import { joinStore, NEEDS_STORE, startStore } from '../fixtures/processes/store-server.ts'
import { refreshAtProvider } from '../fixtures/provider/stand-in-client.ts'
import { send } from '../fixtures/wire/http-client.ts'

const ID_TOKEN_SECONDS = 600
/** How long the result of a refresh serves requests with the previous cookie. */
const REMEMBER_SECONDS = 60

type Options = Pick<TestGatewayOptions, 'acquire' | 'idTokenTtlSeconds' | 'shared' | 'beside'>

/** Where the sessions begin, and where each is used afterwards. */
type Places = Record<'signIn' | 'a' | 'b', TestGateway>
type Start = (t: Test, options: Options) => Promise<Places>

const startTwo: Start = async (t, options) => {
  const a = await startGateway(t, options)
  return { signIn: a, a, b: await startGateway(t, { ...options, beside: a }) }
}

/** How gateways share their refreshes. */
const WAYS: readonly { name: string; skip?: false | string; start: Start }[] = [
  {
    name: 'one process',
    async start(t, options) {
      const gateway = await startGateway(t, options)
      return { signIn: gateway, a: gateway, b: gateway }
    }
  },
  {
    name: 'after a restart',
    async start(t, options) {
      const { signIn, b } = await startTwo(t, options)
      return { signIn, a: b, b }
    }
  },
  {
    name: 'two workers',
    start(t, options) {
      const primary = startPrimary()
      return startTwo(t, { ...options, shared: () => primary.join().shared })
    }
  },
  {
    name: 'two replicas with a store',
    skip: NEEDS_STORE,
    async start(t, options) {
      const store = await startStore(t)
      return await startTwo(t, { ...options, shared: (report) => joinStore(t, store.url, { report }) })
    }
  },
  { name: 'two replicas without a store', start: startTwo }
]

/** The session id in a `Cookie` header of one whole cookie. */
const idOf = (cookie: string) => cookie.split('~')[2]

async function visit({ url }: TestGateway, cookie: string) {
  const response = await send(`${url}/`, { headers: { cookie } })
  return { status: response.status, cookie: cookieHeader(response) }
}

for (const acquire of ['handover', 'exchange'] as const)
  for (const { name, skip = false, start } of WAYS)
    t.test(`sessions of one sign-in: ${acquire}, ${name}, each has its id and end`, { skip }, async (t) => {
      const { signIn, a, b } = await start(t, { acquire, idTokenTtlSeconds: ID_TOKEN_SECONDS })
      const { provider, advance } = signIn
      const page = await provider.signIn('ada')
      const first = cookieHeader(await postSession(signIn.url, page.idToken, page.refreshToken))
      advance(1)
      const { body } = await refreshAtProvider(provider, page.refreshToken)
      const second = cookieHeader(await postSession(signIn.url, body.id_token, page.refreshToken))
      t.not(idOf(first), idOf(second), 'two sessions')

      advance(ID_TOKEN_SECONDS)
      provider.calls.reset()
      const refreshedB = await visit(b, second)
      const refreshedA = await visit(a, first)
      t.same([refreshedA.status, refreshedB.status], [200, 200])
      t.equal(idOf(refreshedB.cookie), idOf(second))
      t.equal(idOf(refreshedA.cookie), idOf(first))
      t.equal(provider.calls.refresh, 2, 'one call for each session')

      const headers = { cookie: refreshedA.cookie, origin: PUBLIC_ORIGIN }
      t.equal((await send(`${a.url}/logout`, { method: 'POST', headers })).status, 204)
      for (const seconds of [0, REMEMBER_SECONDS + 1]) {
        advance(seconds)
        for (const cookie of [refreshedB.cookie, second])
          t.equal((await visit(b, cookie)).status, 200, `the other, ${seconds} s later`)
        for (const cookie of [refreshedA.cookie, first])
          t.equal((await visit(a, cookie)).status, 401, `signed out, ${seconds} s later`)
      }
    })

/** Two browsers that sign in within a second: the provider gives both the same id token. */
async function signInTwice({ provider }: TestGateway) {
  const [one, other] = [await provider.signIn('ada'), await provider.signIn('ada')]
  return [one, { ...other, idToken: one.idToken }] as const
}

for (const acquire of ['handover', 'exchange'] as const)
  for (const { name, skip = false, start } of WAYS)
    for (const when of ['at once', 'in turn'])
      t.test(`same second: ${acquire}, ${name}, ${when}, two browsers, two sessions`, { skip }, async (t) => {
        const { a, b } = await start(t, { acquire })
        const pages = await signInTwice(a)
        const post = (at: TestGateway, { idToken, refreshToken }: (typeof pages)[number]) =>
          postSession(at.url, idToken, refreshToken)
        const [first, second] =
          when === 'at once'
            ? await Promise.all([post(a, pages[0]), post(b, pages[1])])
            : [await post(a, pages[0]), await post(b, pages[1])]
        t.same([first.status, second.status], [200, 200])
        const [one, other] = [cookieHeader(first), cookieHeader(second)]
        t.not(idOf(one), idOf(other))
        const [again] = await Promise.all([post(b, pages[1]), post(b, pages[1])])
        t.equal(idOf(cookieHeader(again)), idOf(other), 'twin: a double click is one session')
        const headers = { cookie: one, origin: PUBLIC_ORIGIN }
        t.equal((await send(`${a.url}/logout`, { method: 'POST', headers })).status, 204)
        t.equal((await visit(b, other)).status, 200)
        t.equal((await visit(a, one)).status, 401)
        a.advance(REMEMBER_SECONDS + 1)
        for (const [at, page] of [
          [a, pages[0]],
          [b, pages[1]]
        ] as const)
          t.match(await (await post(at, page)).json(), { code: 'SIGN_IN_USED' }, 'twin: a replay')
        const exchanges = a.provider.calls.exchange
        const alone = await post(b, { ...pages[0], refreshToken: 'made up' })
        t.equal(a.provider.calls.exchange, exchanges, 'for which no session is prepared')
        t.equal(alone.status, 401, 'twin: nor with a refresh token that is none')
      })
