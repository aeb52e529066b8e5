import { ACCOUNT_EXIT_CODES } from './account-commands.ts'
import type { CommandSpec, GroupSpec } from './command.ts'
import { ACCOUNT_OPTIONS, BY_OPTION, JSON_OPTION, YES_OPTION } from './options.ts'

/** Above the commands for passkeys. */
export const PASSKEY_GROUP: GroupSpec = {
  name: 'users passkeys',
  summary: 'take passkeys of an account away',
  details: '`users get` lists them.'
}

/** Commands for the passkeys of accounts. */
export const PASSKEY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'users passkeys remove',
    words: '<user> [id]',
    summary: 'take a passkey of an account away, such as that of a lost device; asks first',
    details: `<id> is as users get shows it; the first six characters suffice. For one that begins with a dash write + in
its place, or -- before it. Sessions go on: end them with users revoke.`,
    options: [
      { name: 'all', about: 'all passkeys of the account' },
      BY_OPTION,
      JSON_OPTION,
      YES_OPTION,
      ...ACCOUNT_OPTIONS
    ],
    examples: [
      'users passkeys remove bob@example.com 16STq2Lx',
      'users passkeys remove bob@example.com --all'
    ],
    exitCodes: { ...ACCOUNT_EXIT_CODES, 3: 'no such user or passkey', 4: 'not confirmed' },
    load: async () => (await import('../users/passkeys.ts')).removePasskeys
  }
]
