import type { Schedule } from '../async/schedule.ts'
import type { Credentials } from '../config/credentials/credentials.ts'
import { createReuse, fingerprintOf } from '../config/reuse.ts'
import type { Config } from '../config/schema/schema.ts'
import type { Condition } from '../operations/condition.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import type { Spans } from '../operations/tracing/spans.ts'
import { type CallBudget, createProviderHttp } from './client/http.ts'
import { createHintReporter } from './client/operator-hints.ts'
import type { ProjectConnection } from './client/project-calls.ts'
import { createProviderCalls, type ProviderCalls, resultOfFailure } from './client/provider-calls.ts'
import { createProviderClock } from './client/provider-clock.ts'
import { type AccessTokens, createAccessTokens } from './credentials/service-tokens.ts'
import { createIdTokens, type IdTokens } from './credentials/id-tokens.ts'
import type { TokenSlot } from './credentials/token-slot.ts'
import { createAppCheckTokens } from './tokens/app-check-tokens.ts'
import { type Certificates, createCertificates } from './tokens/certificates.ts'
import { createTokenSigner } from './tokens/custom-token.ts'

type Settings = Config['identityPlatform']

/** Base URLs of the provider, without a trailing slash. */
export type ProviderUrls = Settings['endpoints']

export type ProviderState = ReturnType<typeof createProviderState>

export interface ProviderConnection {
  settings: Settings
  urls: ProviderUrls
  /** Null: no calls with the project's credentials. */
  credentials: Credentials | null
}

/** `calls`: include the circuits. `accessTokens`: null: no credentials. `appCheckTokens`: null: no app, or none can be made. */
type ConnectedProvider = Pick<ProjectConnection, 'calls' | 'accessTokens' | 'appCheckTokens'> & {
  /** Null: no credentials, or those of the emulator. */
  idTokens: IdTokens | null
}

interface ProviderStateOptions {
  /** Default: `visitor`. */
  budget?: CallBudget | undefined
  /** Default: no spans. */
  spans?: Spans | undefined
  /** Optional event sink. */
  report?: EventSink | undefined
  /** Epoch seconds. */
  now: () => number
  /** Monotonic clock, in milliseconds; default: the real one. */
  nowMs?: (() => number) | undefined
  /** For probes while the provider is unavailable. Default: none. */
  schedule?: Schedule | null | undefined
}

/**
 * The provider client's state across config reloads. Holds connections, certificates, circuits, access tokens and own id tokens. Certificates are reused while their URL is
 * unchanged; circuits and access tokens while all settings and credentials are, since failures with a wrong
 * key say nothing about the right one. Makes no calls on its own except probes.
 */
export function createProviderState(options: ProviderStateOptions) {
  const { budget = 'visitor', report = ignoreEvents, now, schedule = null, spans } = options
  const { nowMs = () => performance.now() } = options
  let certificatesUrl: string | null = null
  const clock = createProviderClock({ report, ask: askForDate, now, nowMs })
  const http = createProviderHttp(budget, undefined, clock.noteResponse)
  const reuseCertificates = createReuse<Certificates>()
  const reuseConnection = createReuse<ConnectedProvider>(({ calls }) => calls.close())
  const noCertificates = createNoCertificates(now())
  let latest: { certificates: Certificates; calls: ProviderCalls | null } = {
    certificates: noCertificates,
    calls: null
  }
  let inForce = latest

  /** Every response has a `Date`; that of the emulator's machine is not asked for. */
  function askForDate(): void {
    if (certificatesUrl !== null) void http.send({ method: 'GET', url: certificatesUrl })
  }

  return {
    http,
    clock,
    /** Certificates at this URL; null: of the emulator, which has none. */
    certificatesAt(url: string | null): Certificates {
      const certificates =
        url === null
          ? noCertificates
          : reuseCertificates(url, () => createCertificates({ http, url, now, spans, report }))
      latest = { ...latest, certificates }
      certificatesUrl = url
      return certificates
    },
    /** Calls with these settings and credentials. */
    connect(connection: ProviderConnection): ConnectedProvider {
      const { settings, urls, credentials } = connection
      const connected = reuseConnection(fingerprintOf(settings, urls, credentials), () => {
        const calls = createProviderCalls({ http, now, spans, report, schedule })
        const accessTokens = createConfiguredTokens(connection, { now, spans, report })
        const visitorWaits = budget === 'visitor'
        const appCheckTokens = createConfiguredAppCheck(
          connection,
          { calls, accessTokens, visitorWaits },
          now
        )
        const idTokens = createConfiguredIdTokens(connection, accessTokens, { now, spans, report })
        return { calls, accessTokens, appCheckTokens, idTokens }
      })
      latest = { ...latest, calls: connected.calls }
      return connected
    },
    /** Activates the latest config; stops probes for the previous one. */
    adopt(): void {
      reuseCertificates.adopt()
      reuseConnection.adopt()
      inForce = latest
    },
    /** Discards the latest config and continues with the active one. */
    revert(): void {
      reuseCertificates.revert()
      reuseConnection.revert()
      latest = inForce
    },
    /** Health of the provider as seen by the latest config. */
    condition: (): Pick<Condition, 'circuits' | 'certificates' | 'clock'> => ({
      circuits: latest.calls?.circuits() ?? [],
      certificates: {
        ...latest.certificates.condition(),
        areNeeded: latest.certificates !== noCertificates
      },
      clock: clock.condition()
    }),
    close(): Promise<void> {
      latest.calls?.close()
      inForce.calls?.close()
      return http.close()
    }
  }
}

