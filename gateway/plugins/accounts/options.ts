import { Option } from 'commander'
import { wrongUsage } from '../../src/commands/command-error.ts'
import { type Arguments, choiceOption } from '../../src/commands/command-line/command.ts'
import { RESERVED_CLAIMS } from '../../src/config/defaults.ts'
import { type AccountChanges, KEY_KINDS } from '../../src/identity-platform/accounts/account-fields.ts'

/** An option that is a whole number of at least 1; undefined if not given. */
export function readCount(args: Arguments, name: string): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
  throw wrongUsage(`--${name} takes a whole number of at least 1`)
}

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

/** Unreserved claims of id tokens. Accepted as custom claims, but applications could not tell who set them. */
export const STANDARD_CLAIMS: ReadonlySet<string> = new Set([
  'email',
  'email_verified',
  'name',
  'phone_number',
  'picture',
  'provider_id',
  'user_id'
])

/** Forbidden claim names, for help texts. */
export const FORBIDDEN_NAMES_TEXT = `Reserved by the provider: ${[...RESERVED_CLAIMS].join(', ')}.

Used by id tokens: ${[...STANDARD_CLAIMS].join(', ')}.`

/** When a change takes effect, for help texts and messages. */
export const CLAIMS_EFFECT_TEXT =
  'Sessions pick it up at their next refresh, within the hour, or at once by POST /_auth/refresh?force=1.'
