import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'

/**
 * Registers the official emulator's lists of unsent messages, for tools that read either; no key is needed.
 * https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-oob
 */
export function registerEmulatorListing(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'identityToolkit')
  const { projectId, accounts, mail } = deps
  const select = <Message extends { tenantId?: string }>(
    request: FastifyRequest,
    messages: Message[]
  ): Message[] => {
    const tenantId = textMember(request.params, 'tenant')
    if (textMember(request.params, 'project') !== projectId)
      throw new ProviderError(404, 'Project not found.')
    accounts.requireTenant(tenantId)
    return messages.filter((message) => message.tenantId === tenantId)
  }
  const prefix = '/emulator/v1/projects/:project'
  for (const pool of [prefix, `${prefix}/tenants/:tenant`]) {
    scope.get(`${pool}/oobCodes`, async (request) => ({ oobCodes: select(request, mail.list()) }))
    scope.get(`${pool}/verificationCodes`, async (request) => ({
      verificationCodes: select(request, mail.listTexts())
    }))
  }
}
