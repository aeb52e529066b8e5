import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { startPreview } from '../../../src/commands/preview.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { LOGIN_PAGE, withLoginSections } from '../../../src/config/partial-config.ts'
import { send } from '../../fixtures/wire/http-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
const file = join(folder, 'gatehouse.yaml')
const logo = join(folder, 'logo.svg')
writeFileSync(file, 'login: { brand: { name: Acme }, theme: { radius: 4 } }')
writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>')

const sources = { file, env: {} }
const loaded = loadConfig(sources, LOGIN_PAGE)
if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
const { config } = loaded
const preview = await startPreview(config, (edited) => loadConfig(sources, withLoginSections(edited)), 0)
t.teardown(() => preview.close())

const setup = Object(await (await send(`${preview.url}/_gallery/setup`)).json())

function post(body: string, headers: Record<string, string> = {}) {
  return send(`${preview.url}/_gallery/edit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: preview.url, ...headers },
    body
  })
}

/** Sends the values of the configuration with one of the theme's changed. */
async function edit(theme: Record<string, unknown>) {
  const { values } = setup
  const response = await post(JSON.stringify({ ...values, theme: { ...values.theme, ...theme } }))
  return { status: response.status, ...Object(await response.json()) }
}

t.test('editor: has a field for every appearance key of the schema', async (t) => {
  const theme = setup.sections.find(({ name }: { name: string }) => name === 'theme')
  const byKey = Object.fromEntries(
    theme.fields.map(({ key, input }: { key: string; input: { kind: string } }) => [key, input.kind])
  )
  t.match(byKey, { accent: 'colour', mode: 'choice', radius: 'number', font: 'text', preset: 'choice' })
  t.same(
    setup.sections.map(({ name }: { name: string }) => name),
    ['theme', 'brand', 'links']
  )
  t.equal(setup.values.theme.radius, 4)
})

t.test('editor: a valid edit shows in previews, and the loader accepts its YAML', async (t) => {
  const answer = await edit({ accent: '#0b6b3a' })
  t.equal(answer.kind, 'shown')
  const shown = await (await send(`${preview.url}/login?preview=sign-in&theme=${answer.theme}`)).text()
  t.match(shown, /#0b6b3a/i)
  const before = await (await send(`${preview.url}/login?preview=sign-in`)).text()
  t.notMatch(before, /#0b6b3a/i, 'control: without the edit')
  const written = join(folder, 'written.yaml')
  writeFileSync(
    written,
    `${answer.yaml}publicUrl: http://localhost:1\nupstream: { url: "http://127.0.0.1:2" }\nidentityPlatform: { projectId: p-1, apiKey: k }\n`
  )
  const again = loadConfig({ file: written, env: { GATEHOUSE_COOKIE_SIGNATURE_KEYS: KEY } })
  t.match(again, {
    kind: 'loaded',
    config: { login: { brand: { name: 'Acme' }, theme: { accent: '#0b6b3a', radius: 4 } } }
  })
})

const KEY = 'A9b8C7d6E5f4G3h2I1j0K9l8M7n6O5p4Q3r2S1t0U9v8W7x6Y5z4'

t.test('editor: invalid values are reported with their keys and change nothing', async (t) => {
  for (const [theme, path, hint] of [
    [{ accent: '#ffffaa' }, 'login.theme.accent', /`#[0-9a-f]{6}`/],
    [{ accent: 'red; } body {' }, 'login.theme.accent', /./],
    [{ radius: 4000 }, 'login.theme.radius', /./],
    [{ radius: '<script>' }, 'login.theme.radius', /./],
    [{ font: '"; } * {' }, 'login.theme.font', /./],
    [{ cssFile: '/etc/shadow-none' }, 'login.theme.cssFile', /./],
    [{ nonsense: true }, 'login.theme.nonsense', /./]
  ] as const) {
    const answer = await edit(theme)
    t.match(answer, { status: 200, kind: 'invalid', problems: [{ path, hint }] }, JSON.stringify(theme))
  }
})

