/** Everything that happens, as plain values. Modules report events here; log and metrics consume them. */

import type { ErrorCode } from '../errors.ts'
import type { Problem } from '../problem.ts'
import type {
  CallEvent,
  LimitEvent,
  MemoryEvent,
  OperatorHint,
  ProviderEvent,
  StoreEvent
} from './provider-events.ts'

export type GatewayEvent =
  | TrafficEvent
  | SessionEvent
  | CallEvent
  | StoreEvent
  | ProviderEvent
  | MemoryEvent
  | LimitEvent
  /** An auth request could not be handled: the proxy or this gateway is misconfigured. `peer`: address of the proxy. */
  | ({ kind: 'question.refused'; code: ErrorCode; peer: string } & OperatorHint)
  /** A browser uses this site at an address that is not configured. */
  | ({ kind: 'origin.unknown'; code: 'ORIGIN_MISMATCH' } & OperatorHint)
  /** Of what browsers, stores or certificate authorities fetch without cookies. */
  | { kind: 'cookieless.refused'; path: string }
  | SecurityEvent
  | RequestRefusal
  | ConfigEvent

/** Never throws. */
export type EventSink = (event: GatewayEvent) => void

export const ignoreEvents: EventSink = () => {}

/** Origins of responses: the application, a gateway endpoint, or neither. */
export const ROUTES = [
  'proxy',
  'login',
  'assets',
  'session',
  'account',
  'refresh',
  'logout',
  'verify',
  'helper',
  'jwks',
  'oauth',
  'other'
] as const

export type RouteName = (typeof ROUTES)[number]

/** Why a response is missing or incomplete. `local`: no fault of the application; `busy`: all connections were in use; `abandoned`: the client gave up after a long wait. */
export const UPSTREAM_FAILURES = [
  'refused',
  'dns',
  'tls',
  'timeout',
  'abandoned',
  'reset',
  'protocol',
  'broken_off',
  'local',
  'busy'
] as const

/** Why a request is rejected that no decision is about. */
export const TURNED_AWAY = [
  'malformed',
  'headers_timeout',
  'headers_size',
  'body_timeout',
  'body_size',
  'rate',
  'overload'
] as const

/** Work a decision took: no session check, a cached session, a signature check, or provider calls. */
export type DecisionCost = 'public' | 'warm' | 'cold' | 'refresh'

export type DecisionOutcome = 'allow' | 'login' | 'unauthenticated' | 'forbidden' | 'unavailable' | 'failed'

/** Events of requests and connections. Times in milliseconds, monotonic. */
export type TrafficEvent =
  /** A request for the application, direct or through an auth request, was decided. `code`: null if the visitor passes. */
  | {
      kind: 'request.decided'
      cost: DecisionCost
      outcome: DecisionOutcome
      code: ErrorCode | null
      /** Name of the application; null: none, or the only one. */
      application: string | null
      durationMs: number
    }
  /** A response has ended, once per request or bytes that are none. For gRPC auth requests `status` is the visitor's, 200 for a pass. */
  | {
      kind: 'request.ended'
      route: RouteName
      /** As sent by the client; empty for bytes that are not a request. */
      method: string
      /** 0: the client was gone before there was a response. */
      status: number
      durationMs: number
      /** From dispatch to the application's response head; null: there was none. */
      upstreamHeadMs: number | null
      /** Name of the application; null: none, or the only one; undefined: rejected before it was looked up. */
      application: string | null | undefined
      /** A WebSocket or an event stream, whose duration says nothing about speed. */
      isStream: boolean
    }
  /** A request, or bytes that are none, rejected for its form, size, slowness or number, perhaps only after the decision. */
  | {
      kind: 'request.turned-away'
      reason: (typeof TURNED_AWAY)[number]
      /** As above. */
      application?: string | null
    }
  /** The application's response is missing or incomplete. */
  | {
      kind: 'upstream.failed'
      failure: (typeof UPSTREAM_FAILURES)[number]
      /** Of an abandoned request: how long it had waited. */
      waitedMs?: number
      /** Its name; null: the only one. */
      application: string | null
    }
  /** The application closed an idle connection as a request arrived, which was retried. `application`: as above. */
  | { kind: 'upstream.retried'; application: string | null }
  /** A TLS connection to the application was opened. `application`: as above. Its certificate's expiry in epoch seconds. */
  | { kind: 'upstream.certificate'; application: string | null; notAfterSeconds: number }
  | { kind: 'stream.opened'; stream: StreamKind }
  | ({ kind: 'stream.closed'; stream: StreamKind } & Pick<StreamEnd, 'by' | 'reason'>)

/** How a stream ended. */
export interface StreamEnd {
  /** Who ended it: the first to say so, or whose connection closed first. */
  by: 'client' | 'upstream' | 'gateway'
  /** `signed_out`: also revoked by the provider; `expired`: time limit of session or stream; `idle`: application or session; `end` by the gateway: changed rules. */
  reason: 'end' | 'drain' | 'signed_out' | 'expired' | 'idle' | 'error'
  /** Code of a WebSocket's first close frame (RFC 6455, 7.4); null: none seen, or not a WebSocket. */
  closeCode: number | null
  /** The gateway's cause where the reason is ambiguous; for the log only. */
  because?: string
}

export type StreamKind = 'websocket' | 'event-stream'

/** Why a session is refreshed. */
type RefreshReason = 'expired' | 'unknown_key' | 'forced'

