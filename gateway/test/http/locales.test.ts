import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { createLocales, type LanguagePreferences } from '../../src/http/locales.ts'
import { PAGE, startGateway, testConfig } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

const NO_WISH: LanguagePreferences = { cookie: undefined, header: undefined }
const settings = (values: Record<string, unknown> = {}) => testConfig(values).login.locales

t.test('choice: ui_locales, then lang, then the cookie, then the browser, then the default', async (t) => {
  const locales = createLocales(settings({ 'login.locales.default': 'fr' }))
  const all = { uiLocales: 'de', lang: 'es', cookie: 'ja', header: 'ar' }
  t.equal(locales.choose(all), 'de')
  t.equal(locales.choose({ ...all, uiLocales: null }), 'es')
  t.equal(locales.choose({ ...all, uiLocales: null, lang: null }), 'ja')
  t.equal(locales.choose({ ...NO_WISH, header: 'ar' }), 'ar')
  t.equal(locales.choose(NO_WISH), 'fr')
})

t.test('choice: if the preferred language is not offered, the next one decides', async (t) => {
  const locales = createLocales(settings())
  t.equal(locales.choose({ uiLocales: 'bg hr', lang: 'bs', cookie: 'mk', header: 'de' }), 'de')
  t.equal(locales.choose({ ...NO_WISH, uiLocales: 'bg de fr' }), 'de', 'the first of the list that we have')
})

t.test('choice: a language that is not enabled is never chosen', async (t) => {
  const locales = createLocales(settings({ 'login.locales.enabled': ['en', 'fr'] }))
  t.equal(locales.choose({ ...NO_WISH, lang: 'de' }), 'en')
  t.equal(locales.choose({ ...NO_WISH, lang: 'fr' }), 'fr')
  t.equal(locales.find('de'), null)
  t.equal(locales.names.length, 2)
})

t.test('languages: each has the name that it has in itself, with a capital', async (t) => {
  for (const { id, name } of createLocales(settings()).names) {
    const [first = '', ...others] = new Intl.DisplayNames([id], { type: 'language' }).of(id) ?? ''
    t.equal(name, first.toLocaleUpperCase(id) + others.join(''), id)
  }
})

