/** Every kind of event, and what follows from it: whether it is limited, its line, and what it counts. */

import type { FastifyBaseLogger } from 'fastify'
import type { Schedule } from '../../async.ts'
import { describeFault, doctorOfFailure, type ErrorCode, Fault } from '../../errors.ts'
import { type EventOutput, writeToLog } from '../audit.ts'
import { describeOffset } from '../condition.ts'
import type { EventSink, GatewayEvent } from '../events.ts'
import { NO_APPLICATION, NO_CODE, OTHER } from '../metrics/catalogue.ts'
import { COUNTED_METHODS, type Counted, STATUSES } from '../metrics/series.ts'
import type { FailureFacts } from '../provider-events.ts'
import {
  adds,
  createEventLines,
  type EventRule,
  inBoth,
  limitedByCode,
  onCall,
  type RulesOf,
  security
} from './event-rule.ts'

/** Counts events (`counted`: null: none), and writes their lines: security events to `output` at any `log.level`, those about the configuration also to the log. */
export function createEventLog(
  logger: FastifyBaseLogger,
  schedule: Schedule,
  output: EventOutput = writeToLog(logger),
  counted: Counted | null = null
) {
  const lines = createEventLines(logger, schedule, output)
  const report: EventSink = (event) => {
    const { limited, log, count } = RULES[event.kind]
    if (counted !== null) count?.(event, counted)
    if (log === undefined) return
    const by = limited?.(event) ?? null
    if (by === null || lines.limit.admits(by)) log(event, lines)
  }
  return { report, close: lines.close }
}

/** Counts an event without its line. Never throws. */
export const countEvent = (event: GatewayEvent, counted: Counted): void =>
  RULES[event.kind].count?.(event, counted)

