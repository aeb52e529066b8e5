import { createReuse, fingerprintOf } from '../config/changes.ts'
import type { Config } from '../config/schema/schema.ts'
import type { HealthState } from '../operations/condition.ts'
import type { Runtime } from '../operations/runtime.ts'
import { type CallBudget, createProviderHttp, type ProviderHttp } from './client/http.ts'
import { createProjectCalls, createProviderCalls, type ProviderCalls } from './client/provider-calls.ts'
import { createProviderClock } from './client/provider-clock.ts'
import { openCredentials } from './credentials/credential-source.ts'
import { type Credentials, type CredentialsPlugin, canSign } from './credentials/credentials.ts'
import { type AccessTokens, createAccessTokens, createIdTokens } from './credentials/service-tokens.ts'
import { createAppCheckTokens, createTokenSigner } from './tokens/custom-token.ts'
import { type Certificates, createCertificates } from './tokens/key-set.ts'

type Settings = Config['identityPlatform']
type Plugins = readonly CredentialsPlugin[]

export type ProviderState = ReturnType<typeof createProviderState>

/**
 * The provider client's state across config reloads: connections, certificates, circuits and tokens of the service account.
 * Certificates are reused while their URL is unchanged; circuits and tokens while all settings and credentials are, since
 * failures with a wrong key say nothing about the right one. Makes no calls on its own except probes.
 */
export function createProviderState(runtime: Runtime, budget: CallBudget = 'visitor') {
  const visitorWaits = budget === 'visitor'
  let certificatesUrl: string | null = null
  const clock = createProviderClock(runtime, askForDate)
  const http = createProviderHttp(budget, undefined, clock.noteResponse)
  const reuseCertificates = createReuse<Certificates>()
  const reuseConnection = createReuse<ReturnType<typeof createConnection>>(({ calls }) => calls.close())
  const noCertificates = createNoCertificates(runtime.now())
  const nothing: { certificates: Certificates; calls: ProviderCalls | null } = {
    certificates: noCertificates,
    calls: null
  }
  let latest = nothing
  let active = latest

  /** Every response has a `Date`; that of the emulator's machine is not asked for. */
  function askForDate(): void {
    if (certificatesUrl !== null) void http.send({ method: 'GET', url: certificatesUrl })
  }

  return {
    http,
    clock,
    /** How to reach the project with these settings and credentials; null: no calls with the project's credentials. */
    connect(settings: Settings, credentials: Credentials | null, plugins: Plugins) {
      const connection = reuseConnection(fingerprintOf(settings, credentials), () =>
        createConnection(runtime, http, { settings, credentials, plugins, visitorWaits })
      )
      // The emulator has none.
      certificatesUrl = settings.emulatorHost === null ? settings.endpoints.certificates : null
      const url = certificatesUrl
      const certificates =
        url === null ? noCertificates : reuseCertificates(url, () => createCertificates(runtime, http, url))
      latest = { certificates, calls: connection.calls }
      return { ...connection, certificates }
    },
    /** Activates the latest config; stops probes for the previous one. */
    activate(): void {
      reuseCertificates.activate()
      reuseConnection.activate()
      active = latest
    },
    /** Discards the latest config and continues with the active one. */
    revert(): void {
      reuseCertificates.revert()
      reuseConnection.revert()
      latest = active
    },
    /** Health of the provider as seen by the latest config. */
    condition: (): Pick<HealthState, 'circuits' | 'certificates' | 'clock'> => ({
      circuits: latest.calls?.circuits() ?? [],
      certificates: { ...latest.certificates.condition(), areNeeded: latest.certificates !== noCertificates },
      clock: clock.condition()
    }),
    close(): Promise<void> {
      latest.calls?.close()
      active.calls?.close()
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

/** How calls with these settings and credentials reach the project. */
function createConnection(
  runtime: Runtime,
  http: ProviderHttp,
  options: { settings: Settings; credentials: Credentials | null; plugins: Plugins; visitorWaits: boolean }
) {
  const { settings, credentials, plugins, visitorWaits } = options
  const { projectId, appCheck, emulatorHost } = settings
  const urls = providerUrls(settings)
  const { now } = runtime
  // The emulator makes no id tokens, and has no App Check.
  const own = emulatorHost === null ? credentials : null
  const source = own && openCredentials(own, plugins, { endpoints: urls, now })
  const quotaProject = own?.kind === 'file' ? own.quotaProject : null
  const accessTokens = source && createAccessTokens(runtime, source.fetchAccessToken, { quotaProject })
  const connection = {
    calls: createProviderCalls(runtime, http),
    accessTokens: emulatorHost === null ? accessTokens : OF_EMULATOR,
    urls,
    projectId,
    visitorWaits
  }
  const signer = source && canSign(own) ? createTokenSigner(source, createProjectCalls(connection)) : null
  const { appId } = appCheck
  return {
    ...connection,
    /** Id tokens of the gateway's own service account; null: there is none. */
    idTokens:
      accessTokens &&
      createIdTokens(runtime, (audience, signal) => source.fetchIdToken(audience, signal, accessTokens)),
    /** Signs custom tokens; null: no service account. */
    signer,
    /** App Check tokens of the gateway's own calls. Null: no app is configured, or none can be made. */
    appCheckTokens:
      signer === null || appId === null ? null : createAppCheckTokens({ connection, signer, appId, now })
  }
}

/** Its token for project rights. */
const OF_EMULATOR: AccessTokens = { get: async () => ({ kind: 'token', token: 'owner' }), quotaProject: null }

/** `emulatorHost` redirects every call to the emulator. Without a trailing slash. */
function providerUrls({ emulatorHost, endpoints }: Settings): Settings['endpoints'] {
  const trimmed = (url: string) => url.replace(/\/+$/, '')
  const { identityToolkit, secureToken, iamCredentials, appCheck } = endpoints
  const ofEmulator = (service: string) => `http://${emulatorHost}/${service}.googleapis.com`
  return {
    ...endpoints,
    identityToolkit: emulatorHost === null ? trimmed(identityToolkit) : ofEmulator('identitytoolkit'),
    secureToken: emulatorHost === null ? trimmed(secureToken) : ofEmulator('securetoken'),
    iamCredentials: trimmed(iamCredentials),
    appCheck: trimmed(appCheck)
  }
}
