import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { hashConfig, listChangedKeys } from '../../src/config/changes.ts'
import { keepUntilRestart, type Reading, readConfiguration } from '../../src/config/load.ts'
import { readAgain, readConfigFile } from '../../src/config/sources/files.ts'
import { testConfig, testLoadedConfig } from '../fixtures/gateway.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'

const FILE = `publicUrl: http://localhost:8080
upstream: { url: 'http://127.0.0.1:9' }
identityPlatform: { projectId: demo-test, apiKey: key }
login: { brand: { logo: LOGO } }
cookie: { signatureKeysFile: KEYS }
`
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'

/** A configuration file that refers to two others. */
function writeFiles(t: Test) {
  const folder = t.testdir()
  const at = (name: string) => join(folder, name)
  const paths = { file: at('gatehouse.yaml'), keys: at('keys'), logo: at('logo.svg') }
  writeFileSync(paths.file, FILE.replace('LOGO', paths.logo).replace('KEYS', paths.keys))
  writeFileSync(paths.keys, signatureKeyOf('one'))
  writeFileSync(paths.logo, LOGO)
  return { ...paths, read: () => readConfiguration({ file: paths.file, env: {}, plugins: [] }) }
}

const problemsOf = ({ loaded }: Reading) => (loaded.kind === 'invalid' ? loaded.problems : [])

t.test('reading: names every file, with the same fingerprint while their content is the same', async (t) => {
  const { file, keys, logo, read } = writeFiles(t)
  const first = read()
  t.same(problemsOf(first), [])
  t.same([...first.files.keys()].sort(), [file, keys, logo].sort())
  writeFileSync(logo, LOGO)
  t.equal(read().fingerprint, first.fingerprint, 'written again')
})

/** Puts something else in place of a file. */
const REPLACEMENTS: Readonly<Record<string, (file: string) => void>> = {
  'a device that never ends': (file) => symlinkSync('/dev/zero', file),
  'a pipe that is never written to': (file) => void execFileSync('mkfifo', [file]),
  'a folder': (file) => void mkdirSync(file),
  'a huge sparse file': (file) => {
    writeFileSync(file, '')
    truncateSync(file, 2 ** 40)
  },
  'a link to nothing': (file) => symlinkSync('nothing', file)
}

for (const [name, replace] of Object.entries(REPLACEMENTS))
  t.test(`reading: a configuration or a named file replaced by ${name} is a problem`, async (t) => {
    for (const which of ['file', 'keys', 'logo'] as const) {
      const { read, ...files } = writeFiles(t)
      rmSync(files[which])
      replace(files[which])
      const reading = read()
      const said = /is not a file|more than \d+ kB|cannot be read \(ENOENT\)/
      t.match(problemsOf(reading), [{ message: said }], which)
      t.match(JSON.stringify(problemsOf(reading)), files[which], `${which}: its name`)
      t.same(readAgain(reading.files), reading.files, `${which}: the same again`)
    }
  })

