import { CONFIG, choiceOption, JSON_LINES, type Plugin } from '../../src/commands/command-line/command.ts'

const append = (text: string, before: readonly string[] = []) => [...before, text]

/** Explains decisions. */
export const explainPlugin: Plugin = {
  name: 'explain',
  addCommands(program) {
    program
      .command('explain [method] [path]')
      .summary('explain what the gateway would do with a request')
      .description(`Uses the gateway's own decision functions, for a visitor who has just signed in; only --user makes calls. <path> may
begin with a host: wiki.example.com/x. The visitor is anonymous (the default), described by claims, or an account. Missing
claims are filled in with those of a session that meets the sign-in rules.

Each line of a list is: METHOD PATH WHO EXPECTED. WHO is anonymous, signed-in or claims as JSON; EXPECTED is an outcome (allow,
login, unauthenticated, forbidden, failed, own), a code or a status. Blank lines and lines that begin with # are
skipped; - is standard input.`)
      .addOption(CONFIG)
      .option('--host <HOST>', 'Host header (default: that of publicUrl)')
      .option('--anonymous', 'no session')
      .option('--claims <JSON>', 'claims of the id token, an object')
      .option(
        '--bearer <JSON>',
        'claims of a bearer token, an object; iss and aud default to those of the first issuer, or of the resource'
      )
      .option('--user <UID>', 'an account, looked up at the provider with the credentials')
      .option('--tenant <ID>', 'tenant of --user (default: identityPlatform.tenantId)')
      .option('--no-tenant', "look up --user among the project's own accounts")
      .addOption(
        choiceOption(
          '--device',
          ['bound', 'unbound'],
          'whether sessions are bound to devices (default: if they must be)'
        )
      )
      .option('--header <NAME:VALUE>', 'a header of the request', append)
      .option('--client <ADDRESS>', 'address of the visitor (default: 127.0.0.1)')
      .addOption(
        choiceOption(
          '--by',
          ['proxy', 'forward-auth'],
          'how requests arrive, if the configuration has both ways'
        )
      )
      .option('--check <FILE>', 'compare a list of requests with their expected outcomes')
      .addOption(JSON_LINES)
      .notes(
        {
          0: 'explained; all as expected',
          1: 'a line differs, or the provider could not be reached or refused',
          2: 'wrong usage, configuration or list',
          3: 'no such user',
          130: 'interrupted'
        },
        'explain GET /admin --anonymous --config gatehouse.yaml',
        `explain GET /admin --claims '{"role":"editor"}' --header accept:text/html`,
        'explain --check access.txt --config gatehouse.yaml'
      )
      .lazyAction(async () => (await import('./explain.ts')).explain)
  }
}