t.test('editor: suggests a value only if it was computed from the input', async (t) => {
  const [shade] = (await edit({ accent: '#ffffaa' })).problems
  t.match(shade, { path: 'login.theme.accent', suggestion: /^#[0-9a-f]{6}$/ })
  t.equal((await edit({ accent: shade.suggestion })).kind, 'shown')
  const [named] = (await edit({ accent: 'red' })).problems
  t.match(named, { path: 'login.theme.accent', message: 'has the wrong format', hint: /#1f5eff/ })
  t.notOk('suggestion' in named, 'control: an example is no suggestion')
})

t.test('editor: an invalid name is reported at its field in plain words', async (t) => {
  const { values } = setup
  const problemsOf = async (name: unknown) =>
    Object(await (await post(JSON.stringify({ ...values, brand: { ...values.brand, name } }))).json())
      .problems
  const rows: readonly [unknown, RegExp][] = [
    ['Acme: Reports', /^has a colon/],
    ['x'.repeat(81), /^must have at most 80 characters$/],
    [1, /^must be a text$/]
  ]
  for (const [name, message] of rows)
    t.match(await problemsOf(name), [{ path: 'login.brand.name', message }], String(name).slice(0, 20))
  t.equal(await problemsOf('x'.repeat(80)), undefined, 'control')
  t.match((await edit({ radius: 1.5 })).problems, [{ message: 'must be a whole number or null' }])
})

t.test('editor: a file that is not an image is rejected without showing its content', async (t) => {
  const { values } = setup
  const brandOf = (logo: string) => JSON.stringify({ ...values, brand: { ...values.brand, logo } })
  t.match(await (await post(brandOf(logo))).json(), { kind: 'shown' })
  const secret = join(folder, 'secret.svg')
  writeFileSync(secret, 'a secret text')
  const refused = await (await post(brandOf(secret))).text()
  t.match(refused, '"kind":"invalid"')
  t.notMatch(refused, 'a secret text')
})

t.test('editor: requests from other sites are rejected', async (t) => {
  const body = JSON.stringify(setup.values)
  t.equal((await post(body)).status, 200)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: preview.url.replace('127.0.0.1', 'localhost') }
  ])
    t.equal((await post(body, headers)).status, 403, JSON.stringify(headers))
  for (const path of ['/', '/_gallery/setup', '/login?preview=sign-in'])
    t.equal(
      (await send(`${preview.url}${path}`, { headers: { host: 'evil.example' } })).status,
      404,
      `${path} for another host`
    )
})

t.test('preview server: hostile queries and bodies get a response, and the server survives', async (t) => {
  const statusOf = (answer: { status: number }) => answer.status
  const targets = [
    '/login?preview=sign-in&theme=0123456789abcdef',
    '/login?preview=sign-in&theme=../../etc/passwd',
    '/login?preview=__proto__',
    '/login?preview=sign-in&theme=',
    '/_auth/assets/..%2f..%2fpackage.json',
    '/_auth/assets/__proto__',
    '/_auth/assets/gallery.html'
  ]
  for (const target of targets) t.equal(statusOf(await send(preview.url + target)), 404, target)
  for (const target of ['/login?preview=%ff', '/%ff'])
    t.ok(statusOf(await send(preview.url + target)) < 500, target)
  const odd = `/login?preview=sign-in&scheme=purple&dir=%22%3E%3Cscript%3E&lang=${'x'.repeat(4000)}`
  const page = await send(preview.url + odd)
  t.equal(page.status, 200)
  t.notMatch(await page.text(), '"><script>')
  for (const body of [
    '{',
    'null',
    '[]',
    '"theme"',
    '{"theme":1}',
    '{"access":{}}',
    '{"__proto__":{"a":1}}',
    '{"theme":{"__proto__":1}}'
  ])
    t.ok(statusOf(await post(body)) < 500, body)
  t.equal(statusOf(await post(JSON.stringify({ theme: { font: 'x'.repeat(40_000) } }))), 413)
  t.equal(statusOf(await post(JSON.stringify(setup.values))), 200)
})

t.test('preview server: the oldest of many edits are dropped', async (t) => {
  const first = (await edit({ radius: 0, accent: '#000001' })).theme
  const at = (theme: string) => send(`${preview.url}/login?preview=sign-in&theme=${theme}`)
  t.equal((await at(first)).status, 200)
  for (let number = 0; number < 40; number++) await edit({ accent: `#0000${(number + 16).toString(16)}` })
  t.equal((await at(first)).status, 404)
})
