import { isInScope } from '../../access/applications/tenancy.ts'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import type { Config } from '../../config/schema/schema.ts'
import { shortReference } from '../../http/auth-request.ts'
import type { Locales } from '../../http/locales.ts'
import type { TestProvider } from '../../identity-platform/test-provider.ts'
import type { PageConfig } from '../../page-contract.ts'
import type { Session } from '../../session/session.ts'
import { readSignInFacts } from '../../session/sign-in/rules.ts'
import type { Appearances, HostAppearance } from '../appearance/appearance.ts'
import type { LoginVisit } from '../visit/visit.ts'

interface PageConfigOptions {
  config: Config
  locales: Locales
  laterTexts: { hrefOf(language: string): string }
  appearances: Appearances
  testProvider?: Pick<TestProvider, 'hasProviderWindow'> | null
}

/** Path of the dev drawer's content, and of its mock window for federated providers. */
export const DEV_DRAWER_PATH = '/_auth/drawer'
export const PROVIDER_WINDOW_PATH = `${DEV_DRAWER_PATH}/window`

/** One page for one visitor, before rendering. */
export interface View {
  pageConfig: PageConfig
  appearance: HostAppearance
  provider: ReturnType<typeof providerAt>
}

/** Returns the function that builds the view of a visit. `session`: null without one, or if the screen does not use it. */
export function createViews(options: PageConfigOptions) {
  const { config, locales, laterTexts, appearances } = options
  const cached = new Map<HostAppearance, Map<string, ReturnType<typeof resolveSettings>>>()

  /** An application's own appearance also applies when its visitors sign in on another origin. */
  function settingsOf({ origin, destination }: LoginVisit) {
    const appearance =
      appearances.ofApplication(destination.hostname, destination.readings) ??
      appearances.at(new URL(origin).hostname)
    const byOrigin = cached.get(appearance) ?? new Map<string, ReturnType<typeof resolveSettings>>()
    const settings = byOrigin.get(origin) ?? resolveSettings(origin, appearance, options)
    cached.set(appearance, byOrigin.set(origin, settings))
    return settings
  }

  /** An application on another origin is named by its host, unless it has a name. */
  function nameDestination(visit: LoginVisit): string | null {
    const { origin, destination } = visit
    const { origin: there, hostname, host, pathname } = destination.url
    if (there === origin) return settingsOf(visit).appearance.destinationFor(pathname)
    const own = appearances.ofApplication(hostname, destination.readings)
    const ofHost = Object.hasOwn(config.login.hosts, hostname) ? appearances.at(hostname) : null
    return (own ?? ofHost)?.destinationFor(pathname) ?? host
  }

  return function buildView(visit: LoginVisit, localeId: string, session: Session | null): View {
    const { redirectTarget, query, reason, stepUp, problem } = visit
    const reference = problem.reference === null ? null : shortReference(problem.reference)
    const { appearance, provider, shared } = settingsOf(visit)
    const { id, direction, texts } = locales.of(localeId)
    const { tenants } = visit
    const { choose, byEmailDomain } = config.login.tenants
    const tenant =
      tenants.kind === 'fixed'
        ? { id: tenants.tenantId, choose: [], byEmailDomain: {} }
        : { id: tenants.preselected, choose, byEmailDomain }
    const isPlainSignIn = visit.accountPage === null && visit.address === 'sign-in' && !visit.isStepUp
    // The visitor may choose between a session that the redirect target accepts and another account.
    const mayContinue = isPlainSignIn && session !== null && isInScope(visit.scope, session.tenantId)
    const pageConfig: PageConfig = {
      ...shared,
      address: mayContinue ? 'account' : visit.address,
      locale: id,
      direction,
      locales: locales.names,
      texts,
      laterTexts: visit.accountPage === null ? laterTexts.hrefOf(id) : null,
      // A visitor who has signed out is not on the way to it.
      destination: reason === 'signed-out' || reason === 'revoked' ? null : nameDestination(visit),
      query,
      redirectTarget,
      applicationOrigins: visit.applicationOrigins,
      reason,
      secondFactor: stepUp?.secondFactor ?? false,
      ...describeMethods(config, visit, tenant),
      tenant,
      account: session === null ? null : describeAccount(session),
      accountPage: visit.accountPage,
      action: visit.actionMode === null ? null : { mode: visit.actionMode },
      problem: visit.address === 'problem' ? { code: problem.code, reference } : null
    }
    return { pageConfig, appearance, provider }
  }
}

