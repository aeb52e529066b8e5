import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'

const KEY = signatureKeyOf('advice')
const REST = {
  publicUrl: 'https://app.example.com',
  upstream: { url: 'http://127.0.0.1:3000' },
  identityPlatform: { projectId: 'my-project', apiKey: 'key' },
  cookie: { signatureKeys: [KEY] }
}
const env = { METADATA_SERVER_DETECTION: 'none' }
const folder = t.testdir({})

function load(text: string, name = 'gatehouse.yaml') {
  const file = join(folder, name)
  writeFileSync(file, text)
  return loadConfig({ file, env, plugins: [] })
}

/** Problems with their hints, one text each. */
function problemsOf(config: object | string): string[] {
  const loaded = load(typeof config === 'string' ? config : JSON.stringify({ ...REST, ...config }))
  return loaded.kind === 'invalid'
    ? loaded.problems.map(({ path, message, hint }) => `${path}: ${message}. ${hint}`)
    : []
}

t.test('advice: a misspelt key names the nearest one, a foreign one lists the keys', async (t) => {
  const rows: readonly (readonly [object, RegExp])[] = [
    [{ upsteam: REST.upstream }, /^upsteam: .*Did you mean `upstream`\?$/],
    [{ publicURL: 'https://a.example.com' }, /Did you mean `publicUrl`\?$/],
    [{ cookie: { signatureKey: [KEY] } }, /^cookie\.signatureKey: .*Did you mean `signatureKeys`\?$/],
    [
      { applications: [{ name: 'a', upstrem: 1 }] },
      /^applications\[0\]\.upstrem: .*Did you mean `upstream`\?$/
    ],
    [{ somethingElse: 1 }, /Keys here: publicUrl, /]
  ]
  for (const [config, expected] of rows) {
    const found = problemsOf(config).find((problem) => expected.test(problem))
    t.ok(found, String(expected))
  }
})

t.test('advice: an address says what of it is wrong, without showing it', async (t) => {
  const rows: readonly (readonly [object, RegExp])[] = [
    [{ upstream: 'http://hidden:3000' }, /^upstream: must be a section.*`upstream: \{ url: … \}`/],
    [{ upstream: { url: 'hidden:25100' } }, /^upstream\.url: .*Begin with `http:\/\/`/],
    [{ upstream: { url: 'ftp://hidden' } }, /^upstream\.url: .*The scheme is/],
    [
      { upstream: { url: 'https://hidden.example.com/app' } },
      /^upstream\.url: .*Remove what follows host and port/
    ],
    [{ upstream: { url: 'https://hidden:b@app.example.com' } }, /^upstream\.url: .*Remove the user name/],
    [{ publicUrl: 'hidden.example.com' }, /^publicUrl: .*Begin with `http:\/\/`/],
    [{ publicUrl: 'https://hidden.example.com/app/' }, /^publicUrl: .*Remove what follows host and port/],
    [{ publicUrl: 'https://user:hidden@app.example.com' }, /^publicUrl: .*Remove the user name/],
    [
      { applications: [{ name: 'a', upstream: { url: 'hidden:25100' } }] },
      /^applications\[0\]\.upstream\.url: .*Begin with `http:\/\/`/
    ]
  ]
  for (const [config, expected] of rows) {
    const problems = problemsOf(config)
    const found = problems.some((problem) => expected.test(problem))
    t.ok(found, `${expected} ${problems}`)
    t.notMatch(problems.join(), 'hidden')
  }
  t.same(problemsOf({ upstream: { url: 'https://other.example.com/' } }), [])
})

t.test('advice: no configuration file, or one that does not exist, it says how to begin', async (t) => {
  const without = await runCommand(['start'], { env })
  t.match(without, { code: 2, stderr: /--config gatehouse\.yaml.*config\/gatehouse\.example\.yaml/ })
  const missing = await runCommand(['check-config', '--config', join(folder, 'none.yaml')], { env })
  const stderr = /none\.yaml: cannot be read .*no such file\n.*gatehouse\.example\.yaml/
  t.match(missing, { code: 2, stderr })
  writeFileSync(join(folder, 'part.yaml'), 'upstream: null\n')
  const named = await runCommand(['check-config', '--config', join(folder, 'part.yaml')], { env })
  t.notMatch(named.stderr, '--config')
})