t.test('reading: a socket in place of a file is a problem', async (t) => {
  const { keys, read } = writeFiles(t)
  rmSync(keys)
  // Paths of sockets are short.
  const folder = mkdtempSync(join(tmpdir(), 'reading-'))
  const server = createServer().listen(join(folder, 'socket'))
  t.teardown(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  symlinkSync(join(folder, 'socket'), keys)
  await once(server, 'listening')
  t.match(problemsOf(read()), [{ message: /cannot be read \(ENXIO\)/ }])
})

t.test('reading: keys of 64 kB are read, larger ones are not; a configuration may have 8 MiB', async (t) => {
  const { file, keys, read } = writeFiles(t)
  const pad = (path: string, bytes: number) => {
    const text = readFileSync(path, 'utf8').trimEnd()
    writeFileSync(path, `${text}${path === file ? '\n#' : ''}`.padEnd(bytes, path === file ? '#' : '\n'))
  }
  pad(keys, 64 * 1024)
  pad(file, 8 * 1024 * 1024)
  t.same(problemsOf(read()), [])
  pad(keys, 64 * 1024 + 1)
  t.match(problemsOf(read()), [
    { path: 'cookie.signatureKeysFile', message: 'names a file of more than 64 kB' }
  ])
  pad(file, 8 * 1024 * 1024 + 1)
  t.match(problemsOf(read()), [{ path: file, message: 'names a file of more than 8192 kB' }])
})

t.test('reading: reading again without parsing finds the same content and errors', async (t) => {
  const { keys, logo, read } = writeFiles(t)
  const { files } = read()
  t.same(readAgain(files), files)
  writeFileSync(logo, `${LOGO}\n`)
  t.not(readAgain(files).get(logo), files.get(logo))
  rmSync(keys)
  t.equal(readAgain(files).get(keys), 'ENOENT')
  t.same(readAgain(files), read().files)
})

for (const [name, text] of Object.entries({
  'a duplicate key': '{\n "publicUrl": "http://a",\n "log": { "level": "info", "level": "warn" }\n}',
  'a duplicate key in two spellings': '{\n "log": {},\n "l\\u006fg": {}\n}',
  'an extra comma': '{\n "publicUrl": "http://a",,\n}',
  'no object': '[1]',
  'an unknown key beside strings that look like names': '{ "x\\": y": "a\\": b", "z": ["\\\\", "c:"] }',
  'YAML syntax': '{ publicUrl: http://a } # words'
}))
  t.test(`reading: JSON with ${name} gives the same keys and problems as YAML`, async (t) => {
    const folder = t.testdir({ 'a.json': text, 'a.yaml': text })
    const [json, yaml] = ['a.json', 'a.yaml'].map((file) => readConfigFile(join(folder, file)))
    t.same(JSON.stringify(json).replaceAll('a.json', 'a.yaml'), JSON.stringify(yaml))
  })

t.test('reading: a change to any of the files changes the fingerprint', async (t) => {
  const { file, keys, logo, read } = writeFiles(t)
  const seen = new Set([read().fingerprint])
  writeFileSync(logo, `${LOGO}\n`)
  seen.add(read().fingerprint)
  writeFileSync(keys, signatureKeyOf('two'))
  seen.add(read().fingerprint)
  writeFileSync(file, '')
  const broken = read()
  t.not(problemsOf(broken).length, 0)
  t.ok(broken.files.has(file), 'an invalid file is watched too')
  t.equal(seen.add(broken.fingerprint).size, 4)
})

t.test('hash: two gateways on one machine have the same, wherever they listen', async (t) => {
  const plain = { 'forwardAuth.enabled': true, trustedProxies: ['10.0.0.0/8'] }
  const hash = hashConfig(testConfig(plain))
  for (const addresses of [
    { 'listen.port': 8081, 'management.port': 9465, 'management.host': '127.0.0.2' },
    { 'listen.unix': '/tmp/second.sock' },
    { 'listen.fd': 4 },
    { 'audit.to': '/var/log/second.jsonl' }
  ])
    t.equal(hashConfig(testConfig({ ...plain, ...addresses })), hash, Object.keys(addresses).join())
  const second = { 'forwardAuth.listen': { host: '127.0.0.1', port: 9001 } }
  const third = { 'forwardAuth.listen': { host: '127.0.0.1', port: 9002 } }
  t.equal(hashConfig(testConfig({ ...plain, ...second })), hashConfig(testConfig({ ...plain, ...third })))
  t.not(hashConfig(testConfig({ ...plain, ...second })), hash, 'a listener more or less is a difference')
  t.not(hashConfig(testConfig({ ...plain, 'listen.maxConnections': 100 })), hash)
})

t.test('hash: equal for equal values, whatever their source and order, without secrets', async (t) => {
  const hash = hashConfig(testConfig({ identityHeaders: { 'x-a': 'a', 'x-b': 'b' } }))
  t.match(hash, /^[0-9a-f]{12}$/)
  t.equal(hashConfig(testConfig({ identityHeaders: { 'x-b': 'b', 'x-a': 'a' } })), hash)
  const secrets = { 'identityPlatform.apiKey': 'other', 'cookie.signatureKeys': [signatureKeyOf('other')] }
  t.equal(hashConfig(testConfig({ identityHeaders: { 'x-a': 'a', 'x-b': 'b' }, ...secrets })), hash)
  t.not(hashConfig(testConfig({ identityHeaders: { 'x-a': 'a' } })), hash)
  const rules = { 'access.rules': [{ path: '/x', allow: 'public' }] }
  t.not(hashConfig(testConfig(rules)), hashConfig(testConfig({})))
})

t.test('changed keys: paths of what differs, with sections and maps as in the reference', async (t) => {
  const changed = listChangedKeys(
    testConfig({}),
    testConfig({
      'upstream.connectTimeoutMs': 1234,
      identityHeaders: { 'x-a': 'a' },
      'cookie.signatureKeys': [signatureKeyOf('other')]
    })
  )
  t.same(changed, ['cookie.signatureKeys', 'identityHeaders', 'upstream.connectTimeoutMs'])
  t.same(listChangedKeys(testConfig({}), testConfig({})), [])
})

t.test('changed keys: applications that differ are named, and that others moved', async (t) => {
  const withWiki = (port: number, ...more: string[]) =>
    testConfig({
      upstream: null,
      applications: [
        { name: 'home', upstream: { url: 'http://127.0.0.1:1' } },
        { name: 'wiki', host: 'wiki.example.com', upstream: { url: `http://127.0.0.1:${port}` } },
        ...more.map((name) => ({
          name,
          host: `${name}.example.com`,
          upstream: { url: 'http://127.0.0.1:3' }
        }))
      ]
    })
  t.same(listChangedKeys(withWiki(2), withWiki(4)), ['applications[1] (wiki)'])
  t.same(listChangedKeys(withWiki(2), withWiki(2, 'shop')), ['applications[2] (shop)'])
  t.same(listChangedKeys(withWiki(2, 'shop'), withWiki(2)), ['applications'])
  t.same(listChangedKeys(withWiki(2), withWiki(2)), [])
})

t.test('restart: changed addresses keep their value and are named, other changes apply', async (t) => {
  const running = testLoadedConfig({})
  const urls = { 'listen.port': 1, 'management.port': 2, 'store.url': 'redis://127.0.0.1:1' }
  const next = testLoadedConfig({ ...urls, 'log.level': 'warn' })
  const { loaded, needRestart } = keepUntilRestart(running, next, [])
  t.same(needRestart, ['listen', 'management', 'store'])
  const { listen, management } = running.config
  t.match(loaded, { kind: 'loaded', config: { listen, management, log: { level: 'warn' } } })
  t.same(keepUntilRestart(running, testLoadedConfig({ 'log.level': 'warn' }), []).needRestart, [])
})

t.test('restart: a change that only works after one is refused with that reason', async (t) => {
  const next = testLoadedConfig({
    upstream: null,
    trustedProxies: ['127.0.0.1/32'],
    'forwardAuth.enabled': true,
    'forwardAuth.listen': { host: '127.0.0.1', port: 0 }
  })
  const { loaded, needRestart } = keepUntilRestart(testLoadedConfig({}), next, [])
  t.same(needRestart, ['forwardAuth.enabled', 'forwardAuth.listen'])
  const hint = /forwardAuth.enabled and forwardAuth.listen keep .* restart/
  t.match(loaded, { kind: 'invalid', problems: [{ hint }] })
})