const EVENTS: RulesOf<GatewayEvent> = {
  // Requests and streams have lines of their own.
  'request.decided': {
    count({ durationMs, cost, application, outcome, code }, { counts, applicationOf }) {
      counts.decision_duration_seconds.observe(durationMs, cost)
      counts.decisions_total.add(1, applicationOf(application), outcome, code ?? NO_CODE)
    }
  },
  'request.ended': {
    count(event, { counts, applicationOf }) {
      const { route, method, status, durationMs, upstreamHeadMs } = event
      const isOfApplication = (route === 'proxy' || route === 'verify') && event.application !== undefined
      const application = isOfApplication ? applicationOf(event.application) : NO_APPLICATION
      const methodLabel = COUNTED_METHODS.has(method) ? method : OTHER
      counts.http_requests_total.add(1, application, route, methodLabel, STATUSES.get(status) ?? OTHER)
      if (!event.isStream) counts.http_request_duration_seconds.observe(durationMs, application, route)
      if (upstreamHeadMs !== null) counts.upstream_head_seconds.observe(upstreamHeadMs, application)
    }
  },
  'request.turned-away': {
    count({ application, reason }, { counts, applicationOf }) {
      const label = application === undefined ? NO_APPLICATION : applicationOf(application)
      counts.requests_refused_total.add(1, label, reason)
    }
  },
  'upstream.certificate': ofUpstream(({ notAfterSeconds }, upstream, counts) =>
    counts.upstream_tls_certificate_not_after_timestamp_seconds.set(notAfterSeconds, upstream)
  ),
  'upstream.failed': ofUpstream(({ waitedMs, failure }, upstream, counts) => {
    if (waitedMs !== undefined) counts.upstream_head_seconds.observe(waitedMs, upstream)
    counts.upstream_errors_total.add(1, upstream, failure)
  }),
  'upstream.retried': ofUpstream((_event, upstream, counts) =>
    counts.upstream_retries_total.add(1, upstream)
  ),
  'stream.opened': { count: ({ stream }, { counts }) => counts[OPEN_STREAMS[stream]].add(1) },
  'stream.closed': {
    count({ stream, by, reason }, { counts }) {
      counts[OPEN_STREAMS[stream]].add(-1)
      counts.streams_closed_total.add(1, by, reason)
    }
  },

  'session.started': {
    log: security,
    count: ({ application, provider }, { counts, applicationOf, providerOf }) =>
      counts.sign_ins_total.add(1, applicationOf(application), 'ok', NO_CODE, providerOf(provider))
  },
  'session.new-device': { log: security },
  'session.refused': {
    limited: limitedByCode,
    log: security,
    count({ application, provider, code }, { counts, applicationOf, providerOf }) {
      // Anyone can post something that is no id token; whatever else is refused concerns a visitor.
      const result = UNAVAILABLE.has(code) ? 'unavailable' : provider === undefined ? 'invalid' : 'refused'
      counts.sign_ins_total.add(1, applicationOf(application), result, code, providerOf(provider))
    }
  },
  'session.refreshed': { log: (event, lines) => lines.output.wantsRefreshes() && security(event, lines) },
  'session.ended': {
    limited: limitedByCode,
    log: security,
    count({ by, code }, { counts }) {
      // Sign-outs have their own event.
      if (by === 'limit' || by === 'provider') counts.sessions_ended_total.add(1, code)
    }
  },
  'provider.call': {
    count({ call, result, durationMs }, { counts }) {
      if (durationMs !== null) counts.provider_request_duration_seconds.observe(durationMs, call)
      counts.provider_requests_total.add(1, call, result)
    }
  },
  'session.bound': { log: security, count: adds('device_bindings_total', () => ['bound']) },
  'session.device-proof': { count: adds('device_bindings_total', () => ['proven']) },
  'session.binding-refused': {
    limited: limitedByCode,
    log: security,
    count: adds('device_bindings_total', () => ['refused'])
  },
  'session.sign-out': { count: adds('sign_outs_total', ({ scope }) => [scope]) },
  'session.refresh': { count: adds('session_refreshes_total', ({ result, reason }) => [result, reason]) },
  'session.seen': { count: adds('session_first_sights_total', ({ key }) => [String(key)]) },
  'session.revocation-check': { count: adds('revocation_checks_total', ({ result }) => [result]) },
  'access.refused': { limited: limitedByCode, log: security },
  'request.refused': {
    limited: ({ code, sessionId, client }) => ({ event: 'access.refused', code, sessionId, client }),
    log: ({ describe }, lines) => lines.output.write('info', { event: 'access.refused', ...describe() })
  },
  'account.changed': {
    log: security,
    count: adds('account_changes_total', ({ what, outcome }) => [what, outcome])
  },
  'client-sdk.token': { log: security, count: adds('client_sdk_tokens_total', () => []) },
  'oauth.granted': { log: security, count: adds('oauth_grants_total', () => ['granted']) },
  'oauth.refused': {
    limited: (event) => limitedByCode({ ...event, code: 'INVALID_REQUEST' }),
    log: security,
    count: ({ error }, { counts }) => error === 'access_denied' && counts.oauth_grants_total.add(1, 'refused')
  },
  'oauth.ended': { log: security, count: adds('oauth_grants_total', () => ['ended']) },
  'oauth.logout': { log: security, count: adds('oauth_logouts_total', ({ result }) => [result]) },
  'oauth.token': { count: adds('oauth_tokens_total', ({ grant, result }) => [grant, result]) },

  // A misconfigured proxy fails with every request: one line a minute per cause. Visitors choose the hosts, so these are one cause.
  'question.refused': {
    log({ kind: event, ...line }, { logger, hints }) {
      const { code, peer, cause } = line
      const client = code === 'ORIGIN_MISMATCH' ? peer : `${peer} ${cause}`
      if (hints.admits({ event, code, client })) logger.warn(line, 'forward auth request rejected')
    }
  },
  // Strangers choose the hosts as well: one line a minute in all.
  'origin.unknown': {
    log({ kind: event, ...line }, { logger, hints }) {
      if (hints.admits({ event, code: line.code, client: '' }))
        logger.warn({ ...line, doctor: 'PUBLIC_URL' }, 'request at another origin')
    }
  },
  'cookieless.refused': { log: ({ path }, lines) => lines.explainCookies(path) },

  // Problems name keys and files, never values.
  'config.applied': {
    log: ({ kind: event, ...fields }, lines) =>
      lines.writeToBoth(fields.needRestart.length > 0 ? 'warn' : 'info', { event, ...fields }),
    count: adds('config_reloads_total', () => ['applied'])
  },
  'config.unchanged': { log: inBoth(), count: adds('config_reloads_total', () => ['unchanged']) },
  'config.refused': {
    log: inBoth('error', { doctor: 'CONFIG' }),
    count: adds('config_reloads_total', () => ['refused'])
  },
  'streams.closed': { log: inBoth() },

  // Without its store the gateway works, except for what replicas do together.
  'store.lost': { log: inBoth('warn', { doctor: 'STORE' }) },
  'store.found': { log: inBoth() },
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
    return {
      offsetSeconds,
      detail: `${describeOffset(offsetSeconds)}: ${from} sign-ins fail`,
      cause: 'probably this machine does not synchronise its clock',
      fix: 'enable time synchronisation (chrony, systemd-timesyncd, or that of the host), and see `timedatectl`',
      doctor: 'CLOCK'
    }
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

/** Counts an event of an application, unless a reload has removed it. */
function ofUpstream<Event extends { application: string | null }>(
  count: (event: Event, upstream: string, counts: Counted['counts']) => void
): EventRule<Event> {
  return {
    count(event, { counts, applicationOf }) {
      const upstream = applicationOf(event.application)
      if (upstream !== NO_APPLICATION) count(event, upstream, counts)
    }
  }
}

/** As they are looked up: TypeScript cannot follow that a kind is that of its event. */
const RULES = EVENTS as Readonly<Record<GatewayEvent['kind'], EventRule<GatewayEvent>>>

/** Errors of sign-ins that are not the visitor's fault. */
const UNAVAILABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['PROVIDER_UNAVAILABLE', 'INTERNAL_ERROR'])

const OPEN_STREAMS = { websocket: 'websockets_open', 'event-stream': 'event_streams_open' } as const

const describeFailure = (call: string, { code, detail, cause }: FailureFacts, as: ErrorCode = code) =>
  describeFault(new Fault(as, { call, detail, cause }))

/** Shortens untrusted names for the log. */
function nameSome(names: readonly string[]): string {
  const some = names.slice(0, 5).map((name) => name.slice(0, 64))
  return `${some.join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
}
