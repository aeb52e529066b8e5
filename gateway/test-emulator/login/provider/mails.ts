import { askAsOwner, poolPath } from '../../doubles/provider-call.ts'
import { until } from '../../emulator-process.ts'

const MAIL_TIMEOUT_MS = 20_000

/** The purpose of a mail, with the names of the provider. */
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
  /** Query of the link, with `?`: the same for the page of the emulator and the login page. */
  search: string
}

/** Mails that the emulator would have sent to this email and whose codes are unused, latest last. */
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

/** The latest mail of a kind; waits until there is one. */
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

/** Creates the link of a mail on behalf of the project, as the server of an application would. */
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
