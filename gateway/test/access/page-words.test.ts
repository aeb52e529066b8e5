import t from 'tap'
import { ar } from '../../src/access/page-words/ar.ts'
import { de } from '../../src/access/page-words/de.ts'
import { en } from '../../src/access/page-words/en.ts'
import { es } from '../../src/access/page-words/es.ts'
import { fr } from '../../src/access/page-words/fr.ts'
import { ja } from '../../src/access/page-words/ja.ts'
import { ptBr } from '../../src/access/page-words/pt-br.ts'
import type { PageWords, ShownCode } from '../../src/access/page-words/words.ts'
import { createWordsFor } from '../../src/access/page-words/words-for.ts'
import { zhHans } from '../../src/access/page-words/zh-hans.ts'
import { ERROR_CATALOGUE } from '../../src/errors.ts'
import { cookieHeader, PAGE, postSession, startGateway, testConfig } from '../fixtures/gateway.ts'
import { send } from '../fixtures/http-client.ts'

const LANGUAGES = [en, de, fr, es, ptBr, ja, zhHans, ar]
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

/** All but those of error codes, which the English words have elsewhere. */
function textsOf(words: PageWords): string[] {
  const { language, because: _because, ...groups } = words
  return [language.reference, ...Object.values(groups).flatMap((group) => Object.values<string>(group))]
}

for (const words of LANGUAGES) {
  const { language, signOut, handOver, notHandedOver, keepForm, sendForm, refusal, because, more, ways } =
    words
  const textOf = (code: ShownCode) => because?.[code] ?? ERROR_CATALOGUE[code].message
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
      t.match(html, `<html lang="${language.id}" dir="${language.id === 'ar' ? 'rtl' : 'ltr'}">`, path)
      for (const text of texts) t.match(html, text, path)
    }
  })
}

t.test('plain pages: a code without words in a language, all of the page English', async (t) => {
  const html = await show('/caf%E9', { headers: { 'accept-language': 'ar' } })
  t.match(html, '<html lang="en" dir="ltr">')
  t.match(html, ERROR_CATALOGUE.INVALID_REQUEST.message)
  t.match(html, en.ways.start)
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
