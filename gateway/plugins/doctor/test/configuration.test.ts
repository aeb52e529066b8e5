import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { keyFingerprintOf } from '../../../src/session/cookie/signature-keys.ts'
import { GOOD, KEY, NEW_KEY } from '../../../test/fixtures/repository/yaml-config.ts'
import { CONFIGURATION_CHECKS } from '../checks/configuration.ts'
import { STORE } from '../checks/store.ts'
import { type DoctorContext, inspectConfig } from '../context.ts'
import { runChecks } from './fixtures/doctor.ts'

interface Written {
  yaml?: string
  env?: Record<string, string>
  machine?: Partial<DoctorContext['machine']>
}

const folder = t.testdir({ 'gatehouse.yaml': '', 'keys.txt': KEY })
const file = join(folder, 'gatehouse.yaml')
const KEYS_FILE = join(folder, 'keys.txt')
for (const one of [file, KEYS_FILE]) chmodSync(one, 0o600)

function look({ yaml = GOOD, env: variables = {}, machine = {} }: Written) {
  writeFileSync(file, yaml)
  const env = { METADATA_SERVER_DETECTION: 'none', ...variables }
  const usual = { nodeVersion: '24.1.0', memoryBytes: 2 ** 33, openFilesWarning: null }
  const context = {
    inspected: inspectConfig({ file, env, plugins: [] }),
    file,
    env,
    machine: { ...usual, ...machine }
  }
  return runChecks({ ...CONFIGURATION_CHECKS, STORE }, context, { isOffline: true })
}

t.test('doctor: a valid configuration passes all checks', async (t) => {
  t.match(await look({}), {
    CONFIG: /^ok .*gatehouse.yaml: valid, hash [0-9a-f]{12}$/,
    FILES: 'ok 1 file',
    KEYS: `ok 1 key of 43 bytes, fingerprint ${keyFingerprintOf(KEY)}`,
    LIMITS: /^ok memory 8192 MiB/,
    VERSION: /^ok gatehouse .*, Node 24.1.0$/,
    STORE: /^skip /
  })
})

const withKeys = (...keys: string[]) => GOOD.replace(KEY, keys.join(', '))
const withKeysFile = (name: string) => GOOD.replace(/signatureKeys: .*\]/, `signatureKeysFile: ${name}`)
const BOTH_FINGERPRINTS = `${keyFingerprintOf(KEY)}, ${keyFingerprintOf(NEW_KEY)}`
const ROWS: readonly [title: string, Written, says: Record<string, RegExp>][] = [
  [
    'a wrong shape, where other sections are checked without their meaning',
    { yaml: `${GOOD}nonsense: 1\nlisten: { port: x }\ntrustedProxies: [somewhere]\n` },
    { CONFIG: /^fail .*: 2 problems \| nonsense: is not a key.*\| listen.port: /, KEYS: /^ok / }
  ],
  [
    'wrong shapes of required keys',
    { yaml: GOOD.replace('https://app.example.com', '5').replace('projectId', 'project') },
    { CONFIG: /^fail .*: 3 problems \| publicUrl: /, KEYS: /^ok / }
  ],
  [
    'a wrong meaning, where other sections are checked',
    { yaml: `${GOOD}trustedProxies: [somewhere]\n` },
    { CONFIG: /^fail .*: 1 problem \| trustedProxies\[0\]: is not a network/, KEYS: /^ok / }
  ],
  ['not YAML', { yaml: 'a: [' }, { CONFIG: /^fail .*is not YAML/, KEYS: /^skip .*see CONFIG/ }],
  [
    'a mistyped variable',
    { env: { GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMIAL: 'true' } },
    { CONFIG: /^fail .*Did you mean GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMAIL/ }
  ],
  [
    'a weak setting',
    { yaml: `${GOOD}session: { revocationCheckSeconds: 0 }\n` },
    { CONFIG: /^warn .*: valid, hash [0-9a-f]{12} \| session.revocationCheckSeconds/, LIMITS: /^ok / }
  ],
  [
    'a short key',
    { yaml: withKeys('short') },
    { KEYS: /^fail .*hex or base64 of at least 32 .*keys generate/ }
  ],
  ['a duplicate key', { yaml: withKeys(KEY, KEY) }, { KEYS: /^warn 2 keys.*listed twice/ }],
  ['four keys', { yaml: withKeys(KEY, KEY, KEY, NEW_KEY) }, { KEYS: /^warn .*there are 4 signature keys/ }],
  [
    'two keys',
    { yaml: withKeys(KEY, NEW_KEY) },
    { KEYS: new RegExp(`^ok 2 keys, the shortest of 43 bytes, fingerprints ${BOTH_FINGERPRINTS}$`) }
  ],
  [
    'a cookie that browsers reject',
    { yaml: GOOD.replace('cookie: {', 'cookie: { domain: other.example,') },
    { CONFIG: /^fail .*cookie.domain: is not a parent.*sign-in would loop/, KEYS: /^skip / }
  ],
  [
    'a missing file',
    { yaml: withKeysFile('/nowhere/keys') },
    { FILES: /^fail .*cookie.signatureKeysFile: names a file that cannot be read \(ENOENT\)/ }
  ],
  ['too few files', { machine: { openFilesWarning: 'the limit is 1024' } }, { LIMITS: /^warn .*1024/ }],
  ['little memory', { machine: { memoryBytes: 2 ** 28 } }, { LIMITS: /^warn memory 256 MiB.*320 MiB/ }],
  ['enough memory', { machine: { memoryBytes: 320 * 2 ** 20 } }, { LIMITS: /^ok / }],
  ['an old Node', { machine: { nodeVersion: '20.20.2' } }, { VERSION: /^warn .*end of life/ }],
  ['a Node that is too old', { machine: { nodeVersion: '20.18.0' } }, { VERSION: /^fail .*needs Node 20.19/ }]
]

