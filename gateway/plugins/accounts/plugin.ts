import { type Command, Option } from 'commander'
import {
  CONFIG,
  choiceOption,
  type GatehouseCommand,
  JSON_LINES,
  type Plugin
} from '../../src/commands/command-line/command.ts'
import { KEY_KINDS } from '../../src/identity-platform/accounts/accounts.ts'
import { BY, CLAIMS_EFFECT_TEXT, CLEARABLE, FORBIDDEN_NAMES_TEXT, IN_TENANT, PROFILE, YES } from './fields.ts'
import type { SessionsRequest } from './operator-sessions.ts'

const USER_TEXT = `<user> is a uid, an email address if it contains @, or a phone number if it is + and digits; --by overrides
that. All commands accept --config, --tenant and --no-tenant; options come after the subcommand.`

/** Exit codes common to these commands. */
const CODES = {
  0: 'done',
  1: 'the provider (for sessions: the gateway) could not be reached or refused, or a file could not be written',
  2: 'wrong usage, configuration or argument',
  130: 'interrupted'
} as const
const CODES_OF_ONE = { ...CODES, 3: 'no such user' } as const
const CODES_ASKED_FOR = { ...CODES_OF_ONE, 4: 'not confirmed' } as const

/** Accounts at the provider, their sessions, and custom tokens. */
export const accountsPlugin: Plugin = {
  name: 'accounts',
  addCommands,
  async registerEndpoints(app, options) {
    const { createOperatorResponses } = await import('./operator-sessions.ts')
    const answer = createOperatorResponses(options)
    app.operatorRequests.answer = (request) => answer(request as SessionsRequest)
  },
  async registerManagement(app, ask) {
    const { offerSessions } = await import('./operator-sessions.ts')
    offerSessions(app, ask)
  }
}

function addCommands(program: GatehouseCommand): void {
  const users = program.command('users').summary('manage accounts').description(USER_TEXT)
  addUserCommands(users)
  addClaimsCommands(users)
  const sessions = program.command('sessions').summary('list and end sessions').description(USER_TEXT)
  addSessionCommands(sessions)
  const token = addTokenCommand(program)
  const config = new Option(CONFIG.flags, 'configuration; only identityPlatform and audit are read')
  addOptionsInside(users, [config, ...IN_TENANT])
  addOptionsInside(sessions, [CONFIG, ...IN_TENANT])
  token.addOptions(config, ...IN_TENANT)
}

function addOptionsInside(group: Command, options: readonly Option[]): void {
  for (const command of group.commands) {
    if (command.commands.length > 0) addOptionsInside(command, options)
    else for (const option of options) command.addOption(option)
  }
}

/** Adds a command to a group. */
function add(group: GatehouseCommand, usage: string, summary: string, ...options: readonly Option[]) {
  return group
    .command(usage)
    .summary(summary)
    .addOptions(...options)
}

const loadUsers = () => import('./users.ts')
const loadClaims = () => import('./claims.ts')
const loadSessions = () => import('./sessions.ts')

function addUserCommands(users: GatehouseCommand): void {
  add(users, 'list', 'list accounts: a table, or --json, or --csv')
    .description(`The provider has no filters, so accounts are read and filtered here until --limit is reached. CSV cells that a
spreadsheet would take for a formula, including phone numbers, begin with an apostrophe.`)
    .option('--json', 'one JSON object per line')
    .option('--csv', 'CSV with a header')
    .option('--limit <N>', 'print at most N accounts')
    .option('--disabled', 'only disabled accounts')
    .option('--no-disabled', 'only enabled accounts')
    .option('--email-domain <DOMAIN>', 'only accounts whose email address ends with @DOMAIN')
    .notes(CODES, 'users list', 'users list --email-domain example.com --csv')
    .lazyAction(async () => (await import('./list.ts')).list)
  add(users, 'get <user>', 'show one account', JSON_LINES, BY)
    .notes(CODES_OF_ONE, 'users get alice@example.com', 'users get alice --json')
    .lazyAction(async () => (await loadUsers()).get)
  add(users, 'create', 'create an account and print its uid', JSON_LINES)
    .option('--uid <UID>', 'uid (default: the provider chooses one)')
    .addOptions(...PROFILE)
    .option('--claims <JSON>', 'custom claims, an object')
    .notes(CODES, 'users create --email bob@example.com --password-stdin < password')
    .lazyAction(async () => (await loadUsers()).create)
  add(users, 'update <user>', 'change an account; asks before a password or second factors are cleared')
    .description('A new email address or password ends every session of the account.')
    .addOptions(...PROFILE)
    .option('--claims <JSON>', 'ALL custom claims, an object (claims set merges)')
    .option('--clear <A,B>', `clear: ${[...CLEARABLE.keys()].join(', ')}`)
    .addOptions(BY, JSON_LINES, YES)
    .notes(CODES_ASKED_FOR, 'users update bob@example.com --display-name Bob --clear phone')
    .lazyAction(async () => (await loadUsers()).update)
  add(
    users,
    'disable <user>',
    'disable sign-in for an account; its sessions end within session.revocationCheckSeconds',
    BY,
    JSON_LINES
  )
    .notes(CODES_OF_ONE, 'users disable bob@example.com')
    .lazyAction(async () => (await loadUsers()).disable)
  add(users, 'enable <user>', 'let a disabled account sign in again', BY, JSON_LINES)
    .notes(CODES_OF_ONE, 'users enable bob@example.com')
    .lazyAction(async () => (await loadUsers()).enable)
  add(users, 'revoke <user>', 'end every session of an account; asks first', BY, JSON_LINES, YES)
    .description(
      'Running sessions end within session.revocationCheckSeconds. The user may sign in again at once.'
    )
    .notes(CODES_ASKED_FOR, 'users revoke bob@example.com')
    .lazyAction(async () => (await loadUsers()).revoke)
  add(users, 'delete [user...]', 'delete accounts permanently; asks first')
    .description(`All accounts are looked up before the prompt; missing ones are listed and skipped. A provider failure stops the
command and prints how many were deleted.`)
    .option('--from <FILE>', 'read users from a file, one per line (- is standard input)')
    .addOptions(BY, JSON_LINES, YES)
    .notes(
      {
        ...CODES_ASKED_FOR,
        3: 'none of the users exists',
        5: 'partly done: some of the users do not exist'
      },
      'users delete bob@example.com',
      'users delete --from leavers.txt --yes'
    )
    .lazyAction(async () => (await loadUsers()).deleteAccounts)
}

