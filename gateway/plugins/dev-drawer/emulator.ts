import { isPlainObject, parseJsonObject } from '../../src/config/json-members.ts'
import type { IdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import type { TestProvider, TestUser } from '../../src/identity-platform/test-provider.ts'

const MAX_USERS = 50

/**
 * Lists data of the official emulator, for developers. Unreadable lists are empty.
 * https://cloud.google.com/identity-platform/docs/reference/rest (emulator paths: `/emulator/v1/projects/…`)
 */
export function openEmulator(
  { connection, accountsOf }: Pick<IdentityPlatform, 'connection' | 'accountsOf'>,
  /** `host:port`. */
  host: string,
  /** Tenants to list; null is the project itself. */
  tenantIds: readonly (string | null)[]
): TestProvider {
  const { http, projectId } = connection

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
