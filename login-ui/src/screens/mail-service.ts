interface MailService {
  name: string
  href: string
}

const gmail: MailService = { name: 'Gmail', href: 'https://mail.google.com/mail/u/0/' }
const outlook: MailService = { name: 'Outlook', href: 'https://outlook.live.com/mail/' }
const yahoo: MailService = { name: 'Yahoo Mail', href: 'https://mail.yahoo.com/' }
const icloud: MailService = { name: 'iCloud Mail', href: 'https://www.icloud.com/mail' }
const proton: MailService = { name: 'Proton Mail', href: 'https://mail.proton.me/' }

/** Only whole domains: similar ones belong to somebody else. */
const services: ReadonlyMap<string, MailService> = new Map([
  ['gmail.com', gmail],
  ['googlemail.com', gmail],
  ['outlook.com', outlook],
  ['hotmail.com', outlook],
  ['live.com', outlook],
  ['msn.com', outlook],
  ['yahoo.com', yahoo],
  ['icloud.com', icloud],
  ['me.com', icloud],
  ['mac.com', icloud],
  ['proton.me', proton],
  ['protonmail.com', proton]
])

/** Gives the service where mail to `email` is read; null: not one of the well-known ones. */
export function mailServiceOf(email: string): MailService | null {
  return services.get(email.slice(email.lastIndexOf('@') + 1).toLowerCase()) ?? null
}
