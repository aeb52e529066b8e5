import { Option } from 'commander'
import { wrongUsage } from '../../src/commands/command-error.ts'
import { choiceOption } from '../../src/commands/command-line/command.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { RESERVED_CLAIMS } from '../../src/config/defaults.ts'
import { checkKey, KEY_KINDS } from '../../src/identity-platform/accounts/accounts.ts'
import type { Problem } from '../../src/problem.ts'

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

/** A field of an account, and how the provider's `accounts:update` writes and clears it. */
interface Field {
  /** The problem of a text from the command line; null if valid. Default: any is. */
  check?: (text: string) => Problem | null
  /** Its name there; default: the same. */
  name?: string
  /** What `users update --clear` calls it. */
  word?: string
  /** Members of the call that clear it; lists are joined. */
  cleared?: Readonly<Record<string, unknown>>
}

/** By the names that the commands print in JSON. */
const FIELDS = {
  email: {
    check: (text) => checkKey({ email: text }),
    word: 'email',
    cleared: { deleteAttribute: ['EMAIL'] }
  },
  emailVerified: {},
  displayName: {
    check: unless((text) => text !== '', 'displayName', 'must be a text that is not empty'),
    word: 'display-name',
    cleared: { deleteAttribute: ['DISPLAY_NAME'] }
  },
  photoURL: {
    check: unless(
      (text) => /^https?:/i.test(text) && parseUrl(text) !== null,
      'photoURL',
      'must be an http or https URL'
    ),
    name: 'photoUrl',
    word: 'photo-url',
    cleared: { deleteAttribute: ['PHOTO_URL'] }
  },
  phoneNumber: {
    check: (text) => checkKey({ phoneNumber: text }),
    word: 'phone',
    cleared: { deleteProvider: ['phone'] }
  },
  disabled: { name: 'disableUser' },
  password: {
    check: unless((text) => text.length >= 6, 'password', 'must have at least 6 characters'),
    word: 'password',
    cleared: { deleteAttribute: ['PASSWORD'] }
  },
  customClaims: { name: 'customAttributes', word: 'claims', cleared: { customAttributes: '{}' } },
  secondFactors: { word: 'second-factors', cleared: { mfa: { enrollments: [] } } },
  removePasskeys: { name: 'deletePasskey' }
} satisfies Record<string, Field>

type FieldName = keyof typeof FIELDS

/** New values of fields. Omitted ones stay unchanged, null clears; `customClaims` replaces all of them. */
export type Changes = { [Name in FieldName]?: unknown }

const ROWS = Object.entries<Field>(FIELDS) as [FieldName, Field][]

/** Words of `users update --clear` -> the field. */
export const CLEARABLE = new Map(
  ROWS.flatMap(([name, { word }]) => (word === undefined ? [] : [[word, name]]))
)

function unless(isValid: (text: string) => boolean, path: string, message: string) {
  return (text: string): Problem | null => (isValid(text) ? null : { path, message, hint: '' })
}

/** The first problem of the values; null if all are valid. */
export function checkChanges(changes: Changes): Problem | null {
  for (const [name, { check }] of ROWS) {
    const value = changes[name]
    const problem = typeof value === 'string' ? check?.(value) : null
    if (problem != null) return problem
  }
  return null
}

/** The members of `accounts:update` for changes. */
export function buildChanges(changes: Changes): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [field, { name = field, cleared = {} }] of ROWS) {
    const value = changes[field]
    if (value === null) for (const [key, item] of Object.entries(cleared)) body[key] = join(body[key], item)
    else if (value !== undefined) body[name] = field === 'customClaims' ? JSON.stringify(value) : value
  }
  return body
}

function join(former: unknown, item: unknown): unknown {
  return Array.isArray(former) && Array.isArray(item) ? [...former, ...item] : item
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
