/** Events of what the gateway depends on: the provider, the store, its machine. */

import type { DoctorId, ErrorCode } from '../errors.ts'

/** Kinds of provider calls. `oauth`, `id_token`: all ways to an access token, or an id token of the gateway; `sign`: signBlob. */
export const PROVIDER_CALLS = [
  'refresh',
  'exchange',
  'account',
  'oauth',
  'id_token',
  'sign',
  'app_check',
  'certificates'
] as const

export type ProviderCallName = (typeof PROVIDER_CALLS)[number]

/** A provider call has finished with all its attempts, or was skipped because its circuit is open. */
export type CallEvent = { kind: 'provider.call'; call: ProviderCallName } & (
  | {
      /** `refused`: a negative response; `server`: a 5xx, or a page of an intermediary; `network`: no connection, or a broken one; `protocol`: unexpected shape. */
      result: 'ok' | 'refused' | 'quota' | 'server' | 'timeout' | 'network' | 'protocol'
      durationMs: number
    }
  | { result: 'not_asked'; durationMs: null }
)

/** Store operations. `claim`: of work that is done once; `list`: adding to a list or reading it. */
export type StoreOperation = 'claim' | 'share' | 'wait' | 'count' | 'publish' | 'read' | 'list' | 'probe'

/** `full`: out of memory; `refused`: another error reply; `not_asked`: the store was unavailable. */
export type StoreResult = 'ok' | 'timeout' | 'network' | 'full' | 'refused' | 'not_asked'

/** Events of the store shared by processes. */
export type StoreEvent =
  /** A store call has finished. `durationMs`: null: skipped. */
  | { kind: 'store.request'; op: StoreOperation; result: StoreResult; durationMs: number | null }
  /** The store is bypassed from now on. `detail`: in a word or two. */
  | { kind: 'store.lost'; detail: string }
  | { kind: 'store.found'; seconds: number }

/** Problems at the provider, each reported once until it is resolved. */
export type ProviderEvent =
  /** Certificates could not be fetched, even if an older set still serves. */
  | { kind: 'certificates.unavailable'; failure: FailureFacts }
  /** An id token for applications could not be fetched or renewed, even if an older one still serves. */
  | { kind: 'id-token.unavailable'; audience: string; failure: FailureFacts & { hint?: OperatorHint } }
  /** Entries of a fetched set that are not RSA certificates usable for id tokens. */
  | { kind: 'certificates.ignored'; keyIds: readonly string[] }
  /** An issuer's keys could not be fetched, even if an older set still serves. */
  | { kind: 'issuer.unavailable'; issuer: string; failure: FailureFacts }
  /** A call failed in a way that only the operator can fix. */
  | { kind: 'provider.misconfigured'; family: string; failure: FailureFacts; hint?: OperatorHint | undefined }
  /** `calls`: a family of calls now held back, or resumed. `detail`: the last error. */
  | { kind: 'circuit.opened' | 'circuit.closed'; calls: string; detail: string }
  /** Calls of a family fail for one account, and are held back for it alone. `othersAnsweredSecondsAgo`: the provider’s last response to such a call; null: none yet. */
  | {
      kind: 'account.failing'
      calls: string
      subject: string
      tenant?: string | undefined
      detail: string
      othersAnsweredSecondsAgo: number | null
    }
  /** Accounts cannot be looked up, so revocations go unnoticed. */
  | { kind: 'accounts.unavailable'; failure: FailureFacts }
  /** The clocks of provider and gateway differ too much; above 0: ours is behind. Every ten minutes while it lasts. */
  | { kind: 'clock.off'; offsetSeconds: number }

/** A failed provider call. `kind`: `FailureKind` of the provider's client. */
export interface FailureFacts {
  kind: string
  code: ErrorCode
  /** Holds no token. */
  detail: string
  cause?: unknown
}

/** Probable cause in the configuration, and the fix. */
export interface OperatorHint {
  cause: string
  fix: string
  /** The `gatehouse doctor` check that investigates it, if any. */
  doctor?: DoctorId
}

/** Limits of the machine that are watched. `disk`: of the file that events are written to. */
export const LIMITS = ['connections', 'descriptors', 'heap', 'memory', 'disk'] as const

export type LimitName = (typeof LIMITS)[number]

/** The use of a limit has reached 80 or 95 %, or is below 75 % again. `share`: of the limit that is in use, 0 to 1. */
export type LimitEvent = { kind: 'limit.near' | 'limit.relaxed'; limit: LimitName; share: number }

/** A bounded memory overflowed. Times in epoch seconds. */
export type MemoryEvent =
  /** Sessions begun up to this time have ended. */
  | { kind: 'ended-sessions.full'; beganUntilSeconds: number }
  /** Sign-ins up to this time can no longer begin a session. */
  | { kind: 'used-sign-ins.full'; signedInUntilSeconds: number }
