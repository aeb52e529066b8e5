import type { FastifyBaseLogger } from 'fastify'
import type { Schedule } from '../async.ts'
import { describeFault, doctorOfFailure, Fault } from '../errors.ts'
import { type EventOutput, writeToLog } from './audit.ts'
import { describeOffset } from './condition.ts'
import { createEventLimit } from './event-limit.ts'
import type {
  ConfigEvent,
  EventSink,
  ForwardAuthEvent,
  LimitEvent,
  MemoryEvent,
  OperatorHint,
  OriginEvent,
  ProviderEvent,
  RequestRefusal,
  SecurityEvent,
  StoreEvent
} from './events.ts'

/**
 * Writes a line per event. Security events go to `output` at any `log.level`; those about the configuration
 * also to the log. No line holds a token, a cookie, a key, a query or an email address. Denials and ends are
 * limited (see `createEventLimit`); the number dropped is a line of its own.
 */
export function createEventLog(
  logger: FastifyBaseLogger,
  schedule: Schedule,
  output: EventOutput = writeToLog(logger)
) {
  const log = writeToLog(logger)
  // Own level, unaffected by `log.level`.
  const own = logger.child({}, { level: 'info' })
  const limit = createEventLimit(schedule, (dropped) => own.warn(dropped, 'security events dropped'))

  const operatorHints = createEventLimit(
    schedule,
    ({ event, code, leftOut }) => {
      if (event === 'question.refused')
        logger.warn({ code, leftOut }, 'forward auth requests rejected, lines omitted')
    },
    1
  )

  const lostAtMs = new Map<string, number>()
  let hasHinted = false

  /** In addition to the circuits' own lines, which `log.level` may hide. */
  function writeProviderEvent({ kind, calls: call, detail }: CircuitEvent): void {
    if (kind === 'circuit.opened') {
      lostAtMs.set(call, performance.now())
      output.write('warn', { event: 'provider.lost', call, detail })
      return
    }
    const seconds = Math.round((performance.now() - (lostAtMs.get(call) ?? performance.now())) / 1000)
    lostAtMs.delete(call)
    output.write('info', { event: 'provider.found', call, seconds })
  }

  /** Without its store the gateway works, except for what replicas do together. */
  function writeStoreEvent({ kind: event, ...fields }: Exclude<StoreEvent, { kind: 'store.request' }>): void {
    const isLost = event === 'store.lost'
    const line = { event, ...fields, ...(isLost ? { doctor: 'STORE' } : {}) }
    const level = isLost ? 'warn' : 'info'
    output.write(level, line)
    if (output.isSeparateFile()) log.write(level, line)
  }

  /** A misconfigured proxy fails with every request: one line a minute per cause. */
  function writeForwardAuthEvent({ kind: event, ...line }: ForwardAuthEvent): void {
    const { code, peer, cause } = line
    // Visitors choose the hosts, so count all of them as one cause.
    const about = code === 'ORIGIN_MISMATCH' ? peer : `${peer} ${cause}`
    if (operatorHints.admits({ event, code, sessionId: undefined, client: about }))
      logger.warn(line, 'forward auth request rejected')
  }

  /** Strangers choose the hosts as well: one line a minute in all. */
  function writeOriginEvent({ kind: event, ...line }: OriginEvent): void {
    if (operatorHints.admits({ event, code: line.code, sessionId: undefined, client: '' }))
      logger.warn({ ...line, doctor: 'PUBLIC_URL' }, 'request at another origin')
  }

  /** Problems name keys and files, never values. */
  function writeConfigEvent({ kind: event, ...fields }: ConfigEvent): void {
    const isRefused = event === 'config.refused'
    const isPartly = 'needRestart' in fields && fields.needRestart.length > 0
    const line = isRefused ? { event, ...fields, doctor: 'CONFIG' } : { event, ...fields }
    const level = isRefused ? 'error' : isPartly ? 'warn' : 'info'
    output.write(level, line)
    // Operators look there to see why a change has no effect.
    if (output.isSeparateFile()) log.write(level, line)
  }

  /** At most ten a minute for an account, and 300 for all and one for each further account. */
  function writeFailingAccount({ kind: event, ...fields }: FailingAccountEvent): void {
    const code = 'PROVIDER_UNAVAILABLE'
    if (!limit.admits({ event, code, sessionId: undefined, client: fields.subject })) return
    const line = { event, code, ...fields, doctor: doctorOfFailure(fields.detail, 'API_KEY') }
    output.write('warn', line)
    if (output.isSeparateFile()) log.write('warn', line)
  }

  function writeUnlimited({ kind: event, ...fields }: LogoutEvent): void {
    output.write('info', { event, ...fields })
  }

  function writeSecurityEvent({ kind: event, ...fields }: Exclude<SecurityEvent, LogoutEvent>): void {
    const { sessionId, client } = fields
    // Operators' actions are not limited.
    const isOperators = 'by' in fields && fields.by === 'operator'
    if (event === 'oauth.refused' && !limit.admits({ event, code: 'INVALID_REQUEST', sessionId, client }))
      return
    if ('code' in fields && !isOperators && !limit.admits({ event, code: fields.code, sessionId, client }))
      return
    output.write('info', { event, ...fields })
  }

  function writeRefusal({ code, client, sessionId, describe }: RequestRefusal): void {
    const event = 'access.refused'
    if (limit.admits({ event, code, sessionId, client })) output.write('info', { event, ...describe() })
  }

  const report: EventSink = (event) => {
    switch (event.kind) {
      case 'session.started':
      case 'session.new-device':
      case 'session.refused':
      case 'session.ended':
      case 'access.refused':
      case 'oauth.granted':
      case 'oauth.refused':
      case 'oauth.ended':
      case 'account.changed':
      case 'client-sdk.token':
        return writeSecurityEvent(event)
      case 'oauth.logout':
        return writeUnlimited(event)
      case 'session.refreshed':
        return output.wantsRefreshes() ? writeSecurityEvent(event) : undefined
      case 'request.refused':
        return writeRefusal(event)
      case 'question.refused':
        return writeForwardAuthEvent(event)
      case 'origin.unknown':
        return writeOriginEvent(event)
      case 'cookieless.refused':
        if (!hasHinted) logger.info({ path: event.path, fix: COOKIELESS_FIX }, 'fetched without cookies')
        hasHinted = true
        return
      case 'config.applied':
      case 'config.unchanged':
      case 'config.refused':
      case 'streams.closed':
        return writeConfigEvent(event)
      case 'store.lost':
      case 'store.found':
        return writeStoreEvent(event)
      case 'account.failing':
        return writeFailingAccount(event)
      case 'circuit.opened':
      case 'circuit.closed':
        writeProviderEvent(event)
        return writeOperationalEvent(logger, event)
      // Requests and streams have lines of their own.
      case 'request.decided':
      case 'request.ended':
      case 'request.turned-away':
      case 'upstream.certificate':
      case 'upstream.failed':
      case 'upstream.retried':
      case 'stream.opened':
      case 'stream.closed':
      // For metrics only.
      case 'session.seen':
      case 'session.refresh':
      case 'session.sign-out':
      case 'oauth.token':
      case 'session.revocation-check':
      case 'provider.call':
      case 'store.request':
        return
      default:
        return writeOperationalEvent(logger, event)
    }
  }

  return {
    report,
    /** Logs how many security events were dropped so far, and clears the timer. */
    close() {
      limit.close()
      operatorHints.close()
    }
  }
}

