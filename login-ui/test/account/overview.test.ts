import { readFileSync } from 'node:fs'
import t from 'tap'
import { countsIn } from '../../src/account/screens/overview.tsx'
import { renderPage } from '../../src/entry-server.tsx'
import { textsIn } from '../../src/lib/i18n.ts'
import { repository } from '../fixtures/repository.ts'
import { sampleConfig } from '../fixtures/sample-config.ts'

/** The account overview as the server renders it, in the state of a preview, without the places where addresses may break. */
const overview = (preview: string) => renderPage(sampleConfig({ preview })).replaceAll('<wbr/>', '')
const headOf = (html: string) => /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
const sectionsOf = (html: string) => html.match(/<section .*?<\/section>/gs) ?? []

t.test('account overview: the head names the account by name, address or phone number', async (t) => {
  t.match(headOf(overview('account-page')), />AE<[\s\S]*Alex Example[\s\S]*alex@example\.com/)
  t.match(headOf(overview('account-page-new')), />A<[\s\S]*<strong><bdi dir="ltr">alex@example\.com/)
  const phone = headOf(overview('account-page-phone'))
  t.match(phone, '<strong><bdi dir="ltr">+•••••••0123')
  t.match(phone, /<span class="monogram"[^>]*><svg /, 'a picture instead of initials')
})

t.test('account overview: what is missing says so and can be set up, what is there is managed', async (t) => {
  const empty = overview('account-page-new')
  t.equal(empty.match(/>Not set up</g)?.length, 3)
  t.equal(empty.match(/>Set up</g)?.length, 3)
  t.equal(empty.match(/>Manage</g)?.length, 1, 'the sessions')
  const full = overview('account-page')
  t.equal(full.match(/>Manage</g)?.length, 4)
  t.equal(full.match(/>View</g)?.length, 1, 'applications, of which there may be none')
  t.notMatch(full, /Not set up|>Set up</)
})

for (const [locale, passkeys, words] of [
  ['en', 1, '1 passkey'],
  ['en', 2, '2 passkeys'],
  ['fr', 1_000_000, '1 000 000 clés d’accès'],
  ['pl', 2, '2 klucze dostępu'],
  ['pl', 5, '5 kluczy dostępu'],
  ['ar', 2, 'مفتاحا مرور'],
  ['ja', 2, 'パスキー2個']
] as const)
  t.test(`account overview: ${passkeys} in ${locale} is "${words}"`, async (t) => {
    const texts = readFileSync(new URL(`login-ui/locales/${locale}.json`, repository), 'utf8')
    const counted = countsIn({ totp: 0, passkeys }, locale, textsIn(JSON.parse(texts)))
    t.equal(counted.replace(/\s/g, ' '), words)
  })

for (const [locale, words] of [
  ['en', '1 app, 2 phone numbers'],
  ['zh-Hans', '1 个应用、2 个手机号码']
] as const)
  t.test(`account overview: two kinds in ${locale} are "${words}"`, async (t) => {
    const texts = readFileSync(new URL(`login-ui/locales/${locale}.json`, repository), 'utf8')
    t.equal(countsIn({ totp: 1, sms: 2 }, locale, textsIn(JSON.parse(texts))), words)
  })

t.test('account overview: providers are named, their logos hidden from screen readers', async (t) => {
  t.match(overview('account-page'), /<li><svg [^>]*aria-hidden="true".*Google.*\(alex@gmail\.com\)/s)
})

for (const [words, where, elsewhere] of [
  ['1 app, 1 phone number', 'account-page', 'account-page-new'],
  ['Only Acme can change this.', 'account-page', 'account-page-new'],
  ['Verify your email to set up a second step.', 'account-page-new', 'account-page']
] as const)
  t.test(`account overview: "${words}" where it is true`, async (t) => {
    t.match(overview(where), words)
    t.notMatch(overview(elsewhere), words)
  })

t.test('account overview: deletion is the last section and holds nothing else', async (t) => {
  const last = sectionsOf(overview('account-page')).at(-1) ?? ''
  t.match(last, /Delete your account[\s\S]*This can’t be undone\.[\s\S]*class="button danger"/)
  t.equal(last.match(/<a /g)?.length, 1)
  t.notMatch(overview('account-page-readable'), 'danger', 'none where it is not offered')
})
