import type { ErrorCode } from '../../errors.ts'
import type { SecurityEvent, SessionEvent } from '../events.ts'
import { NO_CODE, OTHER, REFUSED_SIGN_INS } from './known-series.ts'
import type { Numbers } from './numbers.ts'

/** Counts what sessions do; see `createSessionCounts`. */
export interface SessionCounts {
  count(event: SessionEvent | SecurityEvent): void
  /** Sign-in providers that are counted by their names; those beside them are `other`. */
  nameProviders(providers: Iterable<string>): void
  /** How many signature keys are in use: their series begin. */
  nameKeys(count: number): void
}

/** Sign-ins that failed for a reason that is not the visitor's. */
const OURS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['PROVIDER_UNAVAILABLE', 'INTERNAL_ERROR'])

/** Counts how sessions begin, go on and end. */
export function createSessionCounts(numbers: Numbers): SessionCounts {
  const signIns = numbers.tally('sign_ins_total')
  const signOuts = numbers.tally('sign_outs_total')
  const ended = numbers.tally('sessions_ended_total')
  const refreshes = numbers.tally('session_refreshes_total')
  const accountChanges = numbers.tally('account_changes_total')
  const firstSights = numbers.tally('session_first_sights_total')
  const revocationChecks = numbers.tally('revocation_checks_total')
  const providers = new Set<string>()
  const nameOf = (provider = '') => (providers.has(provider) ? provider : OTHER)

  return {
    count(event) {
      switch (event.kind) {
        case 'session.started':
          signIns.add(1, 'ok', NO_CODE, nameOf(event.provider))
          break
        case 'session.refused':
          signIns.add(1, OURS.has(event.code) ? 'unavailable' : 'refused', event.code, nameOf(event.provider))
          break
        case 'session.ended':
          // Sign-outs are counted by their own events.
          if (event.by === 'limit' || event.by === 'provider') ended.add(1, event.code)
          break
        case 'session.sign-out':
          signOuts.add(1, event.scope)
          break
        case 'session.refresh':
          refreshes.add(1, event.result, event.reason)
          break
        case 'account.changed':
          accountChanges.add(1, event.what, event.outcome)
          break
        case 'session.seen':
          firstSights.add(1, String(event.key))
          break
        case 'session.revocation-check':
          revocationChecks.add(1, event.result)
          break
      }
    },
    nameProviders(names) {
      for (const name of names) {
        providers.add(name)
        signIns.add(0, 'ok', NO_CODE, name)
        for (const code of REFUSED_SIGN_INS) signIns.add(0, 'refused', code, name)
      }
    },
    nameKeys(count) {
      for (let key = 0; key < count; key++) firstSights.add(0, String(key))
    }
  }
}
