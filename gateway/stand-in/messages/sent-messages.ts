import type { SmsCode, SmsCodes } from '../second-factors/sms-codes.ts'
import { ACTION_MODES, type ActionCode, type ActionCodes, type ActionType } from './action-codes.ts'

/** A mail whose link has an unused code, as the official emulator lists it. */
export interface ActionMail {
  email: string
  /** Of VERIFY_AND_CHANGE_EMAIL and RECOVER_EMAIL. */
  newEmail?: string
  oobCode: string
  oobLink: string
  requestType: ActionType
  tenantId?: string
}

/** A text message with an unused code, as the official emulator lists it. */
export interface TextMessage {
  phoneNumber: string
  sessionInfo: string
  code: string
  tenantId?: string
}

/** The mails and text messages that the stand-in lists in place of sending them, of all pools, newest last; the latest 50 of each. */
export interface SentMessages {
  /** Mails; one is removed when its code is used. */
  list(): ActionMail[]
  /** Text messages; one is removed when its code is used. */
  listTexts(): TextMessage[]
}

/** How links are made. */
export interface LinkRules {
  /** Address of the page that takes the link, without a query. */
  actionUrl: () => string
  apiKey: string
}

/** Dependencies of the messages. */
export interface MailDeps {
  codes: ActionCodes
  smsCodes: SmsCodes
  links: LinkRules
}

function buildLink(code: ActionCode, { actionUrl, apiKey }: LinkRules): string {
  const { requestType, oobCode, continueUrl, tenantId } = code
  const url = new URL(actionUrl())
  url.searchParams.set('mode', ACTION_MODES[requestType])
  url.searchParams.set('lang', 'en')
  url.searchParams.set('oobCode', oobCode)
  url.searchParams.set('apiKey', apiKey)
  if (continueUrl !== undefined) url.searchParams.set('continueUrl', continueUrl)
  if (tenantId !== undefined) url.searchParams.set('tenantId', tenantId)
  return url.href
}

function describeMail(code: ActionCode, links: LinkRules): ActionMail {
  const { email, newEmail, oobCode, requestType, tenantId } = code
  return {
    email,
    ...(newEmail !== undefined && { newEmail }),
    oobCode,
    oobLink: buildLink(code, links),
    requestType,
    ...(tenantId !== undefined && { tenantId })
  }
}

function describeText({ phoneNumber, sessionInfo, code, account }: SmsCode): TextMessage {
  const tenantId = account?.tenantId
  return { phoneNumber, sessionInfo, code, ...(tenantId !== undefined && { tenantId }) }
}

/** Opens the messages for reading; reading changes nothing. */
export function openMessages({ codes, smsCodes, links }: MailDeps): SentMessages {
  return {
    list: () => codes.list().map((code) => describeMail(code, links)),
    listTexts: () => smsCodes.list().map(describeText)
  }
}
