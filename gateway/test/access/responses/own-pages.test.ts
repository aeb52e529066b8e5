import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PLUGINS } from '../../../plugins/plugins.ts'
import { packagePath, readTexts } from '../../../src/config/package-files.ts'
import { ERROR_CATALOGUE } from '../../../src/errors.ts'
import { escapeHtml } from '../../../src/http/html.ts'
import { createLocales, type GatewayTexts } from '../../../src/http/locales.ts'
import { cookieHeader, PAGE, postSession, startGateway, testConfig } from '../../fixtures/gateway.ts'
import { listBelow } from '../../fixtures/repository/installation.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { words } from '../../fixtures/words.ts'

const LOCALES = createLocales(testConfig({}).login.locales)
const LANGUAGES = LOCALES.names.map(({ id }) => LOCALES.of(id))
const EN = LOCALES.of('en').gatewayTexts
const RIGHT_TO_LEFT = new Set(['ar', 'he'])
/** Words and forms of address that the texts of a language do not use. */
const OTHER_WORDS: Record<string, RegExp> = {
  'zh-Hans': /[你帐]|第二步/,
  'zh-Hant': /你|帳戶|第二步|通行/,
  de: /\bdu\b|\bdein/i,
  es: /\busted|\bsu cuenta/i,
  nl: /\buw?\b/i,
  pl: /\bkrok/i,
  ja: /2段階目|サインイン/,
  ko: /확인되지|회원님/,
  ar: /(?:^|[.:،] )(?:حاول|سجّل|أدخل|اختر|اضغط)/
}
const HOME = 'https://app.example.com'
const WIKI = 'https://wiki.example.org'
const upstream = { url: 'http://127.0.0.1:9' }
const gateway = await startGateway(t, {
  publicUrl: HOME,
  config: {
    'keepForms.enabled': true,
    'access.rules': [
      { path: '/public/*', allow: 'public' },
      { path: '/admin', allow: { claim: 'role', oneOf: ['admin'] } }
    ],
    applications: [
      { name: 'home', upstream },
      { name: 'wiki', host: 'wiki.example.org', upstream }
    ]
  }
})
gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
const { idToken, refreshToken } = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() })
const own = { origin: HOME, host: new URL(HOME).host }
const cookie = cookieHeader(await postSession(gateway.url, idToken, refreshToken, own))

const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: HOME }
const HAND_OVER = `/_auth/continue?${new URLSearchParams({ to: WIKI, redirect: '/', state: 'a'.repeat(43) })}`

