import { problemOf } from '../../auth/errors.ts'
import type { GatewayClient } from '../gateway-client.ts'
import type { Renew } from '../renew.ts'
import type { Change } from './change.ts'

interface OtherSessions {
  renew: Renew
  gateway: Pick<GatewayClient, 'end'>
}

/** Ends all other sessions of the account. The gateway demands a session that is as recent as the proof. */
export function endOtherSessions({ renew, gateway }: OtherSessions): Change {
  return async ({ refreshToken }) => {
    const renewal = await renew(null, refreshToken)
    if (renewal.kind !== 'renewed') {
      const code = renewal.kind === 'failed' ? 'page/unreachable' : 'SESSION_ENDED'
      return { kind: 'refused', problem: problemOf(code) }
    }
    const answer = await gateway.end('sessions', 'others=1')
    if (answer.kind === 'done') return answer
    return answer.kind === 'signed-out'
      ? { kind: 'too-old' }
      : { kind: 'refused', problem: problemOf(answer.code, answer.reference) }
  }
}
