import { setTimeout as wait } from 'node:timers/promises'
import { statusOf } from '../../fixture/status.ts'
import type { OidcProvider } from '../sign-in/oidc-provider.ts'
import { PATH, type StartedPeer } from '../started-peer.ts'

/** How many sessions end at once, and what asks about them. */
export interface StormPlan {
  sessions: number
  /** Requests of each session that come at the same moment. */
  requestsEach: number
}

/** What became of them. */
export interface StormResult extends StormPlan {
  providerCalls: number
  /** Of all requests, those with the application's answer. */
  answered: number
  slowestMs: number
}

/** Sessions of peers that count from the sign-in are older than that when the storm comes. */
export const REFRESH_AFTER_SECONDS = 2
const ANSWER_LIMIT_MS = 20_000
const SIGN_INS_AT_ONCE = 10

/** All requests at once, each on a connection of its own. The refresh delay of the provider is given when the peer starts. */
export async function measureStorm(
  { running, url, headersWith }: StartedPeer,
  oidc: OidcProvider,
  plan: StormPlan
): Promise<StormResult> {
  const cookies = await (running.expiredSessions?.(plan.sessions) ??
    waitForExpired(plan.sessions, running.signIn, oidc))
  const countRefreshes = () => running.countRefreshes?.() ?? oidc.refreshes
  const before = countRefreshes()
  const startedAtMs = performance.now()
  const asked = cookies.flatMap((cookie) =>
    Array.from({ length: plan.requestsEach }, async () => {
      const status = await statusOf(`${url}${PATH}`, headersWith(cookie), false, ANSWER_LIMIT_MS)
      return { status, ms: performance.now() - startedAtMs }
    })
  )
  const responses = await Promise.all(asked)
  return {
    ...plan,
    providerCalls: countRefreshes() - before,
    answered: responses.filter(({ status }) => status === 200).length,
    slowestMs: Math.max(...responses.map(({ ms }) => ms))
  }
}

/** Signs in with tokens that end at once, and waits until they have. */
async function waitForExpired(
  count: number,
  signIn: () => Promise<string>,
  oidc: OidcProvider
): Promise<string[]> {
  const { tokenSeconds } = oidc
  const cookies: string[] = []
  oidc.tokenSeconds = REFRESH_AFTER_SECONDS
  try {
    while (cookies.length < count) {
      const batch = Math.min(SIGN_INS_AT_ONCE, count - cookies.length)
      cookies.push(...(await Promise.all(Array.from({ length: batch }, signIn))))
    }
  } finally {
    oidc.tokenSeconds = tokenSeconds
  }
  await wait((REFRESH_AFTER_SECONDS + 1) * 1000)
  return cookies
}
