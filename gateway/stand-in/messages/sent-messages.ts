import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SmsCodes } from '../second-factors/sms-codes.ts'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { dropUndefined, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { ACTION_MODES, type ActionCode, type ActionCodes } from './action-codes.ts'

/** Where the link of a mail leads: the page that takes it, without a query. */
interface LinkTarget {
  actionUrl: () => string
  apiKey: string
}

function buildLink(code: ActionCode, { actionUrl, apiKey }: LinkTarget): string {
  const { requestType, oobCode, continueUrl, tenantId } = code
  const url = new URL(actionUrl())
  const query = { mode: ACTION_MODES[requestType], lang: 'en', oobCode, apiKey, continueUrl, tenantId }
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/**
 * The mails and text messages that the stand-in lists in place of sending them, as the official emulator does: of all pools,
 * newest last, the latest 50 of each; one is removed when its code is used.
 */
export function openMessages(codes: ActionCodes, smsCodes: SmsCodes, target: LinkTarget) {
  return {
    /** Mails. */
    list: () =>
      codes.list().map((code) => {
        const { email, newEmail, oobCode, requestType, tenantId } = code
        const oobLink = buildLink(code, target)
        return { email, oobCode, oobLink, requestType, ...dropUndefined({ newEmail, tenantId }) }
      }),
    /** Text messages. */
    listTexts: () =>
      smsCodes.list().map(({ phoneNumber, sessionInfo, code, account }) => {
        const tenantId = account?.tenantId
        return { phoneNumber, sessionInfo, code, ...dropUndefined({ tenantId }) }
      })
  }
}

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
