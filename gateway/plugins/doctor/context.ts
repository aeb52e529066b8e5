import { totalmem } from 'node:os'
import { createApplications } from '../../src/access/applications/applications.ts'
import { createTenancy } from '../../src/access/applications/tenancy.ts'
import { once } from '../../src/async.ts'
import type { Call } from '../../src/commands/command-line/command.ts'
import { type ConfigSources, loadConfig, sectionOf } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { createNameLookUps } from '../../src/http/connections/outbound-pool.ts'
import type { Failed } from '../../src/identity-platform/client/error-sorting.ts'
import type { Credentials, CredentialsPlugin } from '../../src/identity-platform/credentials/credentials.ts'
import { createIdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import { createProviderState } from '../../src/identity-platform/provider-state.ts'
import { warnAboutOpenFiles } from '../../src/operations/limits.ts'
import type { ProviderEvent } from '../../src/operations/provider-events.ts'
import { createRuntime } from '../../src/operations/runtime.ts'
import { createProjectSettings } from './project-settings.ts'

/** Shorter than the time of a check, so that it can name the host that does not resolve. */
const LOOK_UP_TIMEOUT_MS = 5000

/** What the checks examine and use. */
export type DoctorContext = ReturnType<typeof openContext>

/** Reads the configuration and the limits of the machine; makes no calls yet. */
export function openContext({ io, args, plugins }: Call) {
  const { env, now } = io
  const file = args.text('config') ?? null
  const inspected = inspectConfig({ file, env, nodeFlags: process.execArgv, plugins })
  const lookUpName = createNameLookUps()
  return {
    inspected,
    /** Null: variables only. */
    file,
    env,
    /** Check passkeys even if the configuration does not offer them. */
    asksForPasskeys: args.flag('passkeys') === true,
    machine: {
      nodeVersion: process.versions.node,
      // Without a limit of the container it is 0, or exceeds the machine's memory.
      memoryBytes: Math.min(process.constrainedMemory() || totalmem(), totalmem()),
      /** Null: enough, or unknown. */
      openFilesWarning: warnAboutOpenFiles()
    },
    /** Null: the provider settings are invalid. */
    provider: createProviderProbes(inspected, now, plugins),
    /** IP addresses of a host name, by the system's resolver, as for the gateway; empty: it does not resolve. */
    lookUp: (host: string) =>
      new Promise<string[]>((resolve) =>
        lookUpName(host, LOOK_UP_TIMEOUT_MS, (_err, found) => resolve(found.map(({ address }) => address)))
      ),
    /** Resolves the names of applications, shared by all probes. */
    lookUpName,
    now
  }
}

/** Loads the configuration, or its sections without problems. `hash`: null: there are problems, and warnings are about variables only. */
export function inspectConfig(sources: ConfigSources) {
  const wrong = new Set<string>()
  const isRight = (path: string) => !wrong.has(sectionOf(path))
  const whole = loadConfig(sources)
  if (whole.kind === 'loaded') return { ...whole, config: whole.config as Partial<Config>, problems: [] }
  const { problems, warnings = [] } = whole
  for (let rest = loadConfig(sources); ; rest = loadConfig(sources, { shape: isRight, value: isRight })) {
    const found = rest.kind === 'loaded' ? [] : rest.problems.filter(({ path }) => isRight(path))
    for (const { path } of found) wrong.add(sectionOf(path))
    if (found.length > 0) continue
    const usable = Object.entries(rest.kind === 'loaded' ? rest.config : {}).filter(([name]) => isRight(name))
    const config: Partial<Config> = Object.fromEntries(usable)
    const credentials = rest.kind === 'loaded' ? rest.credentials : null
    return { config, credentials, problems, hash: null, warnings }
  }
}

/** Not an id, a token or an account: asking for it shows how the provider treats the caller. */
export const MADE_UP = 'gatehouse-doctor'

/** Tenants that are checked, with one call each. */
const MAX_POOLS = 10

export type ProviderProbes = NonNullable<ReturnType<typeof createProviderProbes>>

/** Provider calls for the checks; those without arguments are made once and shared. Null: the provider settings are invalid. */
export function createProviderProbes(
  { config, credentials }: { config: Partial<Config>; credentials: Credentials | null },
  now: () => number,
  plugins: readonly CredentialsPlugin[]
) {
  const { identityPlatform: settings, publicUrl } = config
  if (settings === undefined) return null
  let certificateIssue: Extract<ProviderEvent, { kind: `certificates.${string}` }> | null = null
  const state = createProviderState(
    createRuntime({
      now,
      // No probes.
      schedule: () => () => {},
      report(event) {
        if (event.kind === 'certificates.unavailable' || event.kind === 'certificates.ignored')
          certificateIssue = event
      }
    })
  )
  const tenantIds = listTenantIds(config, settings)
  const publicOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin
  const own = { settings, credentials, plugins, publicOrigin, tenantIds }
  const platform = createIdentityPlatform({ ...own, now, state })
  const project = createProjectSettings(
    platform.connection,
    `${publicOrigin ?? 'http://localhost'}/__/auth/handler`
  )
  const accounts = platform.accountsOf(settings.tenantId)
  return {
    ...project,
    settings,
    platform,
    state,
    /** The project itself, null, and tenants: as many as are checked. */
    pools: tenantIds.slice(0, MAX_POOLS),
    /** Tenants of all applications. */
    tenants: tenantIds.flatMap((id) => id ?? []).slice(0, MAX_POOLS),
    readPublic: once(project.readPublic),
    /** A refresh with an invalid token. Null: the API key works. */
    tryRefresh: once(async () => failureBesideToken(await platform.tokens.refresh(MADE_UP))),
    /** A look-up with an invalid id token and the API key. Null: only the token was rejected. */
    tryIdToken: once(async () => failureBesideToken(await accounts.lookUpByIdToken(MADE_UP, MADE_UP))),
    /** Looks up an account that does not exist. Null: no credentials. */
    lookUp: accounts.hasCredentials ? once(() => accounts.lookUp({ uid: MADE_UP })) : null,
    /** Why the certificates could not be fetched, or which were ignored. */
    certificateIssue: () => certificateIssue,
    close: () => state.close()
  }
}

/** Null: done, or only the token was rejected. */
function failureBesideToken(response: { kind: string } | Failed) {
  return 'failure' in response && response.failure.kind !== 'permanent' ? response.failure : null
}

/** While a section that assigns tenants is invalid, only `identityPlatform.tenantId`. */
function listTenantIds(
  { publicUrl, login, forwardAuth, applications = [], access, identityHeaders = {}, cors }: Partial<Config>,
  identityPlatform: Config['identityPlatform']
): readonly (string | null)[] {
  if (!publicUrl || !login || !forwardAuth || !access || !cors) return [identityPlatform.tenantId]
  const sections = { publicUrl, login, forwardAuth, applications, access, identityHeaders, cors }
  const config = { ...sections, identityPlatform, upstream: null }
  return createTenancy(config, createApplications(config)).tenantIds
}
