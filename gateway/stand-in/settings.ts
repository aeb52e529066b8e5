/** What triggers a blocking function, by the names of the project's configuration. */
export type BlockingEvent = 'beforeCreate' | 'beforeSignIn' | 'beforeSendEmail' | 'beforeSendSms'

/** What a blocking function does when it is called. */
export type BlockingFunction =
  /** Throws an `HttpsError`. `status`: its name, by default `PERMISSION_DENIED`. */
  | { kind: 'refuse'; message: string; status?: string }
  /** Sets claims: of the account, which stay, and of this sign-in. */
  | { kind: 'set'; customClaims?: Record<string, unknown>; sessionClaims?: Record<string, unknown> }
  /** Does not answer within 7 seconds; the stand-in does not wait for that. */
  | { kind: 'hang' }

/** Functions by their events. */
export type BlockingFunctions = Readonly<Partial<Record<BlockingEvent, BlockingFunction>>>

/** What an administrator has set for passkeys, of the project or of a tenant. */
export interface PasskeyConfig {
  /** Host name that passkeys belong to; it never changes. */
  rpId: string
  /** At least one. */
  expectedOrigins: readonly string[]
}

/** `AUDIT`: tokens are checked, no call is refused; `ENFORCE`: calls without a valid token are refused. */
export type RecaptchaState = 'OFF' | 'AUDIT' | 'ENFORCE'

/** A way to sign in, or a second factor, that an administrator can switch on. */
type Switch = 'password' | 'emailLink' | 'phone' | 'anonymous' | 'totp' | 'sms'

const DEFAULTS = {
  /** Seconds in the certificates' `cache-control`; null omits the header. */
  certificatesMaxAgeSeconds: 21600 as number | null,
  /** A refresh hands out a new refresh token; the old one stays valid, as in production. */
  rotateRefreshTokens: false,
  /** Every caller has `iam.serviceAccounts.signBlob` on the service account; without it signBlob is a 403. */
  serviceAccountMaySign: true,
  /** The same for `iam.serviceAccounts.getAccessToken` and generateAccessToken. */
  serviceAccountMayBeImpersonated: true,
  /** The same for `iam.serviceAccounts.getOpenIdToken` and generateIdToken. */
  serviceAccountMayMakeIdTokens: true,
  /** Federated providers that sign-ins can begin with, such as `google.com`. */
  federatedProviders: [] as readonly string[],
  /** What the project and its tenants have switched on, as `v2/…/config` shows it. */
  switchedOn: ['password'] as readonly Switch[],
  /** Passkeys of the project; null: not enabled. */
  passkeys: null as PasskeyConfig | null,
  /** Those of tenants, by their ids; the others have the project's. */
  tenantPasskeys: {} as Readonly<Record<string, PasskeyConfig>>,
  /** Visitors may delete their accounts: `client.permissions.disabledUserDeletion` is off. */
  allowsDeletion: true,
  /** How many passkeys an account may have. */
  maxPasskeys: 10,
  /** Whether the project has a key of reCAPTCHA Enterprise for browsers. */
  hasRecaptchaKey: true,
  /** What reCAPTCHA Enterprise does for sign-ins with email, and for text messages. */
  recaptcha: { email: 'OFF', phone: 'OFF' } as Readonly<Record<'email' | 'phone', RecaptchaState>>,
  /** Functions that sign-ins, new accounts and messages run. */
  blockingFunctions: {} as BlockingFunctions,
  /** Base of their addresses, which the stand-in does not call. */
  functionUrl: 'https://functions.invalid',
  /** Apps registered with App Check, by their ids, and whether it is enforced for Authentication. */
  appCheck: { apps: [] as readonly string[], isEnforced: false }
}

/** What an administrator of the project decides. Tests may assign new values while the provider runs; `reset` restores the defaults. */
export type ProviderSettings = typeof DEFAULTS & { reset(): void }

/** Settings of a new project. */
export function createSettings(): ProviderSettings {
  const settings: ProviderSettings = { ...DEFAULTS, reset: () => void Object.assign(settings, DEFAULTS) }
  return settings
}
