import { askAsOwner, poolPath } from '../../doubles/provider-call.ts'
import { until } from '../../emulator-process.ts'

const MAIL_TIMEOUT_MS = 8000

/** What a mail is for; the names are the provider's. */
export type MailType =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'EMAIL_SIGNIN'
  | 'RECOVER_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'

export interface Mail {
  type: string
  email: string
  code: string
  /** Query of the link, with `?`: the same for the emulator's page and for ours. */
  search: string
}

/** Mails that the emulator would have sent to this address and whose codes are not used up, the newest last. */
export async function readMails(emulatorHost: string, email: string, tenantId?: string): Promise<Mail[]> {
  const { oobCodes } = await askAsOwner(emulatorHost, `/emulator/v1/${poolPath(tenantId)}/oobCodes`)
  const entries: unknown[] = Array.isArray(oobCodes) ? oobCodes : []
  return entries
    .map((entry) => {
      const { requestType, email: to, oobCode, oobLink } = Object(entry)
      return {
        type: String(requestType),
        email: String(to),
        code: String(oobCode),
        search: new URL(oobLink).search
      }
    })
    .filter((mail) => mail.email === email)
}

/** The newest mail of a kind; waits until there is one. */
export async function waitForMail(
  emulatorHost: string,
  email: string,
  type: MailType,
  tenantId?: string
): Promise<Mail> {
  let mail: Mail | undefined
  const came = await until(async () => {
    mail = (await readMails(emulatorHost, email, tenantId)).findLast((sent) => sent.type === type)
    return mail !== undefined
  }, MAIL_TIMEOUT_MS)
  if (!came || mail === undefined) throw new Error(`no ${type} was sent to ${email}`)
  return mail
}

/** Has the provider make the link of a mail in the name of the project, as an application's server would. */
export async function makeLink(
  emulatorHost: string,
  type: MailType,
  details: Record<string, unknown>
): Promise<Mail> {
  const path = `/identitytoolkit.googleapis.com/v1/${poolPath(undefined)}/accounts:sendOobCode`
  const response = await askAsOwner(emulatorHost, path, {
    requestType: type,
    returnOobLink: true,
    ...details
  })
  const { email, oobCode, oobLink } = response
  return { type, email: String(email), code: String(oobCode), search: new URL(String(oobLink)).search }
}
