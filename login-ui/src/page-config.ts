import type { AccountPageConfig } from './account/contract.ts'
import type { Texts } from './lib/i18n.ts'

/** Screens with an address of their own. */
export type Address =
  | 'sign-in'
  | 'sign-up'
  | 'forgot'
  | 'link'
  | 'action'
  | 'second-step'
  | 'account'
  | 'signed-out'
  | 'problem'

/** Why the page is shown, if a notice says so. */
export type Reason =
  | 'expired'
  /** By a sign-in on another device. */
  | 'replaced'
  | 'signed-out'
  | 'revoked'
  | 'step-up'
  | 'link-used'
  | 'js'
  /** Password or address, on the account page. */
  | 'changed'
  /** The account, by its owner. */
  | 'deleted'
  /** By the page itself, which a reload has cost a step that needs tokens. */
  | 'reloaded'

/** Kinds of mail links; the names are the provider's. */
export type ActionMode =
  | 'resetPassword'
  | 'verifyEmail'
  | 'recoverEmail'
  | 'verifyAndChangeEmail'
  | 'revertSecondFactorAddition'
  | 'signIn'

/** A federated provider, in button order. */
export interface Provider {
  /** Such as `google.com`, `saml.acme`, `oidc.acme`. */
  id: string
  name: string
  /** Path of an icon on our origin; null: a built-in one, or none. */
  iconSrc: string | null
  scopes: readonly string[]
  params: Readonly<Record<string, string>>
}

/** Everything that depends on the language. */
export type Language = Pick<PageConfig, 'locale' | 'direction' | 'texts'>

/**
 * The gateway's input for the page: JSON in the block `gatehouse-config`, and the argument of `renderPage`.
 * Both sides are built together, so the page does not check it.
 */
export interface PageConfig {
  /** From the URL. */
  address: Address
  /** BCP 47. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Available languages, including the current one, each named in itself. Not in the block: the language links have them. */
  locales: readonly { id: string; name: string }[]
  /** Texts that may appear before the visitor acts. */
  texts: Texts
  /** Path of the other texts as JSON; null: none. */
  laterTexts: string | null
  brand: { name: string; logo: { src: string; darkSrc: string | null } | null }
  /** `https:` or `mailto:` addresses. */
  links: { privacy: string | null; terms: string | null; help: string | null; contact: string | null }
  /** Name of the destination, for "to continue to …". */
  destination: string | null
  /** Paths of the gateway, each with a leading slash. `drawer`: for a test provider only. */
  paths: {
    login: string
    logout: string
    session: string
    refresh: string
    home: string
    /** The account page; null: none. */
    account: string | null
    drawer: string | null
  }
  /** Query for every address of the page, to keep the redirect target: empty or `?…`. */
  query: string
  /** Where to go after sign-in, checked by the gateway: path and query, or a URL on one of `applicationOrigins`. */
  redirectTarget: string
  /** Other origins whose visitors sign in here. */
  applicationOrigins: readonly string[]
  reason: Reason | null
  /** Whether the redirect target requires a second factor. */
  secondFactor: boolean
  /** Whether to ask if the browser should keep the session when it closes. */
  remember: boolean
  /** Whether to mark the last used method on this device. */
  lastUsed: boolean
  methods: {
    password: boolean
    emailLink: boolean
    phone: boolean
    /** `autofill`: also offered in the email field. */
    passkey: 'off' | 'button' | 'autofill'
    signup: boolean
    askName: boolean
  }
  /** Whether sign-in asks for the address first, and for the password in a second step. */
  identifierFirst: boolean
  passkeys: {
    /** The RP ID required of the project; null: any. */
    relyingPartyId: string | null
    /** Suffix of `autocomplete` for fields in which browsers suggest passkeys. */
    autoComplete: '' | ' webauthn'
    /** Whether to offer a passkey after another sign-in. */
    offer: boolean
  }
  providers: readonly Provider[]
  federated: {
    mode: 'redirect' | 'popup'
    /** Whether the page may offer the other mode if this one fails. */
    mayChange: boolean
    /** Path of the mock window for providers; null: real ones. */
    standInWindow: string | null
  }
  mfa: { totp: 'off' | 'optional' | 'required'; sms: boolean; issuer: string }
  requireVerifiedEmail: boolean
  /** Whether to show why a blocking function of the project refused. */
  showBlockingMessage: boolean
  tenant: {
    /** Initial tenant; null: the project's own accounts, or unknown yet. */
    id: string | null
    /** Tenants to choose from; may be empty. */
    choose: readonly { id: string; name: string }[]
    /** Email domain in lower case -> tenant. */
    byEmailDomain: Readonly<Record<string, string>>
  }
  /** The signed-in account; null: none, or not to be shown. `provider`: id of its sign-in method; null: unknown. */
  account: { name: string | null; email: string | null; provider: string | null } | null
  /** For the account page, which is in the same document; null: the login page. */
  accountPage: AccountPageConfig | null
  /** For the address `action`; null: an unknown link. */
  action: { mode: ActionMode } | null
  /** For the address `problem`. */
  problem: { code: string; reference: string | null } | null
  provider: {
    /** Browser key of the project; not a secret. */
    apiKey: string
    projectId: string
    /** Host that serves the federated sign-in helper. */
    authDomain: string
    /** Origin of the official emulator or the demo's stand-in; null: Google's own service. */
    emulatorUrl: string | null
    /** Whether the project requires reCAPTCHA Enterprise. */
    recaptcha: boolean
    /** App Check for all calls; null: none. `siteKey`: of reCAPTCHA Enterprise; null: by the debug token. */
    appCheck: { appId: string; siteKey: string | null; debugToken: string | null } | null
  }
  /** Name of a state of `previews.ts` to show without flows; null: the real page. */
  preview: string | null
}
