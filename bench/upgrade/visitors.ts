import { setTimeout as delay } from 'node:timers/promises'
import { type CookieJar, createCookieJar } from '../../gateway/test/fixtures/wire/cookie-jar.ts'
import { send } from '../../gateway/test/fixtures/wire/http-client.ts'
import { type BenchProvider, PUBLIC_ORIGIN } from '../fixture/provider.ts'

const PAUSE_MS = 300
/** Requests that a page makes at once. */
const AT_ONCE = 3
const HOST = new URL(PUBLIC_ORIGIN).host

/** Somebody who is signed in, with the cookies of one browser. */
export type Visitor = CookieJar

/**
 * Sends requests for every visitor without a break, some at once, and keeps the cookies of the answers as a browser does.
 * `idTokenSeconds`: how long the provider's id tokens are good.
 */
export function startVisitors(url: string, provider: Pick<BenchProvider, 'signIn'>, idTokenSeconds: number) {
  const visitors = new Map<Visitor, { rounds: number; isOver: boolean; done: Promise<void> }>()
  let counts = { responses: 0, lost: 0, broken: 0 }

  async function visit(jar: Visitor): Promise<void> {
    const response = await ask(url, jar, 'GET', '/').catch(() => null)
    counts.responses += 1
    if (response?.status === 401) counts.lost += 1
    else if (response?.status !== 200) counts.broken += 1
  }

  async function goOn(jar: Visitor, state: { rounds: number; isOver: boolean }): Promise<void> {
    while (!state.isOver) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => visit(jar)))
      state.rounds += 1
      await delay(PAUSE_MS)
    }
  }

  return {
    /** So many sign in and go on visiting. */
    async signIn(count: number): Promise<Visitor[]> {
      const jars: Visitor[] = []
      while (jars.length < count) {
        const startedAtMs = performance.now()
        const [tokens] = await provider.signIn(1)
        const jar = createCookieJar()
        const response = await ask(url, jar, 'POST', '/_auth/session', tokens)
        // On a busy machine an id token may expire on its way: its visitor signs in once more.
        const isLate = performance.now() - startedAtMs > (idTokenSeconds - 1) * 1000
        if (response.status === 401 && isLate) continue
        if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
        const state = { rounds: 0, isOver: false, done: Promise.resolve() }
        visitors.set(jar, state)
        state.done = goOn(jar, state)
        jars.push(jar)
      }
      return jars
    },
    /** Makes no more requests by itself; settles after the last one. */
    async release(jar: Visitor): Promise<void> {
      const state = visitors.get(jar)
      if (state === undefined) return
      state.isOver = true
      await state.done
    },
    /** Answers since the last call: all of them, those for an anonymous visitor, and those that do not come from the application. */
    takeCounts(): { responses: number; lost: number; broken: number } {
      const taken = counts
      counts = { responses: 0, lost: 0, broken: 0 }
      return taken
    },
    /** Settles when every visitor has had so many more answers. */
    async visits(count: number): Promise<void> {
      const goals = [...visitors.values()].map((state) => ({ state, rounds: state.rounds + count }))
      while (goals.some(({ state, rounds }) => !state.isOver && state.rounds < rounds)) await delay(PAUSE_MS)
    },
    async stop(): Promise<void> {
      for (const state of visitors.values()) state.isOver = true
      await Promise.all([...visitors.values()].map(({ done }) => done))
    }
  }
}

/** A request of a browser at a gateway or a balancer. */
export async function ask(
  url: string,
  jar: Visitor,
  method: string,
  path: string,
  tokens?: { idToken: string; refreshToken: string }
): Promise<Response> {
  const cookie = jar.header()
  const response = await send(`${url}${path}`, {
    method,
    headers: {
      host: HOST,
      origin: PUBLIC_ORIGIN,
      ...(cookie === '' ? {} : { cookie }),
      ...(tokens === undefined
        ? {}
        : { authorization: `Bearer ${tokens.idToken}`, 'content-type': 'application/json' })
    },
    ...(tokens === undefined ? {} : { body: JSON.stringify({ refreshToken: tokens.refreshToken }) })
  })
  jar.store(response.headers.getSetCookie())
  return response
}
