import { CLAIMS_EFFECT_TEXT, FORBIDDEN_NAMES_TEXT } from '../users/claims/claim-checks.ts'
import { CLEARABLE } from '../users/clearable.ts'
import type { CommandSpec, GroupSpec } from './command.ts'
import {
  ACCOUNT_OPTIONS,
  BY_OPTION,
  CONFIG_OPTION,
  EXISTING_POLICIES,
  JSON_OPTION,
  PROFILE_OPTIONS,
  TENANT_OPTIONS,
  YES_OPTION
} from './options.ts'

const USER_TEXT = `<user> is a uid, or an email address if it contains @, or a phone number if it is + and digits; --by
overrides that. Every command here takes --config, --tenant and --no-tenant; options come after the subcommand.`

/** What the exit codes of every such command mean. */
export const ACCOUNT_EXIT_CODES = {
  0: 'done',
  1: 'the provider could not be reached or refused, or a file could not be written',
  2: 'wrong usage, configuration or argument',
  130: 'interrupted'
} as const
const NOT_FOUND = { 3: 'no such user' } as const
const NOT_CONFIRMED = { 4: 'not confirmed' } as const

/** Words that several of these commands begin with. */
export const ACCOUNT_GROUPS: readonly GroupSpec[] = [
  { name: 'users', summary: 'manage accounts', details: USER_TEXT },
  { name: 'users claims', summary: 'read and change the custom claims of an account', details: USER_TEXT },
  { name: 'sessions', summary: 'see and end sessions', details: USER_TEXT }
]

const READING: readonly CommandSpec[] = [
  {
    name: 'users list',
    words: '',
    summary: 'list accounts: a table, or --json, or --csv',
    details: `Filters are applied here: the provider knows none, so all accounts are read until --limit is reached. CSV
cells that a spreadsheet would take for a formula (phone numbers too) begin with an apostrophe.`,
    options: [
      { ...JSON_OPTION, about: 'one JSON object a line' },
      { name: 'csv', about: 'CSV with a header' },
      { name: 'limit', value: 'N', about: 'print at most N accounts' },
      { name: 'disabled', about: 'only disabled accounts', aboutNegated: 'only enabled accounts' },
      { name: 'email-domain', value: 'DOMAIN', about: 'only accounts whose email address ends with @DOMAIN' }
    ],
    examples: ['users list', 'users list --email-domain example.com --csv'],
    exitCodes: ACCOUNT_EXIT_CODES,
    load: async () => (await import('../users/list/list.ts')).list
  },
  {
    name: 'users get',
    words: '<user>',
    summary: 'show one account',
    options: [JSON_OPTION, BY_OPTION],
    examples: ['users get alice@example.com', 'users get alice --json'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND },
    load: async () => (await import('../users/get.ts')).get
  }
]