function resolveSettings(
  origin: string,
  appearance: HostAppearance,
  { config, testProvider = null }: PageConfigOptions
) {
  const { identityPlatform, login, session, paths } = config
  const { apiKey, projectId } = identityPlatform
  const provider = providerAt(config, origin)
  const { authDomain, emulatorUrl, appCheck } = provider
  const shared = {
    brand: { name: appearance.brandName, logo: appearance.inlineLogo },
    links: appearance.links,
    paths: {
      login: paths.login,
      logout: paths.logout,
      session: paths.session,
      refresh: paths.refresh,
      home: paths.home,
      account: config.account.enabled ? paths.account : null,
      drawer: testProvider === null ? null : DEV_DRAWER_PATH
    },
    remember: login.remember === 'ask',
    lastUsed: login.lastUsed,
    providers: appearance.providers.map((provider) => {
      const { scopes = [], params = {} } = login.providers.find(({ id }) => id === provider.id) ?? {}
      return { ...provider, scopes, params }
    }),
    federated: {
      mode: provider.federatedMode,
      mayChange: login.federated.mode === 'auto',
      standInWindow: testProvider?.hasProviderWindow === true ? PROVIDER_WINDOW_PATH : null
    },
    mfa: { totp: login.mfa.totp, sms: login.mfa.sms, issuer: login.mfa.issuer ?? appearance.brandName },
    requireVerifiedEmail: session.requireVerifiedEmail,
    showBlockingMessage: login.blockingFunctions.showMessage,
    provider: { apiKey, projectId, authDomain, emulatorUrl, recaptcha: login.security.recaptcha, appCheck },
    preview: null
  }
  return { appearance, provider, shared }
}

/** Tenants have no phone sign-in. Phone and passkey sign-ins cannot enrol a second factor; the phone stays if nothing else is offered. */
function describeMethods(
  { login: { methods, passkeys, providers, identifierFirst } }: Config,
  { address, stepUp }: LoginVisit,
  { id, choose }: PageConfig['tenant']
): Pick<PageConfig, 'methods' | 'identifierFirst' | 'passkeys'> {
  const needsFactor = address === 'second-step' || (stepUp?.secondFactor ?? false)
  const hasOthers = methods.password || methods.emailLink || providers.length > 0
  const passkey = needsFactor ? 'off' : methods.passkey
  const phone = methods.phone && id === null && choose.length === 0 && !(needsFactor && hasOthers)
  const isCrowded = methods.emailLink || phone || passkey !== 'off'
  return {
    methods: { ...methods, phone, passkey },
    identifierFirst:
      methods.password && (identifierFirst === 'always' || (identifierFirst === 'auto' && isCrowded)),
    passkeys: {
      relyingPartyId: passkeys.relyingPartyId,
      autoComplete: passkey === 'autofill' ? ' webauthn' : '',
      offer: passkeys.offerAfterSignIn && passkey !== 'off'
    }
  }
}

function describeAccount({ claims }: Session): NonNullable<PageConfig['account']> {
  const { name, email } = claims
  return {
    name: typeof name === 'string' ? name : null,
    email: typeof email === 'string' ? email : null,
    provider: readSignInFacts(claims).provider ?? null
  }
}

/** The provider as browsers at this origin reach it. */
export function providerAt({ identityPlatform, login }: Config, publicOrigin: string) {
  const { appId } = identityPlatform.appCheck
  const { siteKey, debugToken } = login.appCheck
  const { mode, helper } = login.federated
  const { host, hostname } = new URL(publicOrigin)
  const ownDomain = identityPlatform.authDomain ?? `${identityPlatform.projectId}.firebaseapp.com`
  const isProxied = helper === 'proxy'
  const emulatorUrl = emulatorUrlFor({ identityPlatform, login }, hostname)
  const hasAppCheck = appId !== null && (siteKey !== null || debugToken !== null)
  const isSameSite = emulatorUrl === null ? isProxied : new URL(emulatorUrl).hostname === hostname
  return {
    /** Origin of the official emulator or the demo's mock; null: the real provider. */
    emulatorUrl,
    /** Host (and port) the SDK uses for the sign-in helper. */
    authDomain: isProxied ? host : ownDomain,
    /** Null: `/__/auth/*` of our own origin. */
    helperOrigin: isProxied ? null : `https://${ownDomain}`,
    /** Null: not configured, or there is an emulator, which has none. */
    appCheck: hasAppCheck && emulatorUrl === null ? { appId, siteKey, debugToken } : null,
    /** Redirects only to a same-site helper: else browsers partition its storage, and sign-ins are lost. */
    federatedMode: mode === 'auto' ? (isSameSite ? ('redirect' as const) : ('popup' as const)) : mode
  }
}

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1'])

function emulatorUrlFor(
  { identityPlatform, login }: Pick<Config, 'identityPlatform' | 'login'>,
  visitorsHost: string
): string | null {
  const { emulatorHost, endpoints } = identityPlatform
  if (login.emulator !== null) return `http://${login.emulator}`
  const url = new URL(emulatorHost === null ? endpoints.identityToolkit : `http://${emulatorHost}`)
  if (emulatorHost === null && url.origin === PROVIDER_ENDPOINTS.identityToolkit) return null
  // To a browser, another name of the same machine is another site.
  if (LOCAL_NAMES.has(url.hostname) && LOCAL_NAMES.has(visitorsHost)) url.hostname = visitorsHost
  return url.origin
}
