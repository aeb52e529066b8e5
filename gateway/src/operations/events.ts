import type { DoctorId } from '../doctor-ids.ts'
import type { ErrorCode } from '../errors.ts'
import type { Problem } from '../problem.ts'

/** What happened, in plain values, for whoever wants to know: log and metrics. Rooms report here and know neither. */
export type GatewayEvent =
  | TrafficEvent
  | SessionEvent
  | CallEvent
  | StoreEvent
  | ProviderEvent
  | MemoryEvent
  | ForwardAuthEvent
  | SecurityEvent
  | RequestRefusal
  | ConfigEvent

/** Takes events. Never throws. */
export type EventSink = (event: GatewayEvent) => void

/** For whoever wants to know nothing. */
export const ignoreEvents: EventSink = () => {}

/** Whose answer it was: the application's, one of the gateway's endpoints', or none of these. */
export type RouteName =
  | 'proxy'
  | 'login'
  | 'assets'
  | 'session'
  | 'account'
  | 'refresh'
  | 'logout'
  | 'verify'
  | 'helper'
  | 'jwks'
  | 'other'

/** What it took to decide: no look at a session, one from memory, a check of its signature, or calls of the provider. */
export type DecisionCost = 'public' | 'warm' | 'cold' | 'refresh'

export type DecisionOutcome = 'allow' | 'login' | 'unauthenticated' | 'forbidden' | 'unavailable' | 'failed'

/** What requests and connections do. Times in milliseconds, by the monotonic clock. */
export type TrafficEvent =
  /**
   * A request for the application was decided about, its own or one that a proxy asks about. `code`: null where the
   * visitor passes.
   */
  | {
      kind: 'request.decided'
      cost: DecisionCost
      outcome: DecisionOutcome
      code: ErrorCode | null
      durationMs: number
    }
  /**
   * The answer of a request is over, by its last byte or by its end; once for each request: upgrades, questions of proxies
   * and bytes that are no request too. For a question by gRPC `status` is what the visitor shall get, 200 for a pass.
   */
  | {
      kind: 'request.ended'
      route: RouteName
      /** As the client wrote it; empty for bytes that are no request. */
      method: string
      /** 0: the client was gone before there was an answer. */
      status: number
      durationMs: number
      /** From the dispatch to the head of the application's answer; null: there was none. */
      upstreamHeadMs: number | null
      /** Name of the application; null: none, or the only one. */
      application: string | null
      /** Was it a WebSocket or an event stream, whose duration says nothing about speed? */
      isStream: boolean
    }
  /**
   * A request, or bytes that are none, refused for its form, size, slowness or number. Bodies may be found to be slow or too
   * large after the decision.
   */
  | {
      kind: 'request.turned-away'
      reason: 'malformed' | 'headers_timeout' | 'headers_size' | 'body_timeout' | 'body_size' | 'rate'
    }
  /**
   * The application gave no answer, or not all of it. `local`: it was not its fault, such as no file descriptor here; `busy`: all
   * connections that it may have were in use.
   */
  | {
      kind: 'upstream.failed'
      failure: 'refused' | 'timeout' | 'reset' | 'protocol' | 'broken_off' | 'local' | 'busy'
      /** Its name; null: the only one. */
      application: string | null
    }
  /** The application closed an idle connection as a request came, which was sent once more. `application`: as above. */
  | { kind: 'upstream.retried'; application: string | null }
  | { kind: 'stream.opened'; stream: StreamKind }
  | ({ kind: 'stream.closed'; stream: StreamKind } & Pick<StreamEnd, 'by' | 'reason'>)

/** Why a stream has ended. */
export interface StreamEnd {
  /** Who ended it: the first that said so, or whose connection was the first to go. */
  by: 'client' | 'upstream' | 'gateway'
  /**
   * `signed_out`: the visitor signed out, or the provider revoked the sign-in; `expired`: session or stream have lasted as long
   * as they may; `idle`: silence, of the application or of the session; `end` by the gateway: its access rules have changed.
   */
  reason: 'end' | 'drain' | 'signed_out' | 'expired' | 'idle' | 'error'
  /** What the first close frame of a WebSocket said (RFC 6455, 7.4); null: none was seen, or it is no WebSocket. */
  closeCode: number | null
  /** What made the gateway end it, where the reason does not tell; for the log alone. */
  because?: string
}

