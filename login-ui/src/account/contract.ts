/** All pages that a configuration can offer. */
export const accountPages = [
  'overview',
  'password',
  'email',
  'second-step',
  'passkeys',
  'providers',
  'sessions',
  'applications',
  'delete'
] as const

export type AccountPageName = (typeof accountPages)[number]

/** An account as its owner sees it: the body of `GET /_auth/account`. Times in epoch seconds; null: unknown, or never. */
export interface OwnAccount {
  uid: string
  email: string | null
  emailVerified: boolean
  name: string | null
  /** An https address. Not shown: the page's CSP allows no external pictures. */
  picture: string | null
  /** Masked except for its end. */
  phone: string | null
  /** Null: the project's own accounts. */
  tenant: string | null
  createdAt: number | null
  lastSignInAt: number | null
  passwordChangedAt: number | null
  /** Sign-in methods. `email`: at that provider, if it differs from the account's. */
  providers: readonly { id: string; email?: string }[]
  factors: readonly Factor[]
  passkeys: readonly { id: string; name: string | null }[]
  session: { startedAt: number; provider: string | null; secondFactor: string | null }
  may: AccountPermissions
}

/** The part of the account that a proof and the changes need. */
export type Owner = Pick<OwnAccount, 'uid' | 'email' | 'tenant' | 'providers' | 'passkeys'>

/** A second factor of an account. */
export interface Factor {
  id: string
  kind: 'totp' | 'sms'
  /** Given by the visitor; null: none. */
  name: string | null
  /** The phone number, masked except for its end; null: none. */
  hint: string | null
  /** Epoch seconds; null: unknown. */
  enrolledAt: number | null
}

/** The account's sessions at this gateway: the body of `GET /_auth/account/sessions`. */
export interface OwnSessions {
  /** `gateway`: only those begun at this one since its start; others may be open too. */
  known: 'all' | 'gateway'
  /** The one that looks first, then by their last use. */
  sessions: readonly OwnSession[]
}

/** Times in epoch seconds; null: unknown. */
export interface OwnSession {
  id: string
  current: boolean
  /** Proper names. */
  browser: string | null
  system: string | null
  kind: 'computer' | 'phone' | 'tablet' | null
  /** Without its last part. */
  address: string | null
  application: string | null
  startedAt: number
  /** It was in use then or up to an hour later. */
  usedAt: number
  /** Whether the account had not been used on this device before. */
  newDevice: boolean
  /** Whether it is bound to its device, so that a copy of its cookies is of no use. */
  deviceBound: boolean
}

/** Applications that may use the account: the body of `GET /_auth/account/applications`, the newest first. */
export interface ConnectedApplications {
  /** How long the access tokens of an ended one still pass, at most. */
  endWithinSeconds: number
  applications: readonly ConnectedApplication[]
}

export interface ConnectedApplication {
  id: string
  /** As it calls itself, or as the operator calls it. */
  name: string
  /** The host that its description comes from; null: it is of the configuration. */
  publisher: string | null
  /** What it may do, in words. */
  scopes: readonly string[]
  /** Epoch seconds. */
  since: number
  /** When it last got a token, to the hour; epoch seconds. */
  usedAt: number
}

/** Changes that the page offers. */
export interface AccountPermissions {
  name: boolean
  password: boolean
  email: boolean
  /** Ids of those that can be connected and disconnected. */
  providers: readonly string[]
  totp: boolean
  sms: boolean
  passkeys: boolean
  sessions: boolean
  applications: boolean
  export: boolean
  delete: boolean
}

/** The gateway's input for the account page, in addition to the login page's. */
export interface AccountPageConfig {
  page: AccountPageName
  /** All pages that the configuration offers. */
  pages: readonly AccountPageName[]
  account: OwnAccount
  /** Path of the gateway's account endpoint. */
  endpoint: string
  /** Whether the gateway can end all sign-ins of the account. */
  everywhere: boolean
  /** Maximum time until other devices are signed out, in seconds. */
  othersEndWithinSeconds: number
}

export type AccountOwner = Pick<OwnAccount, 'uid' | 'tenant'>

/** The same uid in another tenant is a different account. */
export function isSameOwner(a: AccountOwner, b: AccountOwner): boolean {
  return a.uid === b.uid && a.tenant === b.tenant
}
