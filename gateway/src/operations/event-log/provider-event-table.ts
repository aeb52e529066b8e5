import { describeFault, doctorOfFailure, type ErrorCode, Fault } from '../../errors.ts'
import { describeOffset } from '../condition.ts'
import type {
  FailureFacts,
  LimitEvent,
  MemoryEvent,
  OperatorHint,
  ProviderEvent,
  StoreEvent
} from '../provider-events.ts'
import { inBoth, onCall, type RulesOf } from './event-rule.ts'

/** What follows from problems of provider, store and machine. */
export const PROVIDER_EVENTS: RulesOf<ProviderEvent | StoreEvent | LimitEvent | MemoryEvent> = {
  // Without its store the gateway works, except for what replicas do together.
  'store.lost': {
    log: ({ kind: event, ...fields }, lines) =>
      lines.writeToBoth('warn', { event, ...fields, doctor: 'STORE' })
  },
  'store.found': { log: inBoth },
  'store.request': {
    count({ op, result, durationMs }, { counts }) {
      counts.store_requests_total.add(1, op, result)
      if (durationMs === null) return
      // Created on the first request, so there are none without a store.
      counts.store_request_duration_seconds.add(0, op)
      counts.store_request_duration_seconds.observe(durationMs, op)
    }
  },

  'account.failing': {
    // At most ten a minute for an account, and 300 for all and one for each further account.
    limited: ({ kind: event, subject: client }) => ({ event, code: 'PROVIDER_UNAVAILABLE', client }),
    log({ kind: event, ...fields }, lines) {
      const doctor = doctorOfFailure(fields.detail, 'API_KEY')
      lines.writeToBoth('warn', { event, code: 'PROVIDER_UNAVAILABLE', ...fields, doctor })
    }
  },
  'circuit.opened': {
    log({ calls, detail }, lines) {
      lines.providerLost(calls, detail)
      const doctor = doctorOfFailure(detail, 'API_KEY')
      lines.logger.warn({ code: 'PROVIDER_UNAVAILABLE', calls, detail, doctor }, 'circuit opened')
    }
  },
  'circuit.closed': {
    log({ calls }, lines) {
      lines.providerFound(calls)
      lines.logger.info({ calls }, 'circuit closed')
    }
  },
  'certificates.unavailable': onCall('warn', 'certificates cannot be fetched', ({ failure }) => ({
    ...describeFailure('certificates', failure),
    doctor: 'CERTIFICATES'
  })),
  'certificates.ignored': onCall('warn', 'certificates ignored', ({ keyIds }) => ({
    detail: `ignored, not RSA keys that can verify: ${nameSome(keyIds)}`,
    doctor: 'CERTIFICATES'
  })),
  'issuer.unavailable': onCall('warn', 'keys of an issuer cannot be fetched', ({ issuer, failure }) => ({
    issuer,
    ...describeFailure('certificates', failure),
    doctor: 'ISSUERS'
  })),
  'id-token.unavailable': onCall(
    'warn',
    'id token for applications cannot be fetched',
    ({ audience, failure }) => ({
      audience,
      code: failure.code,
      ...describeFailure('id_token', failure, 'UPSTREAM_CREDENTIALS'),
      ...failure.hint
    })
  ),
  'provider.misconfigured': onCall('error', 'provider call failed', ({ family, failure, hint }) => ({
    code: failure.code,
    family,
    detail: failure.detail,
    ...hint
  })),
  'accounts.unavailable': onCall(
    'warn',
    'accounts cannot be looked up: revocations go unnoticed',
    ({ failure: { kind, code, detail } }) => ({
      code,
      detail: `${kind}: ${detail}`,
      doctor: doctorOfFailure(detail, kind === 'temporary' ? 'API_KEY' : 'CREDENTIALS')
    })
  ),
  'clock.off': onCall('error', 'clock is wrong', ({ offsetSeconds }) => {
    const from = offsetSeconds > 0 ? 'beyond 300 s' : 'from session.maxSignInAgeSeconds and 300 s on'
    const detail = `${describeOffset(offsetSeconds)}: ${from} sign-ins fail`
    return { offsetSeconds, detail, ...CLOCK_HINT }
  }),

  'ended-sessions.full': onCall('warn', 'ended sessions exceed their limit: older sessions are ended'),
  'used-sign-ins.full': onCall(
    'warn',
    'used sign-ins exceed their limit: older sign-ins can begin no session'
  ),
  'limit.near': {
    log({ limit, share }, { logger }) {
      // The doctor does not look at disks.
      const doctor = limit === 'disk' ? {} : { doctor: 'LIMITS' }
      const line = { limit, share: Math.round(share * 100) / 100, ...doctor }
      logger[share < 0.95 ? 'warn' : 'error'](line, 'close to a limit of the machine')
    }
  },
  'limit.relaxed': onCall('info', 'no longer close to a limit of the machine', ({ limit }) => ({ limit }))
}

const describeFailure = (call: string, { code, detail, cause }: FailureFacts, as: ErrorCode = code) =>
  describeFault(new Fault(as, { call, detail, cause }))

const CLOCK_HINT: OperatorHint = {
  cause: 'probably this machine does not synchronise its clock',
  fix: 'enable time synchronisation (chrony, systemd-timesyncd, or that of the host), and see `timedatectl`',
  doctor: 'CLOCK'
}

/** Shortens untrusted names for the log. */
function nameSome(names: readonly string[]): string {
  const some = names.slice(0, 5).map((name) => name.slice(0, 64))
  return `${some.join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
}