type LogoutEvent = Extract<SecurityEvent, { kind: 'oauth.logout' }>
type FailingAccountEvent = Extract<ProviderEvent, { kind: 'account.failing' }>
type CircuitEvent = Extract<ProviderEvent, { kind: 'circuit.opened' | 'circuit.closed' }>

/** Lines for the engineer on call. */
function writeOperationalEvent(
  logger: FastifyBaseLogger,
  event: Exclude<ProviderEvent, FailingAccountEvent> | MemoryEvent | LimitEvent
) {
  switch (event.kind) {
    case 'certificates.unavailable': {
      const { code, detail, cause } = event.failure
      const fault = new Fault(code, { call: 'certificates', detail, cause })
      const line = { ...describeFault(fault), doctor: 'CERTIFICATES' }
      return logger.warn(line, 'certificates cannot be fetched')
    }
    case 'issuer.unavailable': {
      const { issuer, failure } = event
      const fault = new Fault(failure.code, { call: 'certificates', ...failure })
      const line = { issuer, ...describeFault(fault), doctor: 'ISSUERS' }
      return logger.warn(line, 'keys of an issuer cannot be fetched')
    }
    case 'id-token.unavailable': {
      const { audience, failure } = event
      const { hint, code, detail, cause } = failure
      const fault = new Fault('UPSTREAM_CREDENTIALS', { call: 'id_token', detail, cause })
      const line = { audience, code, ...describeFault(fault), ...hint }
      return logger.warn(line, 'id token for applications cannot be fetched')
    }
    case 'certificates.ignored': {
      const detail = `ignored, not RSA keys that can verify: ${nameSome(event.keyIds)}`
      return logger.warn({ detail, doctor: 'CERTIFICATES' }, 'certificates ignored')
    }
    case 'provider.misconfigured': {
      const { code, detail } = event.failure
      return logger.error({ code, family: event.family, detail, ...event.hint }, 'provider call failed')
    }
    case 'circuit.opened': {
      const { calls, detail } = event
      const doctor = doctorOfFailure(detail, 'API_KEY')
      return logger.warn({ code: 'PROVIDER_UNAVAILABLE', calls, detail, doctor }, 'circuit opened')
    }
    case 'circuit.closed':
      return logger.info({ calls: event.calls }, 'circuit closed')
    case 'accounts.unavailable': {
      const { kind, code, detail } = event.failure
      const doctor = doctorOfFailure(detail, kind === 'temporary' ? 'API_KEY' : 'CREDENTIALS')
      const line = { code, detail: `${kind}: ${detail}`, doctor }
      return logger.warn(line, 'accounts cannot be looked up: revocations go unnoticed')
    }
    case 'clock.off': {
      const { offsetSeconds } = event
      const beyond =
        offsetSeconds > 0
          ? 'beyond 300 s sign-ins fail'
          : 'from session.maxSignInAgeSeconds and 300 s on sign-ins fail'
      const detail = `${describeOffset(offsetSeconds)}: ${beyond}`
      return logger.error({ offsetSeconds, detail, ...CLOCK_HINT }, 'clock is wrong')
    }
    case 'ended-sessions.full':
      return logger.warn(
        { beganUntilSeconds: event.beganUntilSeconds },
        'ended sessions exceed their limit: older sessions are ended'
      )
    case 'limit.near': {
      const { limit, share } = event
      // The doctor does not look at disks.
      const doctor = limit === 'disk' ? {} : { doctor: 'LIMITS' }
      const line = { limit, share: Math.round(share * 100) / 100, ...doctor }
      return logger[share < 0.95 ? 'warn' : 'error'](line, 'close to a limit of the machine')
    }
    case 'limit.relaxed':
      return logger.info({ limit: event.limit }, 'no longer close to a limit of the machine')
    case 'used-sign-ins.full':
      return logger.warn(
        { signedInUntilSeconds: event.signedInUntilSeconds },
        'used sign-ins exceed their limit: older sign-ins can begin no session'
      )
  }
}

const COOKIELESS_FIX = 'a rule can make it public: config/guide.md, "What is fetched without cookies"'
const CLOCK_HINT: OperatorHint = {
  cause: 'probably this machine does not synchronise its clock',
  fix: 'enable time synchronisation (chrony, systemd-timesyncd, or that of the host), and see `timedatectl`',
  doctor: 'CLOCK'
}

/** Shortens untrusted names for the log. */
function nameSome(names: readonly string[]): string {
  const some = names.slice(0, 5).map((name) => name.slice(0, 64))
  const more = names.length - some.length
  return `${some.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
