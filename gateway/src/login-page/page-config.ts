import { isWelcome } from '../access/sites.ts'
import type { LoginPageConfig } from '../config/partial-config.ts'
import type { Session } from '../session/session.ts'
import type { PageConfig } from './contract.ts'
import type { Locales } from './locales.ts'
import type { Look, Looks } from './looks.ts'
import { federatedModeOf, type ProviderAddresses, providerAddressesOf } from './provider.ts'
import type { LoginVisit } from './visit.ts'

export interface PageConfigOptions {
  config: LoginPageConfig
  locales: Locales
  looks: Looks
  /** True: the session call also carries the refresh token. */
  handover: boolean
  /** Path of the drawer of the demo; null: there is none. */
  drawerPath: string | null
}

/** What a visitor gets to see. */
export interface View {
  /** Origin under which the visitor came. */
  origin: string
  pageConfig: PageConfig
  look: Look
  addresses: ProviderAddresses
}

/**
 * A function that fills in what the page is told. `session`: null: nobody is signed in, or it is nothing to the page.
 * What only the host decides is worked out once for each host.
 */
export function createViews(options: PageConfigOptions) {
  const { config, locales } = options
  const sites = new Map<string, Site>()

  function siteOf(origin: string): Site {
    const site = sites.get(origin) ?? describeSite(origin, options)
    sites.set(origin, site)
    return site
  }

  return function buildView(visit: LoginVisit, localeId: string, session: Session | null): View {
    const { look, addresses, fixed } = siteOf(visit.origin)
    const { id, direction, texts } = locales.of(localeId)
    const pageConfig: PageConfig = {
      ...fixed,
      address: mayContinue(visit, session) ? 'account' : visit.address,
      locale: id,
      direction,
      locales: locales.names,
      texts,
      destination: look.destinationFor(new URL(visit.redirectTarget, visit.origin).pathname),
      query: visit.query,
      redirectTarget: visit.redirectTarget,
      reason: visit.reason,
      tenant: describeTenants(config, visit),
      account: session === null ? null : describeAccount(session),
      action: visit.actionMode === null ? null : { mode: visit.actionMode },
      problem: visit.address === 'problem' ? visit.problem : null
    }
    return { origin: visit.origin, pageConfig, look, addresses }
  }
}

type PerVisit =
  | 'address'
  | 'locale'
  | 'direction'
  | 'locales'
  | 'texts'
  | 'destination'
  | 'query'
  | 'redirectTarget'
  | 'reason'
  | 'tenant'
  | 'account'
  | 'action'
  | 'problem'

interface Site {
  look: Look
  addresses: ProviderAddresses
  fixed: Omit<PageConfig, PerVisit>
}

/** What all visitors of one host are told. */
function describeSite(origin: string, { config, looks, handover, drawerPath }: PageConfigOptions): Site {
  const { identityPlatform, login, paths, session } = config
  const { hostname } = new URL(origin)
  const look = looks.at(hostname)
  const addresses = providerAddressesOf(config, origin)
  const { emulatorUrl, authDomain } = addresses
  const fixed: Site['fixed'] = {
    brand: { name: look.brandName, logo: look.logo },
    links: look.links,
    paths: {
      login: paths.login,
      logout: paths.logout,
      session: paths.session,
      home: paths.home,
      drawer: drawerPath
    },
    methods: login.methods,
    providers: look.providers.map((provider, index) => ({
      ...provider,
      scopes: login.providers[index]?.scopes ?? [],
      params: login.providers[index]?.params ?? {}
    })),
    federated: {
      mode: federatedModeOf(config, addresses, origin),
      mayChange: login.federated.mode === 'auto'
    },
    mfa: { totp: login.mfa.totp, sms: login.mfa.sms, issuer: login.mfa.issuer ?? look.brandName },
    requireVerifiedEmail: session.requireVerifiedEmail,
    provider: {
      apiKey: identityPlatform.apiKey,
      projectId: identityPlatform.projectId,
      authDomain,
      emulatorUrl,
      recaptcha: login.security.recaptcha
    },
    handover,
    preview: null
  }
  return { look, addresses, fixed }
}

/** Is there a session that the redirect target takes, so that the visitor chooses between it and another account? */
function mayContinue({ address, welcome }: LoginVisit, session: Session | null): boolean {
  return address === 'sign-in' && session !== null && isWelcome(welcome, session.tenantId)
}

function describeTenants({ login }: LoginPageConfig, { tenants }: LoginVisit): PageConfig['tenant'] {
  if (tenants.kind === 'fixed') return { id: tenants.tenantId, choose: [], byEmailDomain: {} }
  const { choose, byEmailDomain } = login.tenants
  return { id: tenants.preselected, choose, byEmailDomain }
}

function describeAccount({ claims }: Session): NonNullable<PageConfig['account']> {
  const { name, email } = claims
  return { name: typeof name === 'string' ? name : null, email: typeof email === 'string' ? email : null }
}
