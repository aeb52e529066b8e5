import t from 'tap'
import { ar } from '../../src/access/page-words/ar.ts'
import { de } from '../../src/access/page-words/de.ts'
import { en } from '../../src/access/page-words/en.ts'
import { es } from '../../src/access/page-words/es.ts'
import { fr } from '../../src/access/page-words/fr.ts'
import { he } from '../../src/access/page-words/he.ts'
import { it } from '../../src/access/page-words/it.ts'
import { ja } from '../../src/access/page-words/ja.ts'
import { ko } from '../../src/access/page-words/ko.ts'
import { nl } from '../../src/access/page-words/nl.ts'
import { pl } from '../../src/access/page-words/pl.ts'
import { ptBr } from '../../src/access/page-words/pt-br.ts'
import { tr } from '../../src/access/page-words/tr.ts'
import type { PageWords, ShownCode } from '../../src/access/page-words/words.ts'
import { createWordsFor } from '../../src/access/page-words/words-for.ts'
import { zhHans } from '../../src/access/page-words/zh-hans.ts'
import { zhHant } from '../../src/access/page-words/zh-hant.ts'
import { readPackageJson } from '../../src/config/package-files.ts'
import { ERROR_CATALOGUE } from '../../src/errors.ts'
import { escapeHtml } from '../../src/http/escape-html.ts'
import { cookieHeader, PAGE, postSession, startGateway, testConfig } from '../fixtures/gateway.ts'
import { send } from '../fixtures/http-client.ts'

