import type { CommandSpec, GroupSpec } from './command.ts'
import { EXPLAIN } from './explain-command.ts'
import { CONFIG_OPTION, DEMO_PROXY_URL } from './options.ts'

const EXIT_CODES = {
  0: 'done',
  1: 'could not run (a port in use, say)',
  2: 'wrong usage or wrong configuration'
} as const

/** Words that several of these commands begin with. */
export const GATEWAY_GROUPS: readonly GroupSpec[] = [{ name: 'keys', summary: 'cookie signature keys' }]

/** Commands that run or set up a gateway. */
export const GATEWAY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'start',
    words: '',
    summary: 'run the gateway',
    details: `Log lines are JSON on standard output. SIGTERM or SIGINT ends it after requests in flight are done; a second
signal ends it at once.`,
    options: [CONFIG_OPTION],
    examples: ['start --config gatehouse.yaml'],
    exitCodes: { ...EXIT_CODES, 0: 'ended by a signal' },
    load: async () => (await import('../start.ts')).start
  },
  {
    name: 'check-config',
    words: '',
    summary: 'check a configuration and list every problem',
    options: [CONFIG_OPTION],
    examples: ['check-config --config gatehouse.yaml'],
    exitCodes: { 0: 'the configuration is good', 2: EXIT_CODES[2] },
    load: async () => (await import('../check-config.ts')).checkConfig
  },
  {
    name: 'doctor',
    words: '',
    summary: 'look for what is wrong: configuration, machine, provider, application',
    details: `Checks run side by side, 5 seconds at most each; each says what it saw, the probable cause and what to do.
Nothing is changed, and nobody is signed up or in.

Run it where the gateway runs, as the same user.`,
    options: [
      CONFIG_OPTION,
      { name: 'json', about: 'print one JSON object' },
      { name: 'offline', about: 'call nobody: look at configuration, files and machine alone' }
    ],
    examples: ['doctor --config gatehouse.yaml', 'doctor --config gatehouse.yaml --json > findings.json'],
    exitCodes: { 0: 'nothing has failed; there may be warnings', 1: 'a check has failed', 2: 'wrong usage' },
    load: async () => (await import('../doctor/doctor.ts')).doctor
  },
  {
    name: 'keys generate',
    words: '',
    summary: 'print a new cookie signature key',
    options: [],
    examples: ['keys generate > signature-key'],
    exitCodes: { 0: EXIT_CODES[0], 2: 'wrong usage' },
    load: async () => (await import('../keys-generate.ts')).keysGenerate
  },
  EXPLAIN,
  {
    name: 'preview',
    words: '',
    summary: 'show the login page in every state, on loopback, without a provider',
    options: [
      { ...CONFIG_OPTION, about: 'configuration; only login is read' },
      { name: 'port', value: 'PORT', about: 'port to listen on (default: 8090)' }
    ],
    examples: ['preview --config gatehouse.yaml'],
    exitCodes: EXIT_CODES,
    load: async () => (await import('../preview.ts')).preview
  },
  {
    name: 'demo',
    words: '',
    summary: 'run the embedded demo on loopback',
    details: `Provider, application and gateway run in one process; no network, cloud project or configuration is needed.

With --forward-auth, visitors come in by a proxy of your own that asks the gateway about every request. The
configurations in deploy/forward-auth fit as they are.`,
    options: [
      { name: 'port', value: 'PORT', about: 'port of the gateway (default: 8080)' },
      {
        name: 'forward-auth',
        value: 'URL',
        isValueOptional: true,
        about: `visitors use a proxy at this address (default: ${DEMO_PROXY_URL})`
      }
    ],
    examples: ['demo --port 3000', 'demo --forward-auth', 'demo --forward-auth http://localhost:9000'],
    exitCodes: EXIT_CODES,
    load: async () => (await import('../demo.ts')).demo
  }
]