const SESSIONS_TEXT = `Asks the running gateway, at its management listener: with its configuration, and management.tokenFile. <session> is
the sessionId in the log and the list.`

function addSessionCommands(sessions: GatehouseCommand): void {
  add(sessions, 'list <user>', 'list the active sessions of an account; needs a store', JSON_LINES, BY)
    .description(SESSIONS_TEXT)
    .notes(CODES_OF_ONE, 'sessions list bob@example.com')
    .lazyAction(async () => (await loadSessions()).listSessions)
  add(sessions, 'show <user> <session>', 'show one session; needs a store', JSON_LINES, BY)
    .description(SESSIONS_TEXT)
    .notes({ ...CODES, 3: 'no such user or session' }, 'sessions show bob@example.com nJ2wQ0c1XyZ_')
    .lazyAction(async () => (await loadSessions()).showSession)
  add(sessions, 'revoke <user> [session]', 'end a session, or all of an account; asks first', BY, YES)
    .description(`${SESSIONS_TEXT}

With a store, all replicas reject them within a second, and their WebSockets and event streams end. Without one, all
sessions of an account can be ended: here at once, at other replicas within session.revocationCheckSeconds.`)
    .notes(
      { ...CODES_ASKED_FOR, 3: 'no such user or session' },
      'sessions revoke bob@example.com',
      'sessions revoke bob@example.com nJ2wQ0c1XyZ_ --yes'
    )
    .lazyAction(async () => (await loadSessions()).revokeSessions)
}

function addClaimsCommands(users: GatehouseCommand): void {
  const claims = users
    .command('claims')
    .summary('read and change the custom claims of an account')
    .description(USER_TEXT)
  add(claims, 'get <user> [key]', 'print the custom claims of an account, or one of them, as JSON', BY)
    .notes({ ...CODES, 3: 'no such user or claim' }, 'users claims get alice', 'users claims get alice role')
    .lazyAction(async () => (await loadClaims()).getClaims)
  add(claims, 'set <user> [key=value...]', 'set custom claims; others are unchanged')
    .description(`A value is parsed as JSON if possible, otherwise it is text: level=3 is a number, level='"3"' and role=admin are
text, groups='["a","b"]' is a list. All claims together are limited to 1000 characters of JSON.

${FORBIDDEN_NAMES_TEXT}

${CLAIMS_EFFECT_TEXT}`)
    .option('--json <JSON>', 'an object with the claims to set')
    .addOption(BY)
    .notes(
      CODES_OF_ONE,
      'users claims set alice role=admin level=3',
      `users claims set alice --json '{"role":"admin"}'`
    )
    .lazyAction(async () => (await loadClaims()).setClaims)
  add(claims, 'unset <user> <key...>', 'remove custom claims; others are unchanged', BY)
    .description(CLAIMS_EFFECT_TEXT)
    .notes(CODES_OF_ONE, 'users claims unset alice role level')
    .lazyAction(async () => (await loadClaims()).unsetClaims)
  add(users, 'passkeys', 'remove passkeys of an account')
    .description('`users get` lists them.')
    .command('remove <user> [id]')
    .summary('remove a passkey of an account, for example of a lost device; asks first')
    .description(`<id> is as shown by users get; the first six characters suffice. Replace a leading dash with +, or put -- before
it. Sessions continue: end them with users revoke.`)
    .option('--all', 'all passkeys of the account')
    .addOptions(BY, JSON_LINES, YES)
    .notes(
      { ...CODES_ASKED_FOR, 3: 'no such user or passkey' },
      'users passkeys remove bob@example.com 16STq2Lx',
      'users passkeys remove bob@example.com --all'
    )
    .lazyAction(async () => (await loadUsers()).removePasskeys)
}

function addTokenCommand(program: GatehouseCommand): GatehouseCommand {
  return program
    .command('token <uid>')
    .summary('print a custom token, which signs in as this account for an hour')
    .description(`The account need not exist: the first sign-in creates it. Claims of a custom token stay in all id tokens of the
session and override the account's own: do not use them for authorization.`)
    .option('--claims <JSON>', 'claims of the session, an object')
    .addOption(choiceOption('--by', KEY_KINDS, 'email and phone look up the account; uid is used unchanged'))
    .notes(CODES_OF_ONE, 'token alice', 'token alice@example.com --by email')
    .lazyAction(async () => (await import('./token.ts')).token)
}