t.test('doctor: each local fault is found by the right check', async (t) => {
  for (const [title, written, says] of ROWS) t.match(await look(written), says, title)
})

t.test('doctor: replicas with different keys differ in KEYS, although their hash is equal', async (t) => {
  const [one, other] = [await look({ yaml: withKeys(KEY) }), await look({ yaml: withKeys(NEW_KEY) })]
  t.equal(one.CONFIG, other.CONFIG)
  t.not(one.KEYS, other.KEYS)
  t.equal(one.KEYS, (await look({ yaml: withKeys(KEY) })).KEYS, 'control: the same keys')
  const inOrder = async (...keys: string[]) => (await look({ yaml: withKeys(...keys) })).KEYS
  t.not(await inOrder(KEY, NEW_KEY), await inOrder(NEW_KEY, KEY), 'the first one signs')
})

t.test('doctor: files, by who can read or change them', async (t) => {
  const tokenFile = join(folder, 'token.txt')
  const withToken = `${GOOD}management: { tokenFile: ${tokenFile} }\n`
  t.match(
    (await look({ yaml: withToken })).FILES,
    /^fail .*management.tokenFile: names a file that cannot be/
  )
  writeFileSync(tokenFile, 'short')
  t.match(
    (await look({ yaml: withToken })).FILES,
    /^fail .*secret is shorter than 32 char.*openssl rand -hex 32/
  )
  writeFileSync(tokenFile, 'a'.repeat(64))
  const byOthers = { GATEHOUSE_COOKIE_SIGNATURE_KEYS: NEW_KEY }
  const rows: readonly [string, number, Written, RegExp][] = [
    [KEYS_FILE, 0o600, { yaml: withKeysFile(KEYS_FILE) }, /^ok 2 files$/],
    [
      KEYS_FILE,
      0o644,
      { yaml: withKeysFile(KEYS_FILE) },
      /^warn 2.*signatureKeysFile: anyone.*read.*chmod o-r/
    ],
    [KEYS_FILE, 0o602, { yaml: withKeysFile(KEYS_FILE) }, /^fail 2 files.*can change/],
    [tokenFile, 0o644, { yaml: withToken }, /^warn .*management.tokenFile: anyone.*can read.*chmod o-r/],
    [tokenFile, 0o600, { yaml: withToken }, /^ok 2 files$/],
    [file, 0o644, {}, /^warn 1 file.*--config: anyone/],
    [file, 0o644, { yaml: withKeysFile(KEYS_FILE) }, /^ok 2 files$/],
    [file, 0o644, { env: byOthers }, /^ok 1 file$/]
  ]
  for (const [name, mode, written, words] of rows) {
    chmodSync(name, mode)
    t.match((await look(written)).FILES, words, `${name} ${mode.toString(8)}`)
    chmodSync(name, 0o600)
  }
})
