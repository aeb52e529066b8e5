import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadConfig } from '../../../src/config/load.ts'
import { PRESETS } from '../../../src/login-page/appearance/looks.ts'
import { findServerBundle } from '../../../src/login-page/document/rendering.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { PREVIEW_NEEDS, startPreview } from '../preview.ts'

function load(yaml: string, env: Record<string, string> = {}) {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'gatehouse.yaml')
  writeFileSync(file, yaml)
  return loadConfig({ file, env, plugins: [] }, PREVIEW_NEEDS)
}

async function openPreview(t: Test, yaml = '') {
  const loaded = load(yaml)
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  const preview = await startPreview(loaded.config, 0)
  t.teardown(() => preview.close())
  const get = async (path: string) => {
    const response = await fetch(`${preview.url}${path}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const { previews } = await findServerBundle()()
  return { url: preview.url, get, names: previews.map(({ name }) => name) }
}

t.test('preview: shows every state of the list, with the security policy of the configuration', async (t) => {
  const { get, names } = await openPreview(t)
  t.ok(names.length > 50, `${names.length} states`)
  t.equal(new Set(names).size, names.length, 'each name once')
  for (const name of names) {
    const { status, headers, text } = await get(`/login?preview=${name}`)
    t.equal(status, 200, name)
    t.match(headers.get('content-security-policy'), "script-src 'self'")
    t.match(text, /<h1[^>]*>[^<]/, name)
  }
})

t.test('preview: a state that is not on the list is a 404', async (t) => {
  const { get } = await openPreview(t)
  t.equal((await get('/login?preview=nonsense')).status, 404)
  t.equal((await get('/login')).status, 404)
  t.equal((await get('/login?preview=sign-in&preview=sign-up')).status, 404)
})

t.test('preview: takes the language from the query, brand and colour from the configuration', async (t) => {
  const { get } = await openPreview(t, 'login: { brand: { name: Acme }, theme: { accent: "#0b6b3a" } }')
  const { text } = await get('/login?preview=sign-in&lang=ar')
  t.match(text, '<html lang="ar" dir="rtl">')
  t.match(text, 'Acme')
  t.match(text, /<style>[^<]*#0b6b3a[^<]*<\/style>/i)
  t.match((await get('/login?preview=sign-in&lang=en')).text, '<html lang="en" dir="ltr">')
})

t.test('preview: shows the page in each preset, over the configured look', async (t) => {
  const { get } = await openPreview(t, 'login: { theme: { accent: "#0b6b3a", font: Inter } }')
  const { presets } = JSON.parse((await get('/_gallery/setup')).text)
  t.same(presets[0], { name: '', fill: '#0b6b3a', page: '#f3f4f7' })
  const names = presets.slice(1).map(({ name }: { name: string }) => name)
  t.same(names.sort(), Object.keys(PRESETS).sort())
  const styleOf = async (query: string) =>
    /<style>[^<]*<\/style>/i.exec((await get(`/login?preview=sign-in${query}`)).text)?.[0] ?? ''
  for (const { name, fill } of presets) {
    const style = await styleOf(`&preset=${name}`)
    t.ok(style.includes(fill) && style.includes('Inter'), name)
    t.equal(style.includes('#0b6b3a'), name === '', name)
  }
  t.equal(await styleOf('&preset=none'), await styleOf(''), 'an unknown one is ignored')
  t.match(
    (await get('/login?preview=sign-in&preset=iris&scheme=dark')).text,
    /[?&;]preset=iris/,
    'kept by links'
  )
})

t.test('preview: only the login section has to be valid', async (t) => {
  t.match(load('{}'), { kind: 'loaded' })
  t.match(load('identityPlatform: { apiKeyFile: /nowhere, credentialsFile: /nowhere }'), { kind: 'loaded' })
  t.match(load('cookie: { signatureKeysFile: /nowhere }'), { kind: 'loaded' })
})

t.test('preview: an invalid login section is refused as usual', async (t) => {
  for (const [yaml, path] of [
    ['login: { theme: { accent: "#ffffaa" } }', 'login.theme.accent'],
    ['login: { brand: { logo: /nowhere.svg } }', 'login.brand.logo'],
    ['login: { colour: red }', 'login.colour']
  ] as const) {
    const loaded = load(yaml)
    t.same(loaded.kind === 'invalid' && loaded.problems.map((problem) => problem.path), [path])
  }
})

t.test('preview: a request for another host, 404', async (t) => {
  const { url } = await openPreview(t)
  for (const path of ['/', '/_gallery/setup', '/login?preview=sign-in']) {
    t.equal((await send(url + path)).status, 200, path)
    const headers = { host: 'evil.example' }
    t.equal((await send(url + path, { headers })).status, 404, `${path} for another host`)
  }
})

t.test('preview: hostile queries, a response without their content', async (t) => {
  const { url } = await openPreview(t)
  for (const target of [
    '/login?preview=__proto__',
    '/_auth/assets/..%2f..%2fpackage.json',
    '/_auth/assets/__proto__',
    '/_auth/assets/gallery.html'
  ])
    t.equal((await send(url + target)).status, 404, target)
  for (const target of ['/login?preview=%ff', '/%ff']) t.ok((await send(url + target)).status < 500, target)
  const odd = `/login?preview=sign-in&scheme=purple&preset=%22%3E%3Cscript%3E&lang=${'x'.repeat(4000)}`
  const page = await send(url + odd)
  t.equal(page.status, 200)
  t.notMatch(await page.text(), '"><script>')
})
