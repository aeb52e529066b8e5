/** An account of a test provider, without its password. */
export interface TestUser {
  uid: string
  email: string | null
  name: string | null
  tenantId: string | null
  disabled: boolean
  emailVerified: boolean
  hasPassword: boolean
  /** Kinds of second factors; signing in as this account skips them. */
  secondFactors: readonly ('totp' | 'sms')[]
}

/** An email listed instead of sent. `type`: as named by the provider, such as `PASSWORD_RESET`. */
export interface TestMail {
  email: string
  type: string
  link: string
}

/** A second factor code listed instead of sent. */
export interface TestCode {
  /** Phone number, or owner of the authenticator app. */
  recipient: string
  code: string
  /** Remaining validity; null if valid until used, or unknown. */
  validSeconds: number | null
}

/** Something to try in the demo, and the rule that applies. */
export interface TestExample {
  url: string
  title: string
  /** What to try, and the outcome. */
  text: string
  /** The rule as written in the config. */
  rule: string
}

/** Data that only a test provider exposes: accounts, and emails and codes, newest first. */
export interface TestProvider {
  /** Empty outside the demo. */
  examples: readonly TestExample[]
  /** Common password of all accounts with a password; null if unknown. */
  password: string | null
  /** Whether our own window replaces those of federated providers. */
  hasProviderWindow: boolean
  listUsers(): Promise<TestUser[]>
  listMails(): Promise<TestMail[]>
  listCodes(): Promise<TestCode[]>
}
