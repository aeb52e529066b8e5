import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { keyFingerprintOf } from '../../../src/session/cookie/signature-keys.ts'
import { contextWith } from '../../../test/fixtures/commands/doctor-context.ts'
import { GOOD, KEY, NEW_KEY } from '../../../test/fixtures/repository/yaml-config.ts'
import { type DoctorContext, inspectConfig } from '../check.ts'
import { configCheck, filesCheck, keysCheck, limitsCheck, versionCheck } from '../checks/configuration.ts'
import { storeCheck } from '../checks/store.ts'
import { examine } from '../doctor.ts'

const MACHINE = { nodeVersion: '24.1.0', memoryBytes: 2 ** 33, openFilesWarning: null }
const CHECKS = [configCheck, filesCheck, keysCheck, limitsCheck, versionCheck, storeCheck]

interface Written {
  yaml?: string
  env?: Record<string, string>
  machine?: Partial<DoctorContext['machine']>
}

const folder = t.testdir({ 'gatehouse.yaml': '', 'keys.txt': KEY })
const CONFIG_FILE = join(folder, 'gatehouse.yaml')
const KEYS_FILE = join(folder, 'keys.txt')
for (const file of [CONFIG_FILE, KEYS_FILE]) chmodSync(file, 0o600)

/** The findings for a configuration, each on one line. */
async function look({ yaml = GOOD, env = {}, machine = {} }: Written): Promise<Record<string, string>> {
  const file = CONFIG_FILE
  writeFileSync(file, yaml)
  const variables = { METADATA_SERVER_DETECTION: 'none', ...env }
  const findings = await examine(
    CHECKS,
    contextWith({
      inspected: inspectConfig({ file, env: variables }),
      file,
      env: variables,
      machine: { ...MACHINE, ...machine }
    }),
    { isOffline: true, deadline: () => new AbortController().signal }
  )
  return Object.fromEntries(
    findings.map(({ id, status, seen, advice }) => [
      id,
      `${status} ${[seen, ...advice.flatMap(({ cause, fix }) => [cause, fix])].join(' | ')}`
    ])
  )
}

t.test('doctor: a valid configuration passes all checks', async (t) => {
  const found = await look({})
  t.match(found, {
    CONFIG: /^ok .*gatehouse.yaml: valid, hash [0-9a-f]{12}$/,
    FILES: 'ok 1 file',
    KEYS: `ok 1 key of 43 bytes, fingerprint ${keyFingerprintOf(KEY)}`,
    LIMITS: /^ok memory 8192 MiB/,
    VERSION: /^ok gatehouse .*, Node 24.1.0$/,
    STORE: /^skip /
  })
})

const BOTH_FINGERPRINTS = `${keyFingerprintOf(KEY)}, ${keyFingerprintOf(NEW_KEY)}`
const withKeys = (...keys: string[]) => GOOD.replace(KEY, keys.join(', '))
const ROWS: readonly (Written & { title: string; says: Record<string, RegExp> })[] = [
  {
    title: 'a wrong shape, where other sections are checked without their meaning',
    yaml: `${GOOD}nonsense: 1\nlisten: { port: x }\ntrustedProxies: [somewhere]\n`,
    says: { CONFIG: /^fail .*: 2 problems \| nonsense: is not a key.*\| listen.port: /, KEYS: /^ok / }
  },
  {
    title: 'wrong shapes of required keys',
    yaml: withKeys(KEY).replace('https://app.example.com', '5').replace('projectId', 'project'),
    says: { CONFIG: /^fail .*: 3 problems \| publicUrl: /, KEYS: /^ok / }
  },
  {
    title: 'a wrong meaning, where other sections are checked',
    yaml: `${GOOD}trustedProxies: [somewhere]\n`,
    says: { CONFIG: /^fail .*: 1 problem \| trustedProxies\[0\]: is not a network/, KEYS: /^ok / }
  },
  { title: 'not YAML', yaml: 'a: [', says: { CONFIG: /^fail .*is not YAML/, KEYS: /^skip .*see CONFIG/ } },
  {
    title: 'a mistyped variable',
    env: { GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMIAL: 'true' },
    says: { CONFIG: /^fail .*Did you mean GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMAIL/ }
  },
  {
    title: 'a service link',
    env: { GATEHOUSE_LISTEN_PORT: 'tcp://10.0.0.1:80' },
    says: { CONFIG: /^warn .*GATEHOUSE_LISTEN_PORT is set by Kubernetes for a service/ }
  },
  {
    title: 'the gateway as its own application',
    yaml: GOOD.replace(':3000', ':8080'),
    says: { CONFIG: /^fail .*upstream.url: is the gateway itself/ }
  },
  {
    title: 'a weak setting',
    yaml: `${GOOD}session: { revocationCheckSeconds: 0 }\n`,
    says: { CONFIG: /^warn .*: valid, hash [0-9a-f]{12} \| session.revocationCheckSeconds/, LIMITS: /^ok / }
  },
  {
    title: 'a short key',
    yaml: withKeys('short'),
    says: { KEYS: /^fail .*hex or base64 of at least 32 bytes.*keys generate/ }
  },
  { title: 'a duplicate key', yaml: withKeys(KEY, KEY), says: { KEYS: /^warn 2 keys.*listed twice/ } },
  {
    title: 'two keys',
    yaml: withKeys(KEY, NEW_KEY),
    says: { KEYS: new RegExp(`^ok 2 keys, the shortest of 43 bytes, fingerprints ${BOTH_FINGERPRINTS}$`) }
  },
  {
    title: 'a domain that browsers reject',
    yaml: GOOD.replace('cookie: {', 'cookie: { domain: other.example,'),
    says: { CONFIG: /^fail .*cookie.domain: is not a parent.*sign-in would loop/, KEYS: /^skip / }
  },
  {
    title: 'plain http',
    yaml: GOOD.replace('https:', 'http:'),
    says: { CONFIG: /^warn .*sends session cookies in clear/ }
  },
  {
    title: 'a missing file',
    yaml: GOOD.replace(/signatureKeys: .*\]/, 'signatureKeysFile: /nowhere/keys'),
    says: { FILES: /^fail .*cookie.signatureKeysFile: names a file that cannot be read \(ENOENT\)/ }
  },
  {
    title: 'too few open files',
    machine: { openFilesWarning: 'the limit is 1024' },
    says: { LIMITS: /^warn .*1024/ }
  },
  {
    title: 'little memory',
    machine: { memoryBytes: 2 ** 28 },
    says: { LIMITS: /^warn memory 256 MiB.*320 MiB/ }
  },
  { title: 'enough memory', machine: { memoryBytes: 320 * 2 ** 20 }, says: { LIMITS: /^ok / } },
  { title: 'an old Node', machine: { nodeVersion: '20.20.2' }, says: { VERSION: /^warn .*end of life/ } },
  {
    title: 'a Node that is too old',
    machine: { nodeVersion: '20.18.0' },
    says: { VERSION: /^fail .*needs Node 20.19/ }
  }
]

