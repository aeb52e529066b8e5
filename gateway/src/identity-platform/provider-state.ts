import type { Schedule } from '../async/schedule.ts'
import type { Credentials } from '../config/credentials/credentials.ts'
import { createReuse, fingerprintOf } from '../config/reuse.ts'
import type { Config } from '../config/schema/schema.ts'
import type { Condition } from '../operations/condition.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import type { Spans } from '../operations/tracing/spans.ts'
import { type CallBudget, createProviderHttp, type ProviderHttp } from './client/http.ts'
import { createHintReporter } from './client/operator-hints.ts'
import { createProviderCalls, type ProviderCalls, resultOfFailure } from './client/provider-calls.ts'
import { createProviderClock, type ProviderClock } from './client/provider-clock.ts'
import { type AccessTokens, createAccessTokens } from './credentials/access-tokens.ts'
import { type Certificates, createCertificates } from './tokens/certificates.ts'

type Settings = Config['identityPlatform']

/** Base URLs of the provider, without a final slash. */
export type ProviderUrls = Settings['endpoints']

/** What the provider's client keeps from one configuration to the next; see `createProviderState`. */
export interface ProviderState {
  readonly http: ProviderHttp
  readonly clock: ProviderClock
  /** The certificates at this address; null: of the emulator, which has none. */
  certificatesAt(url: string | null): Certificates
  /** The way to the provider with these settings and credentials. */
  connect(connection: ProviderConnection): ConnectedProvider
  /** The configuration that was built last is in force: the one before it is probed for no longer. */
  adopt(): void
  /** The configuration that was built last cannot be put in force: all goes on for the one that is. */
  revert(): void
  /** How the provider is doing, by what the latest configuration works with. */
  condition(): Pick<Condition, 'circuits' | 'certificates' | 'clock'>
  /** Ends probes and connections. */
  close(): Promise<void>
}

export interface ProviderConnection {
  settings: Settings
  urls: ProviderUrls
  /** Null: calls in the name of the project are not possible. */
  credentials: Credentials | null
}

export interface ConnectedProvider {
  /** With the circuits. */
  calls: ProviderCalls
  /** Null: there are no credentials. */
  accessTokens: AccessTokens | null
}

export interface ProviderStateOptions {
  /** Default `visitor`. */
  budget?: CallBudget | undefined
  /** Records calls; nobody does when left out. */
  spans?: Spans | undefined
  /** Nobody takes what happens when left out. */
  report?: EventSink | undefined
  /** Epoch seconds. */
  now: () => number
  /** For probes while the provider is away; null, the default: there are none. */
  schedule?: Schedule | null | undefined
}

/**
 * Connections, certificates, circuits and access tokens. Certificates are kept for as long as their address is the same,
 * circuits and access tokens for as long as all settings of the provider and the credentials are: what was found out with
 * a wrong key says nothing of the right one. Makes no call by itself but probes.
 */
export function createProviderState(options: ProviderStateOptions): ProviderState {
  const { budget = 'visitor', report = ignoreEvents, now, schedule = null, spans } = options
  const clock = createProviderClock({ report, now })
  const http = createProviderHttp(budget, undefined, clock.noteResponse)
  const reuseCertificates = createReuse<Certificates>()
  const reuseConnection = createReuse<ConnectedProvider>(({ calls }) => calls.close())
  let latest: { certificates: Certificates | null; calls: ProviderCalls | null } = {
    certificates: null,
    calls: null
  }
  let inForce = latest
  const noCertificates = createNoCertificates(now())

  return {
    http,
    clock,
    certificatesAt(url) {
      const certificates =
        url === null
          ? null
          : reuseCertificates(url, () => createCertificates({ http, url, now, spans, report }))
      latest = { ...latest, certificates }
      return certificates ?? noCertificates
    },
    connect(connection) {
      const { settings, urls, credentials } = connection
      const connected = reuseConnection(fingerprintOf(settings, urls, credentials), () => ({
        calls: createProviderCalls({ http, now, spans, report, schedule }),
        accessTokens: createConfiguredTokens(connection, { now, spans, report })
      }))
      latest = { ...latest, calls: connected.calls }
      return connected
    },
    adopt() {
      reuseCertificates.adopt()
      reuseConnection.adopt()
      inForce = latest
    },
    revert() {
      reuseCertificates.revert()
      reuseConnection.revert()
      latest = inForce
    },
    condition: () => ({
      circuits: latest.calls?.circuits() ?? [],
      certificates: {
        ...(latest.certificates ?? noCertificates).condition(),
        areNeeded: latest.certificates !== null
      },
      clock: clock.condition()
    }),
    close() {
      latest.calls?.close()
      inForce.calls?.close()
      return http.close()
    }
  }
}

/** For id tokens that nobody signs. */
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
  // The emulator's word for the project's own rights.
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
