import {
  CONFIG,
  choiceOption,
  DEMO_PROXY_URL,
  type GatehouseCommand,
  JSON_LINES,
  repeatableOption
} from './command.ts'

const CODES = {
  0: 'done',
  1: 'could not run (for example, a port is in use)',
  2: 'wrong usage or wrong configuration'
} as const

/** Adds the commands that run or set up a gateway. */
export function addGatewayCommands(program: GatehouseCommand): void {
  program
    .command('start')
    .summary('run the gateway')
    .description(`Log lines are JSON on standard output. SIGTERM or SIGINT ends it once open requests have finished; a
second signal ends it at once.`)
    .addOption(CONFIG)
    .notes({ ...CODES, 0: 'ended by a signal' }, 'start --config gatehouse.yaml')
    .lazyAction(async () => (await import('../start.ts')).start)
  addChecks(program)
  addKeysCommand(program)
  addExplainCommand(program)
  program
    .command('preview')
    .summary('serve the login page in all its states on loopback')
    .option(CONFIG.flags, 'configuration; only login is used')
    .option('--port <PORT>', 'port to listen on (default: 8090)')
    .notes(CODES, 'preview --config gatehouse.yaml')
    .lazyAction(async () => (await import('../../../plugins/preview/preview.ts')).preview)
  program
    .command('demo')
    .summary('run the embedded demo on loopback')
    .description(`Provider, applications and gateway run in one process; no network, cloud project or configuration is needed.

With --upstream, your own application is behind the gateway instead of those of the demo.

With --forward-auth, visitors come through a proxy of your own, which sends an auth request to the gateway for every
request. The configurations in deploy/forward-auth work unchanged.`)
    .option('--port <PORT>', 'port of the gateway (default: 8080)')
    .option('--upstream <URL>', 'put a running application behind the gateway, such as http://127.0.0.1:3000')
    .option('--forward-auth [URL]', `visitors use a proxy at this address (default: ${DEMO_PROXY_URL})`)
    .notes(CODES, 'demo --port 3001', 'demo --upstream http://127.0.0.1:3000', 'demo --forward-auth')
    .lazyAction(async () => (await import('../../../plugins/demo/demo.ts')).demo)
  program
    .command('stand-in')
    .summary('run the provider of the demo alone, to try a configuration without a cloud project')
    .description(`Listens on loopback, and prints the configuration to use with it. Its id tokens are signed with real keys.
Anyone who can connect to it can use it, also as an administrator, with the access token \`owner\`.

With --write, it continues in the background, and the command ends when the file is written.`)
    .option('--port <PORT>', 'port to listen on (default: 9199)')
    .option('--project <ID>', 'project id, beginning with demo- (default: demo-local)')
    .option('--write <FILE>', 'write the configuration to a file instead of printing it')
    .option(
      '--credentials-file <FILE>',
      'write the key of a service account to a file, for the authorization server and others'
    )
    .notes(CODES, 'stand-in', 'stand-in --write provider.yaml --credentials-file provider-key.json')
    .lazyAction(async () => (await import('../../../plugins/demo/stand-in.ts')).standIn)
}

function addChecks(program: GatehouseCommand): void {
  program
    .command('check-config')
    .summary('check a configuration and list every problem')
    .description('Prints a warning for each setting that weakens a protection or has no effect.')
    .addOption(CONFIG)
    .notes({ 0: 'the configuration is valid', 2: CODES[2] }, 'check-config --config gatehouse.yaml')
    .lazyAction(async () => (await import('../load-config.ts')).checkConfig)
  program
    .command('doctor')
    .summary('diagnose problems of configuration, machine, provider and application')
    .description(`Checks run concurrently, 7 seconds at most each, and report what they found, the probable cause and the fix.
They change nothing.

Run it where the gateway runs, as the same user.`)
    .addOption(CONFIG)
    .option('--json', 'print one JSON object')
    .option('--offline', 'make no calls: check only configuration, files and machine')
    .option(
      '--passkeys',
      'check passkeys even if login.methods.passkey is off; requests challenges without answering them'
    )
    .notes(
      { 0: 'no check failed; there may be warnings', 1: 'a check failed', 2: 'wrong usage' },
      'doctor --config gatehouse.yaml',
      'doctor --config gatehouse.yaml --passkeys',
      'doctor --config gatehouse.yaml --json > findings.json'
    )
    .lazyAction(async () => (await import('../../../plugins/doctor/doctor.ts')).doctor)
}

function addKeysCommand(program: GatehouseCommand): void {
  program
    .command('keys')
    .summary('cookie signature keys')
    .command('generate')
    .summary('generate a cookie signature key')
    .option('--to <FILE>', 'write it to a new file readable only by its owner (default: standard output)')
    .notes(
      { 0: CODES[0], 1: 'the file exists, or cannot be written', 2: 'wrong usage' },
      'keys generate --to signature-keys',
      'keys generate'
    )
    .lazyAction(async () => (await import('../keys.ts')).keysGenerate)
}

function addExplainCommand(program: GatehouseCommand): void {
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
    .addOption(repeatableOption('--header <NAME:VALUE>', 'a header of the request'))
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
    .lazyAction(async () => (await import('../../../plugins/explain/explain.ts')).explain)
}