const LANGUAGES = [en, de, fr, es, ptBr, it, nl, pl, tr, ja, ko, zhHans, zhHant, ar, he]
const RIGHT_TO_LEFT = new Set(['ar', 'he'])
/** Other words and forms of address for what has a word in that language. */
const OTHER_WORDS: Record<string, RegExp> = {
  'zh-Hans': /[你帐]|第二步/,
  'zh-Hant': /你|帳戶|第二步|通行/,
  de: /\bdu\b|\bdein/i,
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

/** Asks for a page in a language; gives what is shown without script. */
async function show(
  path: string,
  { headers = {}, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {}
): Promise<string> {
  const host = new URL(HOME).host
  const navigation = { ...PAGE, host, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }
  const answer = await send(`${gateway.url}${path}`, { ...options, headers: { ...navigation, ...headers } })
  return (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, '')
}

function textsOf(words: PageWords): string[] {
  const { language, ...groups } = words
  return [language.reference, ...Object.values(groups).flatMap((group) => Object.values<string>(group))]
}

for (const words of LANGUAGES) {
  const { language, signOut, handOver, notHandedOver, keepForm, sendForm, refusal, because, more, ways } =
    words
  const textOf = (code: ShownCode) => because[code]
  t.test(`plain pages: a visitor who reads ${language.id}, in that language without script`, async (t) => {
    const accepted = { 'accept-language': `x-none, ${language.id};q=0.9, en;q=0.1` }
    const toWiki = { host: 'wiki.example.org', 'sec-fetch-site': 'none' }
    const rows: [path: string, options: Parameters<typeof show>[1], texts: string[]][] = [
      ['/logout', { headers: { 'sec-fetch-site': 'none' } }, [signOut.title, signOut.text, signOut.submit]],
      [HAND_OVER, { headers: { cookie } }, [handOver.title, 'wiki.example.org', handOver.submit]],
      ['/_auth/arrive', { headers: toWiki }, [notHandedOver.title, notHandedOver.late, notHandedOver.retry]],
      [
        '/orders',
        { method: 'POST', headers: FORM, body: 'a=1' },
        [keepForm.title, keepForm.lost, keepForm.signIn]
      ],
      ['/_auth/form?to=/orders', {}, [sendForm.title, sendForm.none, sendForm.back]],
      ['/public/x', {}, [refusal.silent, textOf('UPSTREAM_UNREACHABLE'), more.nothingLost, ways.retry]],
      [
        '/admin',
        { headers: { cookie } },
        [refusal.noAccess, textOf('FORBIDDEN'), ways.switchAccount, ways.signOut]
      ],
      ['/admin', { headers: { cookie } }, [more.signedInAs.replace('{name}', 'ada@example.com')]],
      [
        '/x',
        { headers: { host: 'nobody.example' } },
        [refusal.notFound, textOf('UNKNOWN_HOST'), language.reference]
      ]
    ]
    for (const [path, options, texts] of rows) {
      const html = await show(path, { ...options, headers: { ...accepted, ...options?.headers } })
      t.match(
        html,
        `<html lang="${language.id}" dir="${RIGHT_TO_LEFT.has(language.id) ? 'rtl' : 'ltr'}">`,
        path
      )
      for (const text of texts) t.match(html, escapeHtml(text), path)
    }
  })
}

t.test('plain pages: what is put into a text from right to left, keeps its own direction', (t) => {
  for (const words of LANGUAGES) {
    const filled = textsOf(words).filter((text) => /\{(?:host|address|name)\}/.test(text))
    t.equal(filled.length, 3)
    for (const text of filled)
      t.equal(/\u2068\{\w+\}\u2069/.test(text), RIGHT_TO_LEFT.has(words.language.id), text)
  }
  t.end()
})

t.test('plain pages: a code that is for developers, in general words of the language', async (t) => {
  const html = await show('/caf%E9', { headers: { 'accept-language': 'ar' } })
  t.match(html, '<html lang="ar" dir="rtl">')
  t.match(html, ar.inGeneral.request)
  t.match(html, ar.ways.start)
  t.notMatch(html, ERROR_CATALOGUE.INVALID_REQUEST.message)
})

t.test('plain pages: a form that did not reach the application, no word that nothing is lost', async (t) => {
  const options = { method: 'POST', headers: FORM, body: 'a=1' }
  const html = await show('/public/x', options)
  t.match(html, en.more.sendAgain)
  t.match(html, `<a class="button" href="/">${en.ways.start}</a>`)
  t.notMatch(html, en.more.nothingLost)
  t.match(await show('/public/x'), en.more.nothingLost)
})

t.test('plain pages: every language, the slots of the English texts and none of its sentences', async (t) => {
  const english = textsOf(en)
  const slotsOf = (text = '') => text.match(/\{\w+\}/g) ?? []
  for (const words of LANGUAGES.slice(1)) {
    const texts = textsOf(words)
    t.same(texts.map(slotsOf), english.map(slotsOf), words.language.id)
    t.same(
      texts.filter((text) => english.includes(text)),
      [],
      words.language.id
    )
  }
})

t.test('texts: one word for one thing, on the login page and on the gateway’s own pages', (t) => {
  for (const words of LANGUAGES) {
    const { id } = words.language
    const catalogue = Object(readPackageJson('login-ui', 'locales', `${id}.json`))
    const other = OTHER_WORDS[id] ?? /^$/
    t.same(
      [...textsOf(words), ...Object.values<string>(catalogue)].filter((text) => other.test(text)),
      [],
      id
    )
  }
  t.match('你的账号', OTHER_WORDS['zh-Hans'], 'twin: refused beside 您')
  t.match('الرابط مستخدم. حاول مرة أخرى.', OTHER_WORDS.ar, 'twin: a command')
  t.end()
})

t.test('plain pages: headings, in every language without a full stop; sentences, with one', async (t) => {
  const STOP = /[.。]$/u
  for (const { language, refusal, because, ...others } of LANGUAGES) {
    const { signOut, handOver, notHandedOver, keepForm, sendForm } = others
    const titles = [...Object.values(refusal), signOut, handOver, notHandedOver, keepForm, sendForm]
    const headings = titles.map((one) => (typeof one === 'string' ? one : one.title))
    t.same(
      headings.filter((text) => STOP.test(text)),
      [],
      language.id
    )
    t.same(
      Object.values(because).filter((text) => !STOP.test(text)),
      [],
      language.id
    )
  }
})

t.test('plain pages: language of a visitor, by choice and header among those enabled', async (t) => {
  const config = testConfig({ 'login.locales': { default: 'fr', enabled: ['fr', 'de', 'pt-BR', 'zh-Hans'] } })
  const wordsFor = createWordsFor(config)
  const rows: [accepted: string | undefined, cookie: string | undefined, expected: string][] = [
    [undefined, undefined, 'fr'],
    ['de-AT,fr;q=0.9', undefined, 'de'],
    ['fr;q=0.8,de', undefined, 'de'],
    ['de;q=0,pt-PT', undefined, 'pt-BR'],
    ['zh-CN', undefined, 'zh-Hans'],
    ['zh-TW', undefined, 'fr'],
    ['es', undefined, 'fr'],
    ['pt', 'gatehouse-lang=de', 'de'],
    ['pt', 'gatehouse-lang=<script>', 'pt-BR'],
    ['pt', 'gatehouse-lang=es', 'pt-BR'],
    ['*, -, %%, \u0000', undefined, 'fr'],
    ['x'.repeat(20_000), undefined, 'fr'],
    [`${'aa,'.repeat(5000)}de`, undefined, 'fr']
  ]
  for (const [accepted, cookie, expected] of rows) {
    const { language } = wordsFor({ 'accept-language': accepted, cookie })
    t.equal(language.id, expected, `${accepted?.slice(0, 40)} ${cookie}`)
  }
})

t.test('plain pages: variants of a language, the one that is written so, else the default', async (t) => {
  const wordsFor = createWordsFor(testConfig({}))
  const rows = [
    ['zh-TW', 'zh-Hant'],
    ['zh-HK,zh;q=0.9', 'zh-Hant'],
    ['zh-Hant-MO', 'zh-Hant'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['iw-IL', 'he'],
    ['pt-PT', 'pt-BR'],
    ['tr-CY', 'tr'],
    ['nb', 'en'],
    ['nb,ko;q=0.5', 'ko']
  ] as const
  for (const [accepted, expected] of rows)
    t.equal(wordsFor({ 'accept-language': accepted }).language.id, expected, accepted)
})
