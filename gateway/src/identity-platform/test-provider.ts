import { isPlainObject, parseJsonObject } from '../config/json-members.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { ProviderHttp } from './client/http.ts'

const MAX_USERS = 50

/** An account of a test provider, without its password. */
export interface TestUser {
  uid: string
  email: string | null
  name: string | null
  tenantId: string | null
  disabled: boolean
  emailVerified: boolean
  /** Can it sign in with a password? */
  hasPassword: boolean
  /** Kinds of its second factors; signing in as this account skips them. */
  secondFactors: readonly ('totp' | 'sms')[]
}

/** A mail that was listed in place of being sent. `type`: the provider's name for it, such as `PASSWORD_RESET`. */
export interface TestMail {
  email: string
  type: string
  link: string
}

/** A code of a second step, listed in place of being sent. */
export interface TestCode {
  /** Phone number, or whose authenticator app. */
  recipient: string
  code: string
  /** How long it stays the right one; null: until it is used, or not known. */
  validSeconds: number | null
}

/** Something to try in the demo, and the rule that decides there. */
export interface TestExample {
  url: string
  title: string
  /** What to try, and what happens. */
  text: string
  /** The rule as it is written in the configuration. */
  rule: string
}

/** What a test provider reveals and production never does: its accounts, and the mails and codes, newest first. */
export interface TestProvider {
  /** None where it stands beside applications that it does not know. */
  examples: readonly TestExample[]
  /** What all accounts that have a password have; null: nobody knows. */
  password: string | null
  /** Is there a window of ours in place of those of federated providers? */
  hasProviderWindow: boolean
  listUsers(): Promise<TestUser[]>
  listMails(): Promise<TestMail[]>
  listCodes(): Promise<TestCode[]>
}

/** Where the official emulator is and what is read from it. */
export interface EmulatorOptions {
  http: Pick<ProviderHttp, 'send'>
  /** `host:port`. */
  host: string
  projectId: string
  /** Tenants whose accounts and messages are listed; null: those of the project itself. */
  tenantIds: readonly (string | null)[]
  accountsOf(tenantId: string | null): Pick<Accounts, 'list'>
}

/**
 * The lists of the official emulator, for developers. A list that cannot be read is empty.
 * https://cloud.google.com/identity-platform/docs/reference/rest (emulator paths: `/emulator/v1/projects/…`)
 */
export function openEmulator({
  http,
  host,
  projectId,
  tenantIds,
  accountsOf
}: EmulatorOptions): TestProvider {
  async function list(name: 'oobCodes' | 'verificationCodes'): Promise<Record<string, unknown>[]> {
    const perPool = tenantIds.map(async (tenantId) => {
      const pool = tenantId === null ? '' : `/tenants/${encodeURIComponent(tenantId)}`
      const url = `http://${host}/emulator/v1/projects/${encodeURIComponent(projectId)}${pool}/${name}`
      const response = await http.send({ method: 'GET', url })
      const entries = response.kind === 'response' ? parseJsonObject(response.text)?.[name] : undefined
      return Array.isArray(entries) ? entries.filter(isPlainObject).reverse() : []
    })
    return (await Promise.all(perPool)).flat()
  }

  async function listPool(tenantId: string | null): Promise<TestUser[]> {
    for await (const page of accountsOf(tenantId).list({ pageSize: MAX_USERS })) {
      if (page.kind === 'failed') return []
      return page.records.map((record) => ({
        uid: record.uid,
        email: record.email,
        name: record.displayName,
        tenantId,
        disabled: record.disabled,
        emailVerified: record.emailVerified,
        hasPassword: record.providerData.some(({ providerId }) => providerId === 'password'),
        secondFactors: record.multiFactor.enrolledFactors.map(({ factorId }) =>
          factorId === 'phone' ? 'sms' : 'totp'
        )
      }))
    }
    return []
  }

  return {
    examples: [],
    password: null,
    hasProviderWindow: false,
    listUsers: async () => (await Promise.all(tenantIds.map(listPool))).flat(),
    listMails: async () =>
      (await list('oobCodes')).map(({ email, requestType, oobLink }) => ({
        email: String(email),
        type: String(requestType),
        link: String(oobLink)
      })),
    listCodes: async () =>
      (await list('verificationCodes')).map(({ phoneNumber, code }) => ({
        recipient: String(phoneNumber),
        code: String(code),
        validSeconds: null
      }))
  }
}