t.test('choice: a variant of a language gets the nearest one offered', async (t) => {
  const locales = createLocales(settings())
  const rows = [
    ['zh-CN', 'zh-Hans'],
    ['zh-SG,zh;q=0.9', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK,zh;q=0.9', 'zh-Hant'],
    ['zh-Hant-MO', 'zh-Hant'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['bg', 'en'],
    ['bg-BG,pl;q=0.5', 'pl'],
    ['tr-CY', 'tr'],
    ['ko-KP', 'ko'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['EN-us', 'en'],
    ['ar-EG', 'ar'],
    ['no', 'nb'],
    ['nn-NO,en;q=0.5', 'nb'],
    ['in-ID', 'id'],
    ['ro-MD', 'ro'],
    ['iw', 'he'],
    ['iw-IL,en;q=0.5', 'he'],
    ['en;q=0.1, fr;q=0.9', 'fr'],
    ['de;q=0, ja', 'ja'],
    ['*', 'en'],
    ['bg, *;q=0.5', 'en']
  ] as const
  for (const [header, expected] of rows) t.equal(locales.choose({ ...NO_WISH, header }), expected, header)
  const codes = ['zh-TW', 'zh-CN', 'iw', 'no', 'bg']
  t.same(
    codes.map(locales.find),
    ['zh-Hant', 'zh-Hans', 'he', 'nb', null],
    'as in an email link of the provider'
  )
})

t.test('choice: nonsense of any length and kind never throws, and gives the default', async (t) => {
  const locales = createLocales(settings())
  const tooLong = 'a'.repeat(20_000)
  for (const header of ['', ';;q=x', ',,,', 'de-', 'x-klingon', 'en-GB-oed', tooLong, '\u0000', '__proto__'])
    t.equal(locales.choose({ ...NO_WISH, header }), 'en', header.slice(0, 20))
  const known = new Set(locales.names.map(({ id }) => id))
  fc.assert(
    fc.property(fc.string(), fc.anything(), fc.anything(), (header, uiLocales, lang) =>
      known.has(locales.choose({ uiLocales, lang, cookie: header, header }))
    )
  )
})

t.test('texts: those of the operator override ours by key, only in their language', async (t) => {
  const overrides = { de: { 'sign-in.heading': 'Bei Acme anmelden' } }
  const locales = createLocales({ ...settings(), overrides })
  const ours = createLocales(settings())
  t.equal(locales.of('de').texts['sign-in.heading'], 'Bei Acme anmelden')
  t.equal(locales.of('de').texts['sign-in.submit'], ours.of('de').texts['sign-in.submit'])
  t.equal(locales.of('fr').texts['sign-in.heading'], ours.of('fr').texts['sign-in.heading'])
})

t.test('texts: missing ones fall back to English, so that no key reaches the page', async (t) => {
  const files = { en: { one: 'One', two: 'Two' }, de: { one: 'Eins' } }
  const read = (id: string) => files[id as keyof typeof files]
  const locales = createLocales({ ...settings(), enabled: ['en', 'de'] }, read)
  t.same(locales.of('de').texts, { one: 'Eins', two: 'Two' })
})

t.test('texts: no line ends after a first letter and its hyphen', async (t) => {
  const locales = createLocales(settings())
  const texts = locales.names.flatMap(({ id }) => Object.values(locales.of(id).texts))
  t.ok(texts.length > 28 * 400)
  t.same(
    texts.filter((text) => /(?<![\p{L}\p{N}\u2019])\p{L}-\p{L}/u.test(text)),
    []
  )
})

t.test('texts: a language is read once, when it is first used', async (t) => {
  const read: string[] = []
  const locales = createLocales(settings(), (id) => {
    read.push(id)
    return { id }
  })
  t.equal(locales.choose({ ...NO_WISH, header: 'fr' }), 'fr')
  t.same(read, [], 'not to choose it')
  const found = [locales.of('fr'), locales.of('fr')].map(({ texts }) => texts)
  t.same(found, [{ id: 'fr' }, { id: 'fr' }])
  t.same(read, ['en', 'fr'])
})

t.test('texts: an enabled language without a file prevents the start', async (t) => {
  const enabled = ['en', 'bg']
  t.throws(() => createLocales({ ...settings(), enabled }), {
    message: /no texts in the language bg \(login-ui\/locales\/bg.json\)/
  })
  t.doesNotThrow(() => createLocales({ ...settings(), enabled: ['en', 'de'] }))
})

t.test('page: the chosen language is in the first byte of HTML and in the headers', async (t) => {
  const { url } = await startGateway(t)
  const response = await send(`${url}/login`, { headers: { ...PAGE, 'accept-language': 'ar-EG, en;q=0.5' } })
  t.equal(response.headers.get('content-language'), 'ar')
  t.equal(response.headers.get('vary'), 'Accept-Language, Cookie, Accept-Encoding')
  t.match(await response.text(), /^<!doctype html>\s*<html lang="ar" dir="rtl">/)
  const plain = await send(`${url}/login`, { headers: PAGE })
  t.match(await plain.text(), /^<!doctype html>\s*<html lang="en" dir="ltr">/)
})

t.test('cookie: a chosen language is stored for a year, one from an email is not', async (t) => {
  const { url } = await startGateway(t)
  const chosen = await send(`${url}/login/forgot?lang=de-CH`, { headers: PAGE })
  t.same(chosen.headers.getSetCookie(), [
    'gatehouse-lang=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'
  ])
  for (const path of ['/login/action?mode=verifyEmail&lang=de', '/login?lang=bg', '/login?ui_locales=de'])
    t.same((await send(`${url}${path}`, { headers: PAGE })).headers.getSetCookie(), [], path)
  const next = await send(`${url}/login`, { headers: { ...PAGE, cookie: 'a=b; gatehouse-lang=de' } })
  t.equal(next.headers.get('content-language'), 'de')
  const mail = await send(`${url}/login/action?mode=verifyEmail&lang=de`, { headers: PAGE })
  t.equal(mail.headers.get('content-language'), 'de')
})

t.test('texts: a link in right-to-left text follows a space, where a line can break', (t) => {
  for (const language of ['ar', 'he']) {
    const path = packagePath('login-ui', 'locales', `${language}.json`)
    const texts = Object.entries<string>(JSON.parse(readFileSync(path, 'utf8')))
    const linked = texts.filter(([, text]) => /\{(?:terms|privacy)\}/.test(text))
    t.equal(linked.length, 3)
    for (const [key, text] of linked) t.notMatch(text, /[^ ]\{/, `${language}: ${key}`)
  }
  t.end()
})