const CHANGING: readonly CommandSpec[] = [
  {
    name: 'users create',
    words: '',
    summary: 'create an account and print its uid',
    options: [
      JSON_OPTION,
      { name: 'uid', value: 'UID', about: 'uid (default: the provider chooses one)' },
      ...PROFILE_OPTIONS,
      { name: 'claims', value: 'JSON', about: 'custom claims, an object' }
    ],
    examples: ['users create --email bob@example.com --password-stdin < password'],
    exitCodes: ACCOUNT_EXIT_CODES,
    load: async () => (await import('../users/create.ts')).create
  },
  {
    name: 'users update',
    words: '<user>',
    summary: 'change an account; asks before a password or second factors are cleared',
    details: 'A new email address or password ends every session of the account.',
    options: [
      ...PROFILE_OPTIONS,
      { name: 'claims', value: 'JSON', about: 'ALL custom claims, an object (claims set merges)' },
      { name: 'clear', value: 'A,B', about: `take away: ${Object.keys(CLEARABLE).join(', ')}` },
      BY_OPTION,
      JSON_OPTION,
      YES_OPTION
    ],
    examples: ['users update bob@example.com --display-name Bob --clear phone'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND, ...NOT_CONFIRMED },
    load: async () => (await import('../users/update.ts')).update
  },
  {
    name: 'users disable',
    words: '<user>',
    summary: 'keep an account from signing in; its sessions end within session.revocationCheckSeconds',
    options: [BY_OPTION, JSON_OPTION],
    examples: ['users disable bob@example.com'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND },
    load: async () => (await import('../users/set-disabled.ts')).disable
  },
  {
    name: 'users enable',
    words: '<user>',
    summary: 'let a disabled account sign in again',
    options: [BY_OPTION, JSON_OPTION],
    examples: ['users enable bob@example.com'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND },
    load: async () => (await import('../users/set-disabled.ts')).enable
  },
  {
    name: 'users revoke',
    words: '<user>',
    summary: 'end every session of an account; asks first',
    details:
      'Running sessions are out within session.revocationCheckSeconds. The person may sign in again at once.',
    options: [BY_OPTION, JSON_OPTION, YES_OPTION],
    examples: ['users revoke bob@example.com'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND, ...NOT_CONFIRMED },
    load: async () => (await import('../users/revoke.ts')).revoke
  },
  {
    name: 'users delete',
    words: '[user...]',
    summary: 'delete accounts for good; asks first',
    details: `All are looked up before the question. Those that do not exist are named and left out. A failure at the
provider ends it; how many were deleted until then is said.`,
    options: [
      { name: 'from', value: 'FILE', about: 'take users from a file, one a line (- is standard input)' },
      BY_OPTION,
      JSON_OPTION,
      YES_OPTION
    ],
    examples: ['users delete bob@example.com', 'users delete --from leavers.txt --yes'],
    exitCodes: {
      ...ACCOUNT_EXIT_CODES,
      3: 'none of the users exists',
      ...NOT_CONFIRMED,
      5: 'partly done: some of the users do not exist'
    },
    load: async () => (await import('../users/delete.ts')).deleteAccounts
  }
]

const SESSIONS_TEXT = `The whole configuration is read: sessions are listed in the store, which the keys of the cookie open. <session> is
the sessionId of log and list.`

const SESSIONS: readonly CommandSpec[] = [
  {
    name: 'sessions list',
    words: '<user>',
    summary: 'list the sessions of an account that go on; needs a store',
    details: SESSIONS_TEXT,
    options: [JSON_OPTION, BY_OPTION],
    examples: ['sessions list bob@example.com'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND },
    load: async () => (await import('../sessions/list.ts')).listSessions
  },
  {
    name: 'sessions show',
    words: '<user> <session>',
    summary: 'show one session; needs a store',
    details: SESSIONS_TEXT,
    options: [JSON_OPTION, BY_OPTION],
    examples: ['sessions show bob@example.com nJ2wQ0c1XyZ_'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, 3: 'no such user or session' },
    load: async () => (await import('../sessions/list.ts')).showSession
  },
  {
    name: 'sessions revoke',
    words: '<user> [session]',
    summary: 'end a session, or all of an account; asks first',
    details: `${SESSIONS_TEXT}

With a store, all replicas refuse them within a second, and their WebSockets and event streams end. Without one, all sessions of an
account can be ended at the provider; the gateway follows within session.revocationCheckSeconds.`,
    options: [BY_OPTION, YES_OPTION],
    examples: ['sessions revoke bob@example.com', 'sessions revoke bob@example.com nJ2wQ0c1XyZ_ --yes'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, 3: 'no such user or session', ...NOT_CONFIRMED },
    load: async () => (await import('../sessions/revoke.ts')).revokeSessions
  }
]

