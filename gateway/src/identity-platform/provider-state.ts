import { createReuse, fingerprintOf } from '../config/changes.ts'
import type { Config } from '../config/schema/schema.ts'
import type { HealthState } from '../operations/condition.ts'
import type { Runtime } from '../operations/runtime.ts'
import { createHintReporter } from './client/error-sorting.ts'
import { type CallBudget, createProviderHttp } from './client/http.ts'
import type { ProjectConnection } from './client/project-calls.ts'
import { createProviderCalls, type ProviderCalls, resultOfCall } from './client/provider-calls.ts'
import { createProviderClock } from './client/provider-clock.ts'
import type { Credentials } from './credentials/credentials.ts'
import {
  type AccessTokens,
  createAccessTokens,
  createIdTokens,
  type IdTokens,
  type TokenSlot
} from './credentials/service-tokens.ts'
import { createAppCheckTokens, createTokenSigner } from './tokens/custom-token.ts'
import { type Certificates, createCertificates } from './tokens/key-set.ts'

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

/**
 * The provider client's state across config reloads: connections, certificates, circuits and tokens of the service account.
 * Certificates are reused while their URL is unchanged; circuits and tokens while all settings and credentials are, since
 * failures with a wrong key say nothing about the right one. Makes no calls on its own except probes.
 */
export function createProviderState(runtime: Runtime, budget: CallBudget = 'visitor') {
  let certificatesUrl: string | null = null
  const clock = createProviderClock(runtime, askForDate)
  const http = createProviderHttp(budget, undefined, clock.noteResponse)
  const reuseCertificates = createReuse<Certificates>()
  const reuseConnection = createReuse<ConnectedProvider>(({ calls }) => calls.close())
  const noCertificates = createNoCertificates(runtime.now())
  const nothing: { certificates: Certificates; calls: ProviderCalls | null } = {
    certificates: noCertificates,
    calls: null
  }
  let latest = nothing
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
        url === null ? noCertificates : reuseCertificates(url, () => createCertificates(runtime, http, url))
      latest = { ...latest, certificates }
      certificatesUrl = url
      return certificates
    },
    /** Calls with these settings and credentials. */
    connect(connection: ProviderConnection): ConnectedProvider {
      const { settings, urls, credentials } = connection
      const connected = reuseConnection(fingerprintOf(settings, urls, credentials), () => {
        const calls = createProviderCalls(runtime, http)
        const tokens = createConfiguredTokens(connection, runtime)
        const projectCalls = { calls, accessTokens: tokens.accessTokens, visitorWaits: budget === 'visitor' }
        const appCheckTokens = createConfiguredAppCheck(connection, projectCalls, runtime.now)
        return { calls, appCheckTokens, ...tokens }
      })
      latest = { ...latest, calls: connected.calls }
      return connected
    },
    /** Activates the latest config; stops probes for the previous one. */
    adopt(): void {
      reuseCertificates.activate()
      reuseConnection.activate()
      inForce = latest
    },
    /** Discards the latest config and continues with the active one. */
    revert(): void {
      reuseCertificates.revert()
      reuseConnection.revert()
      latest = inForce
    },
    /** Health of the provider as seen by the latest config. */
    condition: (): Pick<HealthState, 'circuits' | 'certificates' | 'clock'> => ({
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
function createNoCertificates(changedAtSeconds: number): Certificates {
  return {
    find: async () => ({ kind: 'unknown' }),
    async warm() {},
    condition: () => ({ keys: 0, fetchedAtSeconds: null, isFailing: false, changedAtSeconds })
  }
}

/** Tokens of the service account; null: no credentials, or of the emulator, which makes no id tokens. */
function createConfiguredTokens(
  { settings, urls, credentials }: ProviderConnection,
  runtime: Runtime
): { accessTokens: AccessTokens | null; idTokens: IdTokens | null } {
  const { emulatorHost, projectId } = settings
  if (emulatorHost !== null) return { accessTokens: OF_EMULATOR, idTokens: null }
  if (credentials === null) return { accessTokens: null, idTokens: null }
  const { report } = runtime
  const hints = createHintReporter(report)
  /** Audiences whose failure is known to the operator. */
  const failing = new Set<string>()
  const accessTokens = createAccessTokens(runtime, {
    credentials,
    endpoints: urls,
    projectId,
    onFetched(failure, durationMs) {
      report({ kind: 'provider.call', call: 'oauth', result: resultOfCall(failure), durationMs })
      if (failure === null) hints.worked('oauth')
      else hints.failed('oauth', failure)
    }
  })
  const idTokens = createIdTokens(runtime, {
    credentials,
    endpoints: urls,
    accessTokens,
    onFetched(failure, durationMs, audience) {
      report({ kind: 'provider.call', call: 'id_token', result: resultOfCall(failure), durationMs })
      if (failure === null) failing.delete(audience)
      else if (!failing.has(audience)) {
        failing.add(audience)
        report({ kind: 'id-token.unavailable', audience, failure })
      }
    }
  })
  return { accessTokens, idTokens }
}

/** Its token for project rights. */
const OF_EMULATOR: AccessTokens = { get: async () => ({ kind: 'token', token: 'owner' }), quotaProject: null }

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