/** Session activity for metrics, without identities. */
export type SessionEvent =
  /** A cookie that is not cached had a valid signature. `key`: index of its signature key. */
  | { kind: 'session.seen'; key: number }
  /** A session refresh. `joined`: shared a call; `remembered`: used a result of the last minute; `forced`: requested, or the provider no longer accepted a valid id token. */
  | {
      kind: 'session.refresh'
      result: 'refreshed' | 'joined' | 'remembered' | 'refused' | 'unavailable'
      reason: RefreshReason
    }
  /** A visitor signed out. */
  | { kind: 'session.sign-out'; scope: 'own' | 'everywhere' }
  /** The authorization server answered a request for tokens. `failed`: provider or store were unavailable. */
  | { kind: 'oauth.token'; grant: (typeof OAUTH_GRANTS)[number]; result: 'ok' | 'refused' | 'failed' }
  /** A device proved once more that it has the key of its session. */
  | { kind: 'session.device-proof' }
  /** An account was looked up to check its sessions. */
  | { kind: 'session.revocation-check'; result: 'fine' | 'ended' | 'unavailable' }

/** What clients get tokens for. */
export const OAUTH_GRANTS = ['authorization_code', 'refresh_token', 'device_code', 'other'] as const

/** Sign-ins, session ends and denials. */
type SecurityEvent =
  | (RequestFacts & { kind: 'session.started'; provider?: string | undefined; acquire: string })
  /** A session on a device where its account had not been used before, one bound to its device, or a custom token for scripts of the application. */
  | (RequestFacts & { kind: 'session.new-device' | 'session.bound' | 'client-sdk.token' })
  /** A proof of a device was refused, or a bound session came from elsewhere without one: its cookie may have been copied. */
  | (RequestFacts & { kind: 'session.binding-refused'; code: ErrorCode; reason: string })
  /** A sign-in that began no session. `provider`: from a valid id token; undefined: there was none. */
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
      by: 'visitor' | 'everywhere' | 'limit' | 'provider' | 'operator'
      detail?: string | undefined
    })
  /** A visitor has let a client use the account. `clientId`, `scopes`: of the client; texts of its choice. */
  | (RequestFacts & { kind: 'oauth.granted'; clientId: string; scopes: string })
  /** A request to the authorization server that failed, or was refused by the visitor. `error`: of OAuth. */
  | (RequestFacts & {
      kind: 'oauth.refused'
      clientId?: string | undefined
      error: string
      detail?: string | undefined
    })
  /** A grant ended, with all its tokens: revoked by the client, replayed, or ended by the visitor. */
  | (RequestFacts & { kind: 'oauth.ended'; clientId?: string | undefined })
  /** A client was informed that a visitor's session has ended (back-channel logout), or could not be. */
  | (OptionalFacts & {
      kind: 'oauth.logout'
      clientId?: string | undefined
      result: 'sent' | 'failed'
      detail?: string | undefined
    })
  /** A visitor changed their own account. `what`: see `ACCOUNT_CHANGES`. */
  | (RequestFacts & { kind: 'account.changed'; what: AccountChangeKind; outcome: 'done' | 'failed' })
  | (RequestFacts & {
      kind: 'access.refused'
      code: ErrorCode
      /** Index of the deciding access rule, from 1. */
      rule?: number | undefined
      detail?: string | undefined
    })

/** A request without a session was denied. Anyone can cause these: `describe` is only called for those written as `access.refused`. */
interface RequestRefusal {
  kind: 'request.refused'
  code: ErrorCode
  client: string
  /** The log's id of the session; undefined: none that we signed. */
  sessionId?: string | undefined
  describe(): Omit<Extract<SecurityEvent, { kind: 'access.refused' }>, 'kind'>
}

/** What visitors do with their account. `session`: renewed after a change at the provider; `sessions`: all others ended; `verification`: a mail was sent. */
export const ACCOUNT_CHANGES = ['name', 'verification', 'export', 'session', 'sessions'] as const

export type AccountChangeKind = (typeof ACCOUNT_CHANGES)[number]

/** Of what a command may have caused as well. */
export type OptionalFacts = { [Name in keyof RequestFacts]?: RequestFacts[Name] | undefined }

/** Source and subject of a security event. Undefined members are omitted from the log. */
export interface RequestFacts {
  requestId: string
  /** Address of the client. */
  client: string
  method?: string | undefined
  /** Without its query. */
  path?: string | undefined
  host?: string | undefined
  /** Name of the requested application; undefined: unknown, or the only one. */
  application?: string | undefined
  userAgent?: string | undefined
  subject?: string | undefined
  tenant?: string | undefined
  /** The session's id in the log, which grants nothing; undefined: no session we signed. */
  sessionId?: string | undefined
  /** Issuer of a valid bearer token; undefined: none. */
  issuer?: string | undefined
  secondFactor?: string | undefined
}

/** The result of a reload. */
export type ConfigEvent =
  | {
      kind: 'config.applied'
      /** Of the configuration now in effect; see `hashConfig`. */
      hash: string
      /** Key paths with changed values. */
      changed: readonly string[]
      /** Key paths whose new values need a restart; the old ones stay in effect. */
      needRestart: readonly string[]
      /** Files with changed content. */
      files: readonly string[]
    }
  /** Same as the configuration in effect. */
  | { kind: 'config.unchanged' }
  /** The configuration in effect is kept. */
  | { kind: 'config.refused'; problems: readonly Problem[] }
  /** Streams were ended because their visitors are no longer admitted. */
  | { kind: 'streams.closed'; count: number; because: 'access changed' }