const CLAIMS: readonly CommandSpec[] = [
  {
    name: 'users claims get',
    words: '<user> [key]',
    summary: 'print the custom claims of an account, or one of them, as JSON',
    options: [BY_OPTION],
    examples: ['users claims get alice', 'users claims get alice role'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, 3: 'no such user or claim' },
    load: async () => (await import('../users/claims/get-claims.ts')).getClaims
  },
  {
    name: 'users claims set',
    words: '<user> [key=value...]',
    summary: 'set custom claims; those that are not named stay',
    details: `A value is JSON when it can be read as JSON, else text: level=3 is a number, level='"3"' a text, role=admin a
text, groups='["a","b"]' a list. All claims together may have 1000 characters of JSON.

${FORBIDDEN_NAMES_TEXT}

${CLAIMS_EFFECT_TEXT}`,
    options: [{ name: 'json', value: 'JSON', about: 'an object whose members are set' }, BY_OPTION],
    examples: [
      'users claims set alice role=admin level=3',
      `users claims set alice --json '{"role":"admin"}'`
    ],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND },
    load: async () => (await import('../users/claims/change-claims.ts')).setClaims
  },
  {
    name: 'users claims unset',
    words: '<user> <key...>',
    summary: 'take custom claims away; the others stay',
    details: CLAIMS_EFFECT_TEXT,
    options: [BY_OPTION],
    examples: ['users claims unset alice role level'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND },
    load: async () => (await import('../users/claims/change-claims.ts')).unsetClaims
  }
]

const BULK: readonly CommandSpec[] = [
  {
    name: 'users export',
    words: '',
    summary: 'write all accounts as JSON lines; to a file it can be interrupted and resumed',
    details: `Passwords are not in it: the provider gives none away. With --output the file is for its owner alone, and
FILE.progress says how far it came; run the same command again to go on.`,
    options: [
      { name: 'output', short: 'o', value: 'FILE', about: 'write to a file instead of standard output' },
      { ...YES_OPTION, about: 'overwrite a file that is there' }
    ],
    examples: ['users export --output all.jsonl'],
    exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_CONFIRMED },
    load: async () => (await import('../users/export/export.ts')).exportAccounts
  },
  {
    name: 'users import',
    words: '<file>',
    summary: 'create accounts from JSON lines; it can be interrupted and resumed',
    details: `A line is an object as export writes it, or part of one: uid (required), email, emailVerified, displayName,
photoURL, phoneNumber, disabled, customClaims, providerData; and password, in clear. Second factors are left out and
counted.

Lines that fail are written to FILE.failed as {"line", "code", "detail"}; FILE.progress says how far it came: run the
same command again to go on. Quota and outages are waited out.`,
    options: [
      { name: 'dry-run', about: 'check every line, list the bad ones, call nothing' },
      {
        name: 'on-existing',
        choices: EXISTING_POLICIES,
        about: 'what to do when the uid exists (default: skip; update asks first)'
      },
      { ...JSON_OPTION, about: 'print the summary as JSON' },
      YES_OPTION
    ],
    examples: ['users import all.jsonl --dry-run', 'users import all.jsonl --tenant acme-x1'],
    exitCodes: {
      ...ACCOUNT_EXIT_CODES,
      ...NOT_CONFIRMED,
      5: 'partly done: the failed lines are in FILE.failed'
    },
    load: async () => (await import('../users/import/import.ts')).importAccounts
  }
]

const TOKEN: CommandSpec = {
  name: 'token',
  words: '<uid>',
  summary: 'print a custom token: whoever holds it signs in as this account, for an hour',
  details: `The account need not exist: the first sign-in makes it. Claims of a custom token stay in every id token of
the session and win over the account's own: put nothing there that authorises.`,
  options: [
    { name: 'claims', value: 'JSON', about: 'claims of the session, an object' },
    { ...BY_OPTION, about: 'email and phone look the account up; uid takes the word as it is' }
  ],
  examples: ['token alice', 'token alice@example.com --by email'],
  exitCodes: { ...ACCOUNT_EXIT_CODES, ...NOT_FOUND },
  load: async () => (await import('../token.ts')).token
}

/** Commands that manage accounts at the provider. */
export const ACCOUNT_COMMANDS: readonly CommandSpec[] = [
  ...taking(ACCOUNT_OPTIONS, [...READING, ...CHANGING, ...CLAIMS, ...BULK]),
  ...taking([CONFIG_OPTION, ...TENANT_OPTIONS], SESSIONS),
  ...taking(ACCOUNT_OPTIONS, [TOKEN])
]

function taking(more: CommandSpec['options'], specs: readonly CommandSpec[]): CommandSpec[] {
  return specs.map((spec) => ({ ...spec, options: [...spec.options, ...more] }))
}
