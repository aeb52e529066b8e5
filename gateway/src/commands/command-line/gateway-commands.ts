import type { CommandSpec, GroupSpec } from './command.ts'
import { EXPLAIN } from './explain-command.ts'
import { CONFIG_OPTION, DEMO_PROXY_URL } from './options.ts'

const EXIT_CODES = {
  0: 'done',
  1: 'could not run (a port in use, say)',
  2: 'wrong usage or wrong configuration'
} as const

const KEYS_FILE = {
  name: 'file',
  value: 'FILE',
  about: 'configuration (.yaml, .yml, .json), or the file that cookie.signatureKeysFile names'
} as const

const KEYS_EXIT_CODES = {
  0: EXIT_CODES[0],
  1: 'may not be done yet, or the file cannot be written',
  2: 'wrong usage, or a file without keys'
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
    details: `Prints a warning for each setting that weakens a protection or has no effect.`,
    options: [CONFIG_OPTION, { name: 'verbose', about: 'also note defaults that may surprise' }],
    examples: ['check-config --config gatehouse.yaml', 'check-config --config gatehouse.yaml --verbose'],
    exitCodes: { 0: 'the configuration is good', 2: EXIT_CODES[2] },
    load: async () => (await import('../check-config.ts')).checkConfig
  },
  {
    name: 'doctor',
    words: '',
    summary: 'look for what is wrong: configuration, machine, provider, application',
    details: `Checks run side by side, 5 seconds at most each; each says what it saw, the probable cause and what to do.
Nothing is changed.

Run it where the gateway runs, as the same user.`,
    options: [
      CONFIG_OPTION,
      { name: 'json', about: 'print one JSON object' },
      { name: 'offline', about: 'call nobody: look at configuration, files and machine alone' },
      {
        name: 'passkeys',
        about:
          'look at passkeys although login.methods.passkey is off; asks for challenges, which nobody answers'
      }
    ],
    examples: [
      'doctor --config gatehouse.yaml',
      'doctor --config gatehouse.yaml --passkeys',
      'doctor --config gatehouse.yaml --json > findings.json'
    ],
    exitCodes: {
      0: 'nothing has failed; there may be warnings',
      1: 'a check has failed',
      2: 'wrong usage'
    },
    load: async () => (await import('../doctor/doctor.ts')).doctor
  },
  {
    name: 'keys generate',
    words: '',
    summary: 'make a new cookie signature key',
    options: [
      {
        name: 'to',
        value: 'FILE',
        about: 'write it to a new file that its owner alone can read (default: standard output)'
      }
    ],
    examples: ['keys generate --to signature-keys', 'keys generate'],
    exitCodes: { 0: EXIT_CODES[0], 1: 'the file is there already, or cannot be written', 2: 'wrong usage' },
    load: async () => (await import('../keys-generate.ts')).keysGenerate
  },
  {
    name: 'keys add',
    words: '',
    summary: 'rotation, step 1: put a new key last, which verifies and does not sign',
    details: `Then bring the file to every replica.`,
    options: [KEYS_FILE],
    examples: ['keys add --file signature-keys'],
    exitCodes: KEYS_EXIT_CODES,
    load: async () => (await import('../keys/rotation.ts')).keysAdd
  },
  {
    name: 'keys promote',
    words: '',
    summary: 'rotation, step 2: put the last key first, which signs from then on',
    details: `To be run when every replica has the new key: one without it would refuse the sessions that it signs.`,
    options: [KEYS_FILE],
    examples: ['keys promote --file signature-keys'],
    exitCodes: KEYS_EXIT_CODES,
    load: async () => (await import('../keys/rotation.ts')).keysPromote
  },
  {
    name: 'keys drop',
    words: '',
    summary: 'rotation, step 3: remove the last key, whose sessions end',
    details: `Refused until session.absoluteSeconds after the last change of the file: by then every session of the old key is over.
For a file of keys alone that is the default, 14 days.`,
    options: [KEYS_FILE, { name: 'force', about: 'drop it although its sessions end' }],
    examples: ['keys drop --file gatehouse.yaml'],
    exitCodes: KEYS_EXIT_CODES,
    load: async () => (await import('../keys/rotation.ts')).keysDrop
  },
  EXPLAIN,
  {
    name: 'preview',
    words: '',
    summary: 'show the login page in every state, on loopback, and try out its appearance',
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
    details: `Provider, applications and gateway run in one process; no network, cloud project or configuration is needed.

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
