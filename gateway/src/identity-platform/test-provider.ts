import { isPlainObject, parseJsonObject } from '../config/json-object.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { ProviderHttp } from './client/http.ts'

const MOST_USERS = 50

/** A test account. Passwords are not part of it. */
export interface TestUser {
  uid: string
  email: string | null
  name: string | null
  tenantId: string | null
  disabled: boolean
  /** Does it have a second factor? Signing in as this account leaves that out. */
  secondFactor: boolean
}

/** A mail that was not sent: there is only a link to follow. `type`: the provider's word, such as `PASSWORD_RESET`. */
export interface TestMail {
  email: string
  type: string
  link: string
}

/** A text message that was not sent. */
export interface TestCode {
  phoneNumber: string
  code: string
}

/** What only a provider for tests gives away: its accounts, mails and codes, the newest of these first. */
export interface TestProvider {
  listUsers(): Promise<TestUser[]>
  listMails(): Promise<TestMail[]>
  listCodes(): Promise<TestCode[]>
}

export interface EmulatorOptions {
  http: Pick<ProviderHttp, 'send'>
  /** `host:port`. */
  host: string
  projectId: string
  /** Pools to look into; null: the project's own. */
  tenantIds: readonly (string | null)[]
  accountsOf(tenantId: string | null): Pick<Accounts, 'list'>
}

/**
 * The official emulator's lists. What cannot be read counts as empty: this is a help for developers.
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
      const answer = await http.send({ method: 'GET', url })
      const entries = answer.kind === 'answer' ? parseJsonObject(answer.text)?.[name] : undefined
      return Array.isArray(entries) ? entries.filter(isPlainObject).reverse() : []
    })
    return (await Promise.all(perPool)).flat()
  }

  async function listPool(tenantId: string | null): Promise<TestUser[]> {
    for await (const page of accountsOf(tenantId).list({ pageSize: MOST_USERS })) {
      if (page.kind === 'failed') return []
      return page.records.map((record) => ({
        uid: record.uid,
        email: record.email,
        name: record.displayName,
        tenantId,
        disabled: record.disabled,
        secondFactor: record.multiFactor.enrolledFactors.length > 0
      }))
    }
    return []
  }

  return {
    listUsers: async () => (await Promise.all(tenantIds.map(listPool))).flat(),
    listMails: async () =>
      (await list('oobCodes')).map(({ email, requestType, oobLink }) => ({
        email: String(email),
        type: String(requestType),
        link: String(oobLink)
      })),
    listCodes: async () =>
      (await list('verificationCodes')).map(({ phoneNumber, code }) => ({
        phoneNumber: String(phoneNumber),
        code: String(code)
      }))
  }
}
