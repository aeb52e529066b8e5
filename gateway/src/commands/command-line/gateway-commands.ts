import { type Command, Option } from 'commander'
import type { MakeAction } from './command.ts'
import { notes } from './help.ts'
import { CONFIG, choiceOption, DEMO_PROXY_URL, JSON_LINES, repeatableOption } from './options.ts'

const CODES = {
  0: 'done',
  1: 'could not run (a port in use, say)',
  2: 'wrong usage or wrong configuration'
} as const

/** Adds the commands that run or set up a gateway. */
export function addGatewayCommands(program: Command, action: MakeAction): void {
  program
    .command('start')
    .summary('run the gateway')
    .description(`Log lines are JSON on standard output. SIGTERM or SIGINT ends it after requests in flight are done; a second
signal ends it at once.`)
    .addOption(CONFIG)
    .addHelpText('after', notes({ ...CODES, 0: 'ended by a signal' }, 'start --config gatehouse.yaml'))
    .action(action(async () => (await import('../start.ts')).start))
  addChecks(program, action)
  addKeysCommands(program, action)
  addExplainCommand(program, action)
  program
    .command('preview')
    .summary('show the login page in every state, on loopback, and try out its appearance')
    .option(CONFIG.flags, 'configuration; only login is read')
    .option('--port <PORT>', 'port to listen on (default: 8090)')
    .addHelpText('after', notes(CODES, 'preview --config gatehouse.yaml'))
    .action(action(async () => (await import('../preview.ts')).preview))
  program
    .command('demo')
    .summary('run the embedded demo on loopback')
    .description(`Provider, applications and gateway run in one process; no network, cloud project or configuration is needed.

With --forward-auth, visitors come in by a proxy of your own that asks the gateway about every request. The
configurations in deploy/forward-auth fit as they are.`)
    .option('--port <PORT>', 'port of the gateway (default: 8080)')
    .option('--forward-auth [URL]', `visitors use a proxy at this address (default: ${DEMO_PROXY_URL})`)
    .addHelpText(
      'after',
      notes(CODES, 'demo --port 3000', 'demo --forward-auth', 'demo --forward-auth http://localhost:9000')
    )
    .action(action(async () => (await import('../demo.ts')).demo))
}

function addChecks(program: Command, action: MakeAction): void {
  program
    .command('check-config')
    .summary('check a configuration and list every problem')
    .description('Prints a warning for each setting that weakens a protection or has no effect.')
    .addOption(CONFIG)
    .option('--verbose', 'also note defaults that may surprise')
    .addHelpText(
      'after',
      notes(
        { 0: 'the configuration is good', 2: CODES[2] },
        'check-config --config gatehouse.yaml',
        'check-config --config gatehouse.yaml --verbose'
      )
    )
    .action(action(async () => (await import('../load-config.ts')).checkConfig))
  program
    .command('doctor')
    .summary('look for what is wrong: configuration, machine, provider, application')
    .description(`Checks run side by side, 5 seconds at most each; each says what it saw, the probable cause and what to do.
Nothing is changed.

Run it where the gateway runs, as the same user.`)
    .addOption(CONFIG)
    .option('--json', 'print one JSON object')
    .option('--offline', 'call nobody: look at configuration, files and machine alone')
    .option(
      '--passkeys',
      'look at passkeys although login.methods.passkey is off; asks for challenges, which nobody answers'
    )
    .addHelpText(
      'after',
      notes(
        { 0: 'nothing has failed; there may be warnings', 1: 'a check has failed', 2: 'wrong usage' },
        'doctor --config gatehouse.yaml',
        'doctor --config gatehouse.yaml --passkeys',
        'doctor --config gatehouse.yaml --json > findings.json'
      )
    )
    .action(action(async () => (await import('../doctor/doctor.ts')).doctor))
}

