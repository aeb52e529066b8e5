import { Option } from 'commander'
import type { AccountChanges } from '../../identity-platform/accounts/account-fields.ts'
import { KEY_KINDS } from '../../identity-platform/accounts/account-key.ts'
import { wrongUsage } from '../command-error.ts'

/** Values of `users import --on-existing`: how to handle a line whose uid exists. */
export const EXISTING_POLICIES = ['skip', 'update', 'fail'] as const

export type ExistingPolicy = (typeof EXISTING_POLICIES)[number]

/** Address of the proxy in `demo --forward-auth`, as in `deploy/forward-auth`. */
export const DEMO_PROXY_URL = 'http://localhost:8000'

/** An option with fixed values. Commander's `choices` would print a wrong value, which may be a secret. */
export function choiceOption(flag: string, choices: readonly string[], about: string): Option {
  return new Option(`${flag} <${choices.join('|')}>`, about).argParser((text) => {
    if (choices.includes(text)) return text
    throw wrongUsage(`${flag}: must be one of: ${choices.join(', ')}`)
  })
}

/** A repeatable option. */
export function repeatableOption(flags: string, about: string): Option {
  return new Option(flags, about).argParser((text, before: readonly string[] = []) => [...before, text])
}

export const CONFIG = new Option(
  '-c, --config <FILE>',
  'configuration (YAML or JSON); GATEHOUSE_… variables override it'
)

export const JSON_LINES = new Option('--json', 'print JSON, one object per line')

export const YES = new Option('-y, --yes', 'do not ask')

export const BY = choiceOption('--by', KEY_KINDS, 'kind of <user>, if its form is ambiguous')

/** Options that select the tenant of an account. */
export const IN_TENANT: readonly Option[] = [
  new Option('--tenant <ID>', 'tenant (default: identityPlatform.tenantId)'),
  new Option('--no-tenant', "the project's own accounts, whatever the configuration says")
]

/** Options for account fields. */
export const PROFILE: readonly Option[] = [
  new Option('--email <ADDRESS>', 'email address'),
  new Option('--email-verified', 'the address is verified'),
  new Option('--no-email-verified', 'the address is not verified'),
  new Option('--display-name <TEXT>', 'name'),
  new Option('--photo-url <URL>', 'picture'),
  new Option('--phone <NUMBER>', 'phone number, such as +15555550100'),
  new Option('--disabled', 'cannot sign in'),
  new Option('--no-disabled', 'can sign in'),
  new Option('--password-stdin', 'read the password from standard input (prompts at a terminal)'),
  new Option('--password-file <FILE>', 'read the password from a file'),
  // Always rejected; declared so that no other option takes the value.
  new Option('--password [value]')
    .hideHelp()
    .preset('')
    .argParser(() => {
      throw wrongUsage(
        '--password: anyone on this machine could read it in the process list; use --password-stdin or --password-file'
      )
    })
]

/** Values of `users update --clear`: word -> the options that set the same field, and the change. */
export const CLEARABLE: Readonly<Record<string, { setBy: readonly string[]; change: AccountChanges }>> = {
  email: { setBy: ['email'], change: { email: null } },
  'display-name': { setBy: ['display-name'], change: { displayName: null } },
  'photo-url': { setBy: ['photo-url'], change: { photoURL: null } },
  phone: { setBy: ['phone'], change: { phoneNumber: null } },
  password: { setBy: ['password-stdin', 'password-file'], change: { password: null } },
  claims: { setBy: ['claims'], change: { customClaims: null } },
  'second-factors': { setBy: [], change: { secondFactors: null } }
}
