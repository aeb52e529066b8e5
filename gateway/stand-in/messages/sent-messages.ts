import type { SmsCodes } from '../second-factors/sms-codes.ts'
import { dropUndefined } from '../server/fields.ts'
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
