import type { AccountPageConfig } from './account/contract.ts'
import type { Texts } from './lib/i18n.ts'

/** The screens that have an address of their own. */
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

/** Why the visitor sees the page, where a notice says so. */
export type Reason =
  | 'expired'
  | 'signed-out'
  | 'revoked'
  | 'step-up'
  | 'link-used'
  | 'js'
  /** Password or address, on the account page. */
  | 'changed'
  /** The account, by its owner. */
  | 'deleted'

/** What a link from a mail is for; the names are the provider's. */
export type ActionMode =
  | 'resetPassword'
  | 'verifyEmail'
  | 'recoverEmail'
  | 'verifyAndChangeEmail'
  | 'revertSecondFactorAddition'
  | 'signIn'

/** A federated provider, in the order of the buttons. */
export interface Provider {
  /** Such as `google.com`, `saml.acme`, `oidc.acme`. */
  id: string
  name: string
  /** Path of an icon on our origin; null: ours for the well-known ones, none for others. */
  iconSrc: string | null
  scopes: readonly string[]
  params: Readonly<Record<string, string>>
}

/** What a language decides. */
export type Language = Pick<PageConfig, 'locale' | 'direction' | 'texts'>

/**
 * What the gateway tells the page: as JSON in the block `gatehouse-config`, and to `renderPage` when it renders ahead.
 * Both sides are built together, so that the page does not check it again.
 */
export interface PageConfig {
  /** What the address asks for. */
  address: Address
  /** BCP 47. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Languages to switch to, the present one too, each named in itself. */
  locales: readonly { id: string; name: string }[]
  /** What may be seen before the visitor acts. */
  texts: Texts
  /** Path of the other texts, as JSON; null: there are no others. */
  laterTexts: string | null
  brand: { name: string; logo: { src: string; darkSrc: string | null } | null }
  /** `https:` or `mailto:` addresses. */
  links: {
    privacy: string | null
    terms: string | null
    help: string | null
    contact: string | null
  }
  /** Name of where the visitor wants to go, for "to continue to …". */
  destination: string | null
  /** Paths of the gateway, each with a leading slash. `drawer`: only where the provider is a test one. */
  paths: {
    login: string
    logout: string
    session: string
    refresh: string
    home: string
    /** Of the account page; null: there is none. */
    account: string | null
    drawer: string | null
  }
  /** What every address of the page carries so that the redirect target stays: empty or `?…`. */
  query: string
  /** What to open after sign-in, checked by the gateway: path and query, or a URL on one of `applicationOrigins`. */
  redirectTarget: string
  /** Other origins whose visitors sign in here. */
  applicationOrigins: readonly string[]
  reason: Reason | null
  /** Does the redirect target ask for a sign-in with a second factor? */
  secondFactor: boolean
  /** Are visitors asked whether the browser shall keep the session when it is closed? */
  remember: boolean
  /** Is the way marked that was used last on the visitor's device? */
  lastUsed: boolean
  methods: {
    password: boolean
    emailLink: boolean
    phone: boolean
    /** `autofill`: browsers offer them in the email field too. */
    passkey: 'off' | 'button' | 'autofill'
    signup: boolean
    askName: boolean
  }
  passkeys: {
    /** The one that the project must have; null: whatever it has. */
    relyingPartyId: string | null
    /** What ends the `autocomplete` of fields in which browsers suggest passkeys. */
    autoComplete: '' | ' webauthn'
    /** Is a visitor who signs in another way asked to add a passkey? */
    offer: boolean
  }
  providers: readonly Provider[]
  federated: {
    mode: 'redirect' | 'popup'
    /** May the page offer the other mode when this one does not work? */
    mayChange: boolean
    /** Path of the window that stands in for those of providers; null: they have their own. */
    standInWindow: string | null
  }
  mfa: { totp: 'off' | 'optional' | 'required'; sms: boolean; issuer: string }
  requireVerifiedEmail: boolean
  tenant: {
    /** Tenant to begin with; null: the project's own accounts, or not yet known. */
    id: string | null
    /** Tenants to choose from; empty: nothing to choose. */
    choose: readonly { id: string; name: string }[]
    /** Domain of an email address, in lower case -> tenant. */
    byEmailDomain: Readonly<Record<string, string>>
  }
  /** Who is signed in already; null: nobody, or it is not to be shown. `provider`: id of what they signed in with, null: not known. */
  account: { name: string | null; email: string | null; provider: string | null } | null
  /** For the account page, which is in the same document; null: the login page. */
  accountPage: AccountPageConfig | null
  /** For the address `action`; null: the link says nothing that we know. */
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
    /** Does the project ask for reCAPTCHA Enterprise? */
    recaptcha: boolean
  }
  /** True: the session call also carries the refresh token. */
  handover: boolean
  /** Name of a state of `previews.ts` to show without flows; null: the real page. */
  preview: string | null
}