/** Requests a page in a language; returns its content without scripts. */
async function show(
  path: string,
  { headers = {}, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {}
): Promise<string> {
  const host = new URL(HOME).host
  const navigation = { ...PAGE, host, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }
  const answer = await send(`${gateway.url}${path}`, { ...options, headers: { ...navigation, ...headers } })
  return (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, '')
}

const textsOf = (texts: GatewayTexts): string[] =>
  Object.entries(texts).flatMap(([key, text]) => (key.startsWith('gateway.') ? [text] : []))

for (const { id, gatewayTexts } of LANGUAGES) {
  const textOf = (key: string) => gatewayTexts[`gateway.${key}` as keyof GatewayTexts]
  t.test(`plain pages: a visitor who reads ${id} gets that language without script`, async (t) => {
    const accepted = { 'accept-language': `x-none, ${id};q=0.9, en;q=0.1` }
    const toWiki = { host: 'wiki.example.org', 'sec-fetch-site': 'none' }
    const form = { method: 'POST', headers: FORM, body: 'a=1' }
    const rows: [path: string, options: Parameters<typeof show>[1], keys: string[]][] = [
      [
        '/logout',
        { headers: { 'sec-fetch-site': 'none' } },
        words`sign-out.title sign-out.text sign-out.submit`
      ],
      [HAND_OVER, { headers: { cookie } }, ['hand-over.title', 'hand-over.submit']],
      [
        '/_auth/arrive',
        { headers: toWiki },
        ['title', 'late', 'retry'].map((key) => `not-handed-over.${key}`)
      ],
      ['/orders', form, words`keep-form.title keep-form.lost keep-form.sign-in`],
      ['/_auth/form?to=/orders', {}, words`send-form.title send-form.none send-form.back`],
      [
        '/public/x',
        {},
        words`title.no-response-named text.upstream-unreachable note.nothing-lost button.retry`
      ],
      [
        '/admin',
        { headers: { cookie } },
        words`title.forbidden text.forbidden button.switch-account button.sign-out note.signed-in-as`
      ],
      ['/x', { headers: { host: 'other.example' } }, words`title.not-found text.unknown-host reference`]
    ]
    for (const [path, options, keys] of rows) {
      const html = await show(path, { ...options, headers: { ...accepted, ...options?.headers } })
      t.match(html, `<html lang="${id}" dir="${RIGHT_TO_LEFT.has(id) ? 'rtl' : 'ltr'}">`, path)
      for (const key of keys)
        for (const part of textOf(key)
          .split(/\{\w+\}/)
          .filter(Boolean))
          t.match(html, escapeHtml(part), `${path} ${key}`)
      if (path === HAND_OVER) t.match(html, 'wiki.example.org')
      if (path === '/logout') t.notMatch(html, escapeHtml(textOf('reference')), 'no fault, no reference')
    }
  })
}

t.test('plain pages: text inserted into right-to-left text keeps its own direction', (t) => {
  const filledIn = (texts: GatewayTexts) => textsOf(texts).filter((text) => /\{(?!seconds|count)/.test(text))
  t.equal(filledIn(EN).length, 16)
  for (const { id, gatewayTexts } of LANGUAGES)
    for (const text of filledIn(gatewayTexts))
      t.equal(/\u2068\{\w+\}\u2069/.test(text), RIGHT_TO_LEFT.has(id), text)
  t.end()
})

t.test('plain pages: a code for developers is shown in general words of the language', async (t) => {
  const html = await show('/caf%E9', { headers: { cookie: '__Host-gatehouse-lang=ar' } })
  t.match(html, '<html lang="ar" dir="rtl">')
  const { gatewayTexts } = LOCALES.of('ar')
  t.match(html, gatewayTexts['gateway.text.bad-request'])
  t.match(html, gatewayTexts['gateway.button.start'])
  t.notMatch(html, ERROR_CATALOGUE.INVALID_REQUEST.message)
})

t.test('plain pages: no claim that nothing is lost when a form was not delivered', async (t) => {
  const options = { method: 'POST', headers: FORM, body: 'a=1' }
  const html = await show('/public/x', options)
  t.match(html, EN['gateway.note.send-again'])
  t.match(html, `<a class="button" href="/">${EN['gateway.button.start']}</a>`)
  t.notMatch(html, EN['gateway.note.nothing-lost'])
  t.match(await show('/public/x'), EN['gateway.note.nothing-lost'])
})

t.test('plain pages: every text is used', async (t) => {
  const folders = ['src/access', 'src/endpoints', 'plugins'].map((folder) => packagePath('gateway', folder))
  const files = folders.flatMap((folder) => listBelow(folder).map((name) => join(folder, name)))
  const sources = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const isOfDeleted = (key: string) =>
    /^gateway\.(consent|device)\.|^gateway\.text\.client-/.test(key) &&
    !PLUGINS.some(({ name }) => name === 'oauth')
  const found = Object.keys(EN).filter(
    (key) => !sources.includes(`'${key.replace(/-named$/, '')}'`) && !isOfDeleted(key)
  )
  t.same(found, [])
  t.notOk(sources.includes("'gateway.title.none'"), 'control')
})

const sentencesOf = (text: string) => text.split(/(?<=[.!?](?=\s)|[。！？])\s*/u).filter(Boolean)

/** Texts with another number of sentences than in English, because the language has no colon or comma for it. */
const OTHERWISE_DIVIDED: Readonly<Record<string, readonly string[]>> = {
  ja: ['gateway.not-handed-over.late', 'gateway.keep-form.lost'],
  ko: ['gateway.keep-form.lost']
}

t.test('plain pages: every language has each sentence of the English text, translated', async (t) => {
  const english = new Set(textsOf(EN).flatMap(sentencesOf))
  for (const { id } of LANGUAGES.slice(1)) {
    const texts: Record<string, string | undefined> = readTexts(id)
    const differing = Object.entries(EN)
      .filter(([key]) => key.startsWith('gateway.') && !WITHOUT_STOPS.has(id))
      .filter(([key, text]) => sentencesOf(texts[key] ?? '').length !== sentencesOf(text).length)
    const found = differing.map(([key]) => key)
    t.same(found, OTHERWISE_DIVIDED[id] ?? [], `login-ui/locales/${id}.json: as many sentences as in en.json`)
    t.same(
      Object.keys(EN).filter((key) => sentencesOf(texts[key] ?? '').some((one) => english.has(one))),
      [],
      `login-ui/locales/${id}.json: translated`
    )
  }
  t.same(sentencesOf('One. Two: still two! 三。四。'), ['One.', 'Two: still two!', '三。', '四。'], 'control')
})

/** What is wrong with texts, by rule: names of languages and texts. */
const FAULTS: Record<string, (id: string, texts: Record<string, string>) => string[]> = {
  'a straight apostrophe or quotation mark': (_id, texts) =>
    Object.values(texts).filter((text) => /['"]/.test(text)),
  'another term for the same thing': (id, texts) =>
    Object.values(texts).filter((text) => (OTHER_WORDS[id] ?? /^$/).test(text)),
  'a heading with a full stop': (_id, texts) =>
    Object.keys(texts).filter(
      (key) => /^gateway\.(title\.|.*\.title$)/.test(key) && STOP.test(texts[key] ?? '')
    ),
  'a sentence without one': (id, texts) =>
    Object.keys(texts).filter(
      (key) => key.startsWith('gateway.text.') && STOP.test(texts[key] ?? '') === WITHOUT_STOPS.has(id)
    )
}
const STOP = /[.。]$/u
/** Languages that end a sentence with a space. */
const WITHOUT_STOPS = new Set(['th'])

t.test('texts: quotation marks, terms and full stops are right in every language', async (t) => {
  for (const [fault, findIn] of Object.entries(FAULTS)) {
    const faults = LANGUAGES.flatMap(({ id }) => findIn(id, readTexts(id)).map((found) => `${id}: ${found}`))
    t.same(faults, [], fault)
  }
  t.match(EN['gateway.text.not-found'], '’', 'control')
  t.match('你的账号', OTHER_WORDS['zh-Hans'], 'control: refused beside 您')
  t.match('U kunt deze pagina sluiten.', OTHER_WORDS.nl, 'control: as to a stranger')
  t.match('الرابط مستخدم. حاول مرة أخرى.', OTHER_WORDS.ar, 'control: a command')
})

t.test('plain pages: texts of the operator in 403, 502 and 503 are escaped', async (t) => {
  const heading = '<b>Kein Zutritt</b> & "mehr"'
  const { url, provider, signIn, advance } = await startGateway(t, {
    upstreamUrl: upstream.url,
    config: {
      'login.locales.overrides': {
        de: {
          'gateway.title.forbidden': heading,
          'gateway.note.signed-in-as': '<i>{name}</i>, {name}',
          'gateway.text.upstream-unreachable': 'Die Anwendung ruht.',
          'gateway.text.wait': 'Die Anmeldung ruht.',
          'gateway.reference': '<u>Nr.'
        }
      },
      'access.rules': [{ path: '/admin', allow: { claim: 'role', oneOf: ['admin'] } }]
    }
  })
  const signedIn = await signIn(provider.accounts.create({ uid: 'ada', email: 'ada@example.com' }))
  const pageIn = async (language: string, path: string) => {
    const headers = { ...PAGE, cookie: signedIn, 'accept-language': language }
    const response = await send(`${url}${path}`, { headers })
    return `${response.status} ${await response.text()}`
  }
  const ours = LOCALES.of('fr').gatewayTexts

  const forbidden = await pageIn('de', '/admin')
  t.match(forbidden, /^403 /)
  t.match(forbidden, `<h1>${escapeHtml(heading)}</h1>`)
  t.match(forbidden, /&lt;i&gt;<\/span><bdi><strong>ada@example\.com<.*>&lt;\/i&gt;, </)
  t.match(forbidden, '&lt;u&gt;Nr.: <code')
  t.notMatch(forbidden, /<b>|<i>|<u>/)
  t.match(await pageIn('fr', '/admin'), `<h1>${escapeHtml(ours['gateway.title.forbidden'])}</h1>`, 'control')

  t.match(await pageIn('de', '/x'), /^502 .*<p>Die Anwendung ruht\.<\/p>/s)
  t.match(await pageIn('fr', '/x'), escapeHtml(ours['gateway.text.upstream-unreachable']), 'control')

  advance(3700)
  provider.faults.refresh = { kind: 'reset' }
  t.match(await pageIn('de', '/x'), /^503 .*<p>Die Anmeldung ruht\.<\/p>/s)
  t.match(await pageIn('fr', '/x'), escapeHtml(ours['gateway.text.wait']), 'control')
})

t.test('login page: neither the document nor the loaded texts contain texts of other pages', async (t) => {
  const en = { 'gateway.title.no-access': 'Keep out', 'sign-in.heading': 'Come in' }
  const { url } = await startGateway(t, { config: { 'login.locales.overrides': { en } } })
  const html = await (await send(`${url}/login`, { headers: PAGE })).text()
  const [later = ''] = /\/_auth\/assets\/texts-en-\w+\.json/.exec(html) ?? []
  const texts = await (await send(`${url}${later}`)).text()
  t.match(html, 'Come in', 'control')
  t.match(texts, 'problem.', 'control')
  for (const sent of [html, texts]) t.notMatch(sent, /gateway\.|Keep out/)
})