export type StreamKind = 'websocket' | 'event-stream'

/** Why a session is refreshed. */
export type RefreshReason = 'expired' | 'unknown_key' | 'forced'

/** What sessions do behind the requests, for whoever counts: nothing here says whose session it is. */
export type SessionEvent =
  /** A cookie that is not remembered had a good signature. `key`: position of the signature key that it was made with. */
  | { kind: 'session.seen'; key: number }
  /**
   * A session was to be refreshed. `joined`: it waited for the call of another request; `remembered`: an answer of the last
   * minute served. `forced`: asked for, or the provider no longer took an id token within its time.
   */
  | {
      kind: 'session.refresh'
      result: 'refreshed' | 'joined' | 'remembered' | 'refused' | 'unavailable'
      reason: RefreshReason
    }
  /** A visitor signed out. */
  | { kind: 'session.sign-out'; scope: 'own' | 'everywhere' }
  /** An account was looked up to see whether its sessions still stand. */
  | { kind: 'session.revocation-check'; result: 'fine' | 'ended' | 'unavailable' }

/** The kinds of calls to the provider. `oauth`: all ways to an access token; `sign`: signBlob. */
export const PROVIDER_CALLS = ['refresh', 'exchange', 'account', 'oauth', 'sign', 'certificates'] as const

export type ProviderCallName = (typeof PROVIDER_CALLS)[number]

/** A call to the provider is over, with all its attempts; or it was not made, because its circuit is open. */
export type CallEvent = {
  kind: 'provider.call'
  call: ProviderCallName
} & (
  | {
      /**
       * `refused`: an answer that says no, whoever's matter it is; `server`: a 5xx, or a page of somebody in between; `network`:
       * no connection, or one that broke; `protocol`: an answer of another shape than promised.
       */
      result: 'ok' | 'refused' | 'quota' | 'server' | 'timeout' | 'network' | 'protocol'
      durationMs: number
    }
  | { result: 'not_asked'; durationMs: null }
)

/** What is asked of the store. `claim`: of work that is done once; `list`: adding to a list or reading it. */
export const STORE_OPERATIONS = [
  'claim',
  'share',
  'wait',
  'count',
  'publish',
  'read',
  'list',
  'probe'
] as const

/** What came of it. `full`: no room for more; `refused`: another answer that says no; `not_asked`: the store was away. */
export const STORE_RESULTS = ['ok', 'timeout', 'network', 'full', 'refused', 'not_asked'] as const

export type StoreOperation = (typeof STORE_OPERATIONS)[number]
export type StoreResult = (typeof STORE_RESULTS)[number]

/** What the store does that processes share. */
export type StoreEvent =
  /** An answer, or none. `durationMs`: null: nothing was asked. */
  | { kind: 'store.request'; op: StoreOperation; result: StoreResult; durationMs: number | null }
  /** From now on each process goes on by itself. `detail`: in a word or two. */
  | { kind: 'store.lost'; detail: string }
  | { kind: 'store.found'; seconds: number }

/** What goes wrong at the provider, each thing once until it is over. */
export type ProviderEvent =
  /** Certificates could not be fetched, whether or not an older set still serves. */
  | { kind: 'certificates.unavailable'; failure: FailureFacts }
  /** Entries of a fetched set that are no certificates of RSA keys that can verify id tokens. */
  | { kind: 'certificates.ignored'; keyIds: readonly string[] }
  /** The keys of an issuer of bearer tokens could not be fetched, whether or not an older set still serves. */
  | { kind: 'issuer.unavailable'; issuer: string; failure: FailureFacts }
  /** A call failed in a way that only the operator can end. */
  | { kind: 'provider.misconfigured'; family: string; failure: FailureFacts; hint?: OperatorHint | undefined }
  /** `calls`: a family of calls that are held back from now on, or made again. `detail`: what came back last. */
  | { kind: 'circuit.opened' | 'circuit.closed'; calls: string; detail: string }
  /** Accounts cannot be looked up, so that revocations go unnoticed. */
  | { kind: 'accounts.unavailable'; failure: FailureFacts }
  /** The clocks of provider and gateway are too far apart; above 0: ours is behind. Every ten minutes while it lasts. */
  | { kind: 'clock.off'; offsetSeconds: number }

/** A failed provider call. `kind`: whose matter it is, as `FailureKind` of the provider's client. */
export interface FailureFacts {
  kind: string
  code: ErrorCode
  /** Holds no token. */
  detail: string
  cause?: unknown
}