function addKeysCommands(program: Command, action: MakeAction): void {
  const file = new Option(
    '--file <FILE>',
    'configuration (.yaml, .yml, .json), or the file that cookie.signatureKeysFile names'
  )
  const codes = {
    0: CODES[0],
    1: 'may not be done yet, or the file cannot be written',
    2: 'wrong usage, or a file without keys'
  }
  const keys = program.command('keys').summary('cookie signature keys')
  keys
    .command('generate')
    .summary('make a new cookie signature key')
    .option('--to <FILE>', 'write it to a new file that its owner alone can read (default: standard output)')
    .addHelpText(
      'after',
      notes(
        { 0: CODES[0], 1: 'the file is there already, or cannot be written', 2: 'wrong usage' },
        'keys generate --to signature-keys',
        'keys generate'
      )
    )
    .action(action(async () => (await import('../keys.ts')).keysGenerate))
  keys
    .command('add')
    .summary('rotation, step 1: put a new key last, which verifies and does not sign')
    .description('Then bring the file to every replica.')
    .addOption(file)
    .addHelpText('after', notes(codes, 'keys add --file signature-keys'))
    .action(action(async () => (await import('../keys.ts')).keysAdd))
  keys
    .command('promote')
    .summary('rotation, step 2: put the last key first, which signs from then on')
    .description(
      'To be run when every replica has the new key: one without it would refuse the sessions that it signs.'
    )
    .addOption(file)
    .addHelpText('after', notes(codes, 'keys promote --file signature-keys'))
    .action(action(async () => (await import('../keys.ts')).keysPromote))
  keys
    .command('drop')
    .summary('rotation, step 3: remove the last key, whose sessions end')
    .description(`Refused until session.absoluteSeconds after the last change of the file: by then every session of the old key is over.
For a file of keys alone that is the default, 14 days.`)
    .addOption(file)
    .option('--force', 'drop it although its sessions end')
    .addHelpText('after', notes(codes, 'keys drop --file gatehouse.yaml'))
    .action(action(async () => (await import('../keys.ts')).keysDrop))
}

function addExplainCommand(program: Command, action: MakeAction): void {
  program
    .command('explain [method] [path]')
    .summary('say what the gateway would do with a request, and why')
    .description(`Decides with the gateway's own functions, for somebody who has just signed in, and calls nobody but with --user.
<path> may begin with a host: wiki.example.com/x. Who asks is nobody (--anonymous, the default), somebody with claims, or an
account. Claims that are left out are those of a session that meets the rules for sign-ins.

A line of a list is: METHOD PATH WHO EXPECTED. WHO is anonymous, signed-in or claims as JSON; EXPECTED is an outcome (allow,
login, unauthenticated, forbidden, failed, own), a code or a status. With --against the last word may be missing. Blank lines
and lines that begin with # are passed over; - is standard input.`)
    .addOption(CONFIG)
    .option('--host <HOST>', 'Host header (default: that of publicUrl)')
    .option('--anonymous', 'nobody is signed in')
    .option('--claims <JSON>', 'claims of the id token, an object')
    .option(
      '--bearer <JSON>',
      'claims of a bearer token, an object; iss and aud are those of the first issuer when left out'
    )
    .option('--user <UID>', 'look an account up at the provider, with the credentials')
    .option('--tenant <ID>', 'tenant of --user (default: identityPlatform.tenantId)')
    .option('--no-tenant', "look --user up among the project's own accounts")
    .addOption(repeatableOption('--header <NAME:VALUE>', 'a header of the request'))
    .option('--client <ADDRESS>', 'address of the visitor (default: 127.0.0.1)')
    .addOption(
      choiceOption(
        '--by',
        ['proxy', 'forward-auth'],
        'who passes the request on, where the configuration has both'
      )
    )
    .option('--dead', 'list the rules that are never reached, and conditions that can never hold')
    .option('--check <FILE>', 'compare a list of requests with what is expected of each')
    .option('--against <FILE>', 'list the requests that another configuration decides otherwise')
    .option('--requests <FILE>', 'the list for --against (default: standard input)')
    .addOption(JSON_LINES)
    .addHelpText(
      'after',
      notes(
        {
          0: 'explained; all as expected; no difference; no dead rule',
          1: 'a line differs, a rule is dead, or the provider could not be reached or refused',
          2: 'wrong usage, configuration or list',
          3: 'no such user',
          130: 'interrupted'
        },
        'explain GET /admin --anonymous --config gatehouse.yaml',
        `explain GET /admin --claims '{"role":"editor"}' --header accept:text/html`,
        'explain --check access.txt --config gatehouse.yaml',
        'explain --against new.yaml --requests access.txt --config gatehouse.yaml',
        'explain --dead --config gatehouse.yaml'
      )
    )
    .action(action(async () => (await import('../explain/explain.ts')).explain))
}
