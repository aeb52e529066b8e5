import { KEY_KINDS } from '../../identity-platform/accounts/account-key.ts'
import type { OptionSpec } from './command.ts'

/** What `users import --on-existing` takes: what to do with a line whose uid exists. */
export const EXISTING_POLICIES = ['skip', 'update', 'fail'] as const

export type ExistingPolicy = (typeof EXISTING_POLICIES)[number]

/** Address of the proxy in `demo --forward-auth`, as the files in `deploy/forward-auth` have it. */
export const DEMO_PROXY_URL = 'http://localhost:8000'

/** The configuration that a command reads. */
export const CONFIG_OPTION: OptionSpec = {
  name: 'config',
  short: 'c',
  value: 'FILE',
  about: 'configuration (YAML or JSON); GATEHOUSE_… variables override it'
}

export const JSON_OPTION: OptionSpec = { name: 'json', about: 'print JSON, one object a line' }

export const YES_OPTION: OptionSpec = { name: 'yes', short: 'y', about: 'do not ask' }

export const BY_OPTION: OptionSpec = {
  name: 'by',
  choices: KEY_KINDS,
  about: 'what <user> is, where it cannot be told from its form'
}

/** Options that say in which pool an account is. */
export const TENANT_OPTIONS: readonly OptionSpec[] = [
  { name: 'tenant', value: 'ID', about: 'tenant (default: identityPlatform.tenantId)' },
  { name: 'no-tenant', about: "the project's own accounts, whatever the configuration says" }
]

/** Options that every command on accounts takes. */
export const ACCOUNT_OPTIONS: readonly OptionSpec[] = [
  { ...CONFIG_OPTION, about: 'configuration; identityPlatform and audit alone are read' },
  ...TENANT_OPTIONS
]

/** Options that say what an account is like. */
export const PROFILE_OPTIONS: readonly OptionSpec[] = [
  { name: 'email', value: 'ADDRESS', about: 'email address' },
  {
    name: 'email-verified',
    about: 'the address is known to be theirs',
    aboutNegated: 'the address is not known to be theirs'
  },
  { name: 'display-name', value: 'TEXT', about: 'name' },
  { name: 'photo-url', value: 'URL', about: 'picture' },
  { name: 'phone', value: 'NUMBER', about: 'phone number, such as +15555550100' },
  { name: 'disabled', about: 'cannot sign in', aboutNegated: 'can sign in' },
  { name: 'password-stdin', about: 'read the password from standard input (asked for at a terminal)' },
  { name: 'password-file', value: 'FILE', about: 'read the password from a file' },
  {
    name: 'password',
    about: '',
    refusal:
      'everybody on this machine could read it in the list of processes; use --password-stdin or --password-file'
  }
]
