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

/**
 * Lists data of the official emulator, for developers. Unreadable lists are empty.
 * https://cloud.google.com/identity-platform/docs/reference/rest (emulator paths: `/emulator/v1/projects/…`)
 */
export function openEmulator(options: {
  http: Pick<ProviderHttp, 'send'>
  /** `host:port`. */
  host: string
  projectId: string
  /** Tenants to list; null is the project itself. */
  tenantIds: readonly (string | null)[]
  accountsOf(tenantId: string | null): Pick<Accounts, 'listPage'>
}): TestProvider {
  const { http, host, projectId, tenantIds, accountsOf } = options

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
    const page = await accountsOf(tenantId).listPage(MAX_USERS, null)
    if (page.kind === 'failed') return []
    return page.records.map(({ uid, email, displayName: name, disabled, emailVerified, ...record }) => ({
      ...{ uid, email, name, tenantId, disabled, emailVerified },
      hasPassword: record.providerData.some(({ providerId }) => providerId === 'password'),
      secondFactors: record.multiFactor.enrolledFactors.map(({ factorId }) =>
        factorId === 'phone' ? 'sms' : 'totp'
      )
    }))
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