/** What is probably wrong with a configuration, and what to do about it. */
export interface OperatorHint {
  cause: string
  fix: string
  /** The check of `gatehouse doctor` that finds out more; left out: none does. */
  doctor?: DoctorId
}

/** A bounded memory had no room for more. Times in epoch seconds. */
export type MemoryEvent =
  /** Sessions that began up to this time are over from now on. */
  | { kind: 'ended-sessions.full'; beganUntilSeconds: number }
  /** Sign-ins up to this time begin no session any more. */
  | { kind: 'used-sign-ins.full'; signedInUntilSeconds: number }

/** A proxy asked what cannot be answered: it is set up wrongly, or this gateway is. `peer`: address of whoever asked. */
export type ForwardAuthEvent = { kind: 'question.refused'; code: ErrorCode; peer: string } & OperatorHint

/** Who signs in, which session ends, and what is refused. */
export type SecurityEvent =
  | (RequestFacts & { kind: 'session.started'; provider?: string | undefined; acquire: string })
  /** A sign-in that began no session. `provider`: by a good id token; undefined: there was none. */
  | (RequestFacts & {
      kind: 'session.refused'
      code: ErrorCode
      detail?: string | undefined
      provider?: string | undefined
    })
  /** A session was refreshed for this request. */
  | (RequestFacts & { kind: 'session.refreshed'; reason: RefreshReason })
  | (RequestFacts & {
      kind: 'session.ended'
      code: ErrorCode
      /** Who or what ended it. */
      by: 'visitor' | 'everywhere' | 'limit' | 'provider' | 'operator'
      detail?: string | undefined
    })
  /** People looked after their own account. `what`: see `ACCOUNT_CHANGES`. */
  | (RequestFacts & { kind: 'account.changed'; what: AccountChangeKind; outcome: 'done' | 'failed' })
  | (RequestFacts & {
      kind: 'access.refused'
      code: ErrorCode
      /** Number of the access rule that decided, from 1. */
      rule?: number | undefined
      detail?: string | undefined
    })

/**
 * A request was refused. Written as `access.refused`; since clients can cause any number of them, `describe` is called only for those
 * that are written.
 */
export interface RequestRefusal {
  kind: 'request.refused'
  code: ErrorCode
  client: string
  /** The log's id of the session; undefined: none that we signed. */
  sessionId?: string | undefined
  describe(): Omit<Extract<SecurityEvent, { kind: 'access.refused' }>, 'kind'>
}

/**
 * What people do with their own account at this gateway. `session`: its session was renewed after a change that the page made at
 * the provider; `verification`: a mail that verifies the address was sent.
 */
export const ACCOUNT_CHANGES = ['name', 'verification', 'export', 'session'] as const

export type AccountChangeKind = (typeof ACCOUNT_CHANGES)[number]

/** Where a security event comes from, and whom it is about. Members that are undefined are left out of the log. */
export interface RequestFacts {
  requestId: string
  /** Address of the client. */
  client: string
  method?: string | undefined
  /** Without its query. */
  path?: string | undefined
  host?: string | undefined
  /** Name of the application that was asked for; undefined: not known, or the only one. */
  application?: string | undefined
  userAgent?: string | undefined
  subject?: string | undefined
  tenant?: string | undefined
  /** The log's id of the session, which opens none; undefined: none that we signed. */
  sessionId?: string | undefined
  /** Who issued the bearer token; undefined: there was none that is good. */
  issuer?: string | undefined
  secondFactor?: string | undefined
}

/** What became of a configuration that was read while the gateway runs, and what followed from it. */
export type ConfigEvent =
  | {
      kind: 'config.applied'
      /** Of the configuration that is in force now; see `hashConfig`. */
      hash: string
      /** Key paths whose values have changed. */
      changed: readonly string[]
      /** Key paths whose new values need a restart: the old ones stay in force. */
      needRestart: readonly string[]
      /** Files whose content has changed. */
      files: readonly string[]
    }
  /** It says what is in force already. */
  | { kind: 'config.unchanged' }
  /** What is in force stays. */
  | { kind: 'config.refused'; problems: readonly Problem[] }
  /** Streams were ended because their visitors are let in no longer. */
  | { kind: 'streams.closed'; count: number; because: 'access changed' }
