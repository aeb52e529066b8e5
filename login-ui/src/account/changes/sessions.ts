import { problemOf } from '../../auth/errors.ts'
import type { CallAnswer } from '../gateway-client.ts'
import type { Change, ChangeAnswer, ChangeTools } from './change.ts'

/** Ends another session of the account. The gateway demands a recent sign-in: if this session's is not, the proof's. */
export function endSession(id: string): Change {
  return async ({ refreshToken }, tools) => {
    const end = () => tools.gateway.end('sessions', `id=${encodeURIComponent(id)}`)
    const first = await end()
    if (!isTooOld(first)) return changeOf(first)
    return (await renewBy(tools, refreshToken)) ?? changeOf(await end())
  }
}

/** Ends all other sessions of the account, listed or not: those that began before the proof. */
export const endOtherSessions: Change = async ({ refreshToken }, tools) =>
  (await renewBy(tools, refreshToken)) ?? changeOf(await tools.gateway.end('sessions', 'others=1'))

/** Makes the session as recent as the proof. Returns why that failed; null: it did not. */
async function renewBy({ renew }: ChangeTools, refreshToken: string): Promise<ChangeAnswer | null> {
  const renewal = await renew(null, refreshToken)
  if (renewal.kind === 'renewed') return null
  return {
    kind: 'refused',
    problem: problemOf(renewal.kind === 'failed' ? 'page/unreachable' : 'SESSION_ENDED')
  }
}

const isTooOld = (answer: CallAnswer) => answer.kind === 'refused' && answer.code === 'STEP_UP_REQUIRED'

function changeOf(answer: CallAnswer): ChangeAnswer {
  if (answer.kind === 'done') return answer
  // Without a session, the proof says so.
  if (answer.kind === 'signed-out' || isTooOld(answer)) return { kind: 'too-old' }
  return { kind: 'refused', problem: problemOf(answer.code, answer.reference) }
}