t.test('advice: a bracket that is not closed is named with its line', async (t) => {
  const before = `${'# comment {\n'.repeat(11)}publicUrl: "https://{"\n`
  for (const [text, expected] of [
    [`${before}cookie: { domain: null\nupstream: null\n`, 'The { in line 13 is not closed.'],
    [
      `${before}cors:\n  origins: [https://a.example.com\nupstream: null\n`,
      'The [ in line 14 is not closed.'
    ],
    [`${before}cookie: { domain: [a] `, 'The { in line 13 is not closed.']
  ] as const)
    t.match(problemsOf(text).join('\n'), expected, text)
  t.notMatch(problemsOf(`${before}cookie: {}\nhsts: {}\nhsts: {}\n`).join(), 'not closed')
})

t.test('advice: a wrong secret in a file names the file and the key in it', async (t) => {
  const keys = join(folder, 'keys')
  writeFileSync(keys, `${KEY}\n${'password'.repeat(5)}\n`)
  const [problem = '', ...others] = problemsOf({ cookie: { signatureKeysFile: keys } })
  t.same(others, [])
  t.match(problem, /^cookie\.signatureKeysFile: key 2 is not the hex or base64 of at least 32 bytes/)
  t.match(problem, keys)
  writeFileSync(keys, '')
  const found = problemsOf({ cookie: { signatureKeysFile: keys } }).join()
  t.match(found, /^cookie\.signatureKeysFile: has no key.*File: /)
  writeFileSync(keys, '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n')
  const seen = problemsOf({ assertion: { privateKeysFile: keys } }).join()
  t.match(seen, /^assertion\.privateKeysFile: key 1 .*File: /)
  t.match(problemsOf({ cookie: { signatureKeysFile: `${keys}-none` } }), [/cannot be read/])
  t.match(problemsOf({ cookie: { signatureKeys: [KEY, 'short'] } }), [/^cookie\.signatureKeys\[1\]: /])
})

t.test('advice: a key file that others can read is a warning of check-config', async (t) => {
  const check = async (mode: number) => {
    const keys = join(folder, `keys-${mode}`)
    writeFileSync(keys, `${KEY}\n`, { mode })
    const file = join(folder, 'checked.yaml')
    writeFileSync(file, JSON.stringify({ ...REST, cookie: { signatureKeysFile: keys } }))
    return (await runCommand(['check-config', '--config', file], { env })).stdout
  }
  const found = await check(0o644)
  t.match(found, /warning: cookie\.signatureKeysFile: anyone on this machine can read .*chmod o-r/)
  t.notMatch(await check(0o600), 'anyone')
})

t.test('advice: a publicUrl of this machine without a listener is a warning', async (t) => {
  const warningsOf = (config: object) => {
    const loaded = load(JSON.stringify({ ...REST, ...config }))
    return loaded.kind === 'loaded' && loaded.warnings.filter((line) => line.includes('nothing listens'))
  }
  const publicUrl = 'http://localhost:25100'
  t.match(warningsOf({ publicUrl }), [/^publicUrl: .*port 25100.*`listen\.port: 25100`/])
  for (const config of [
    { publicUrl, listen: { port: 25100 } },
    { publicUrl, listen: { host: '0.0.0.0' } },
    { publicUrl, trustedProxies: ['127.0.0.1'] },
    { publicUrl, listen: { port: 0 } },
    { publicUrl: 'http://localhost' },
    { publicUrl: 'http://localhost:8080' },
    { publicUrl: 'https://localhost:25100' },
    { publicUrl: 'http://app.example.com:25100' }
  ])
    t.same(warningsOf(config), [], JSON.stringify(config))
})
