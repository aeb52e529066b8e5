import type { BlockingFunctions } from './project/blocking-functions.ts'

/** What an administrator has set for passkeys, of the project or of a tenant. */
export interface PasskeyConfig {
  /** Host name that passkeys belong to; it never changes. */
  rpId: string
  /** At least one. */
  expectedOrigins: readonly string[]
}

/** `AUDIT`: tokens are checked, no call is refused; `ENFORCE`: calls without a valid token are refused. */
export type RecaptchaState = 'OFF' | 'AUDIT' | 'ENFORCE'

/** What an administrator of the project decides. Tests may assign new values while the provider runs. */
export interface ProviderSettings {
  /** Seconds in the certificates' `cache-control`; null leaves the header out. Default 21600. */
  certificatesMaxAgeSeconds: number | null
  /** A refresh hands out a new refresh token; the old one stays valid, as in production. Default false. */
  rotateRefreshTokens: boolean
  /** Every caller has `iam.serviceAccounts.signBlob` on the service account; without it signBlob is a 403. Default true. */
  serviceAccountMaySign: boolean
  /** The same for `iam.serviceAccounts.getAccessToken` and generateAccessToken. Default true. */
  serviceAccountMayBeImpersonated: boolean
  /** The same for `iam.serviceAccounts.getOpenIdToken` and generateIdToken. Default true. */
  serviceAccountMayMakeIdTokens: boolean
  /** Federated providers that sign-ins can begin with, such as `google.com`. Default none. */
  federatedProviders: readonly string[]
  /** What the project and its tenants have switched on, as `v2/…/config` tells it. Default: `password` alone. */
  switchedOn: readonly ('password' | 'emailLink' | 'phone' | 'anonymous' | 'totp' | 'sms')[]
  /** Passkeys of the project; null: not enabled. Default null. */
  passkeys: PasskeyConfig | null
  /** Those of tenants, by their ids; the others have the project's. Default none. */
  tenantPasskeys: Readonly<Record<string, PasskeyConfig>>
  /** Visitors may delete their accounts: `client.permissions.disabledUserDeletion` is off. Default true. */
  allowsDeletion: boolean
  /** How many passkeys an account may have. Default 10. */
  maxPasskeys: number
  /** Does the project have a key of reCAPTCHA Enterprise for browsers? Default true. */
  hasRecaptchaKey: boolean
  /** What reCAPTCHA Enterprise does for sign-ins with email, and for text messages. Default `OFF`, `OFF`. */
  recaptcha: Readonly<{ email: RecaptchaState; phone: RecaptchaState }>
  /** Functions that sign-ins, new accounts and messages run. Default none. */
  blockingFunctions: BlockingFunctions
  /** Base of their addresses, which the stand-in does not call. Default: one that leads to nothing. */
  functionUrl: string
  /** Apps registered with App Check, by their ids, and whether it is enforced for Authentication. Default: none, and not. */
  appCheck: Readonly<{ apps: readonly string[]; isEnforced: boolean }>
  /** Back to the defaults. */
  reset(): void
}

const DEFAULTS: Omit<ProviderSettings, 'reset'> = {
  certificatesMaxAgeSeconds: 21600,
  rotateRefreshTokens: false,
  serviceAccountMaySign: true,
  serviceAccountMayBeImpersonated: true,
  serviceAccountMayMakeIdTokens: true,
  federatedProviders: [],
  switchedOn: ['password'],
  passkeys: null,
  tenantPasskeys: {},
  allowsDeletion: true,
  maxPasskeys: 10,
  hasRecaptchaKey: true,
  recaptcha: { email: 'OFF', phone: 'OFF' },
  blockingFunctions: {},
  functionUrl: 'https://functions.invalid',
  appCheck: { apps: [], isEnforced: false }
}

/** Settings of a new project. */
export function createSettings(): ProviderSettings {
  const settings: ProviderSettings = { ...DEFAULTS, reset: () => void Object.assign(settings, DEFAULTS) }
  return settings
}
