import t from 'tap'
import type { ProviderFailure } from '../../src/identity-platform/client/error-sorting.ts'
import { createAccountSessions } from '../../src/session/account-sessions.ts'
import { createSessionState } from '../../src/session/session-state.ts'
import { NOW } from '../fixtures/clock.ts'

const ADA = { subject: 'ada', tenantId: null }
const failure: ProviderFailure = { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail: '503 x' }

/** Account sessions without a store. `isRevoked`: whether the provider revokes them. */
function start({ isRevoked = true, revocationCheckSeconds = 300 } = {}) {
  const now = () => NOW + 0.5
  const state = createSessionState({ now })
  const sessions = createAccountSessions({ ...state, absoluteSeconds: 1000, revocationCheckSeconds, now })
  const asked: unknown[] = []
  const accounts = {
    async revoke(...args: unknown[]) {
      asked.push(args)
      return isRevoked ? ({ kind: 'done' } as const) : ({ kind: 'failed', failure } as const)
    }
  }
  return { ...state, endAll: () => sessions.endAll(ADA, accounts), asked }
}

t.test('account sessions: ends all sessions up to this second, revoking at the provider first', async (t) => {
  const { endAll, asked, revocations } = start()
  t.same(await endAll(), { kind: 'ended', everywhereWithinSeconds: 300 })
  t.same(asked, [['ada', NOW + 1]])
  t.equal(revocations.validSinceSeconds(ADA), NOW + 1)
})

t.test('account sessions: without look-ups, other sessions end when their id tokens expire', async (t) => {
  const { endAll } = start({ revocationCheckSeconds: 0 })
  t.same(await endAll(), { kind: 'ended', everywhereWithinSeconds: 3600 })
})

t.test('account sessions: the provider fails to revoke, no session is ended', async (t) => {
  const { endAll, revocations } = start({ isRevoked: false })
  t.same(await endAll(), { kind: 'failed', failure })
  t.equal(revocations.validSinceSeconds(ADA), 0)
})