/** For unsigned id tokens. */
function createNoCertificates(sinceSeconds: number): Certificates {
  return {
    find: async () => ({ kind: 'unknown' }),
    async warm() {},
    condition: () => ({ keys: 0, fetchedAtSeconds: null, isFailing: false, sinceSeconds })
  }
}

function createConfiguredTokens(
  { settings, urls, credentials }: ProviderConnection,
  { now, spans, report }: Pick<ProviderStateOptions, 'now' | 'spans'> & { report: EventSink }
): AccessTokens | null {
  // The emulator's token for project rights.
  if (settings.emulatorHost !== null)
    return { get: async () => ({ kind: 'token', token: 'owner' }), quotaProject: null }
  if (credentials === null) return null
  const hints = createHintReporter(report)
  return createAccessTokens({
    credentials,
    projectId: settings.projectId,
    endpoints: urls,
    now,
    spans,
    onFetched(failure, durationMs) {
      const result = failure === null ? 'ok' : resultOfFailure(failure)
      report({ kind: 'provider.call', call: 'oauth', result, durationMs })
      if (failure === null) hints.worked('oauth')
      else hints.failed('oauth', failure)
    }
  })
}

function createConfiguredIdTokens(
  { settings, urls, credentials }: ProviderConnection,
  accessTokens: AccessTokens | null,
  { now, spans, report }: Pick<ProviderStateOptions, 'now' | 'spans'> & { report: EventSink }
): IdTokens | null {
  if (settings.emulatorHost !== null || credentials === null || accessTokens === null) return null
  /** Audiences whose failure is known to the operator. */
  const failing = new Set<string>()
  return createIdTokens({
    credentials,
    accessTokens,
    endpoints: urls,
    now,
    spans,
    onFetched(audience, failure, durationMs) {
      const result = failure === null ? 'ok' : resultOfFailure(failure)
      report({ kind: 'provider.call', call: 'id_token', result, durationMs })
      if (failure === null) failing.delete(audience)
      else if (!failing.has(audience)) {
        failing.add(audience)
        report({ kind: 'id-token.unavailable', audience, failure })
      }
    }
  })
}

/** Null also with the emulator, which has no App Check, and with credentials that cannot sign. */
function createConfiguredAppCheck(
  { settings, urls, credentials }: ProviderConnection,
  calls: Pick<ProjectConnection, 'calls' | 'accessTokens' | 'visitorWaits'>,
  now: () => number
): TokenSlot['get'] | null {
  const { appCheck, emulatorHost, projectId } = settings
  if (appCheck.appId === null || emulatorHost !== null || credentials === null) return null
  const connection = { ...calls, urls, projectId }
  const signer = createTokenSigner(credentials, connection)
  return signer === null ? null : createAppCheckTokens({ connection, signer, appId: appCheck.appId, now })
}