t.test('doctor: replicas with different keys differ in KEYS, although their hash is equal', async (t) => {
  const [one, other] = [await look({ yaml: withKeys(KEY) }), await look({ yaml: withKeys(NEW_KEY) })]
  t.equal(one.CONFIG, other.CONFIG)
  t.not(one.KEYS, other.KEYS)
  t.equal(one.KEYS, (await look({ yaml: withKeys(KEY) })).KEYS, 'control: the same keys')
  t.not(
    (await look({ yaml: withKeys(KEY, NEW_KEY) })).KEYS,
    (await look({ yaml: withKeys(NEW_KEY, KEY) })).KEYS,
    'the order matters: the first one signs'
  )
})

t.test('doctor: each local fault is found by the right check', async (t) => {
  for (const { title, says, ...written } of ROWS) {
    const found = await look(written)
    for (const [id, words] of Object.entries(says)) t.match(found[id], words, `${title}: ${id}`)
  }
})

t.test('doctor: secret files are a warning if others can read, a failure if they can write', async (t) => {
  const yaml = GOOD.replace(/signatureKeys: .*\]/, `signatureKeysFile: ${KEYS_FILE}`)
  t.match((await look({ yaml })).FILES, 'ok 2 files')
  chmodSync(KEYS_FILE, 0o644)
  t.match((await look({ yaml })).FILES, /^warn 2 files.*signatureKeysFile: anyone.*can read.*chmod o-r/)
  chmodSync(KEYS_FILE, 0o602)
  t.match((await look({ yaml })).FILES, /^fail 2 files.*can change/)
  chmodSync(KEYS_FILE, 0o600)
})

t.test('doctor: a management token that is missing, short or readable by others is found', async (t) => {
  const file = join(folder, 'token.txt')
  const yaml = `${GOOD}management: { tokenFile: ${file} }\n`
  const write = (token: string, mode: number) => {
    writeFileSync(file, token)
    chmodSync(file, mode)
  }
  t.match((await look({ yaml })).FILES, /^fail .*management.tokenFile: names a file that cannot be read/)
  write('short', 0o600)
  t.match((await look({ yaml })).FILES, /^fail .*secret is shorter than 32 characters.*openssl rand -hex 32/)
  write('a'.repeat(64), 0o644)
  t.match((await look({ yaml })).FILES, /^warn .*management.tokenFile: anyone.*can read.*chmod o-r/)
  write('a'.repeat(64), 0o600)
  t.match((await look({ yaml })).FILES, 'ok 2 files')
})

t.test('doctor: a world-readable configuration file is a warning only if it holds secrets', async (t) => {
  const yaml = GOOD.replace(/signatureKeys: .*\]/, `signatureKeysFile: ${KEYS_FILE}`)
  chmodSync(CONFIG_FILE, 0o644)
  t.match((await look({ yaml })).FILES, 'ok 2 files')
  t.match((await look({})).FILES, /^warn 1 file.*--config: anyone/)
  t.match((await look({ env: { GATEHOUSE_COOKIE_SIGNATURE_KEYS: NEW_KEY } })).FILES, 'ok 1 file')
  chmodSync(CONFIG_FILE, 0o600)
})
