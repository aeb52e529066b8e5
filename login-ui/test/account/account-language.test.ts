import t from 'tap'
import { requestNewEmail } from '../../src/account/changes/details.ts'
import { type Answer, away, openAccount, provider, refusing } from '../fixtures/account.ts'
import { later, settle } from '../fixtures/flows.ts'
import { arabic, pageWith, redirected } from '../fixtures/languages.ts'

/** Switching the language in the middle of a change. */

/** The page for a new address, with the response of the gateway when it is requested again. */
function openWith(page: Answer, answers: Record<string, Answer> = {}) {
  return openAccount({
    url: 'https://app.example.com/account/email?tenant=acme&ui_locales=fr#there',
    answers: { 'GET /account/email': page, ...answers }
  })
}

const chinese = () => pageWith({ ...arabic, locale: 'zh-Hans', direction: 'ltr' })

t.test('language: a choice updates texts, document, address and SDK, and keeps the proof', async (t) => {
  const tab = openWith(() => pageWith(arabic))
  tab.page.prove('email')
  await tab.prove()
  const before = tab.page.store.state()
  t.equal(before.provedUntilMs === null, false)
  tab.language.speak('ar')
  await settle()
  const { language, isLost } = tab.language.state()
  t.match({ language, isLost }, { language: arabic, isLost: false })
  t.equal(language.texts['proof.text'], tab.config.texts['proof.text'], 'no text is missing')
  t.same(tab.languages, [['ar', 'rtl']])
  t.same(tab.addresses, ['replace /account/email?tenant=acme&lang=ar#there'])
  t.same(tab.sdkLanguages(), ['ar'])
  t.same(tab.page.store.state(), before)
  t.same(tab.departures, [])
})

t.test('language: is requested from the current page, without following redirects', async (t) => {
  const tab = openWith(() => pageWith(arabic))
  tab.language.speak('ar')
  await settle()
  const [asked] = tab.callsTo('/account/email')
  t.match(asked, { url: '/account/email?tenant=acme&lang=ar#there', redirect: 'manual' })
})

t.test('language: switching during a proof keeps its card', async (t) => {
  const tab = openWith(() => pageWith(arabic))
  tab.page.prove('email')
  tab.page.prover.store.dispatch({ type: 'typed', email: 'ada@example.com' })
  const before = tab.page.prover.store.state()
  tab.language.speak('ar')
  await settle()
  t.equal(tab.phase(), 'proving')
  t.same(tab.page.prover.store.state(), before)
})

t.test('language: switching while an email waits for a proof sends it in the new language', async (t) => {
  const tab = openWith(chinese, {
    'POST /v1/accounts:sendOobCode': refusing('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })
  tab.page.prove('email')
  await tab.prove()
  const wanted = { typed: 'new@example.com', present: 'ada@example.com', continueUrl: 'https://a/b' }
  tab.page.change('email', requestNewEmail(wanted))
  await settle()
  t.equal(tab.phase(), 'proving')
  tab.language.speak('zh-Hans')
  await settle()
  tab.replies['POST /v1/accounts:sendOobCode'] = provider(200, {})
  await tab.prove()
  const found = tab.callsTo('accounts:sendOobCode').map(({ headers }) => headers.get('x-firebase-locale'))
  t.same(found, ['en', 'zh-CN'])
  t.same(tab.sdkLanguages(), ['zh-CN'], 'and so are emails of the SDK')
})

t.test('language: the SDK is not updated on failure or once the page is stopped', async (t) => {
  const tab = openWith(away)
  tab.language.speak('ar')
  await settle()
  tab.replies['GET /account/email'] = () => pageWith(arabic)
  tab.stop()
  tab.language.speak('ar')
  await settle()
  t.equal(tab.language.state().language.locale, 'ar')
  t.same(tab.sdkLanguages(), [])
})

const FAILURES: [name: string, page: Answer][] = [
  ['no connection', away],
  ['an unknown page', () => new Response('<html></html>')],
  ['an unavailable provider', () => pageWith(arabic, 503)]
]
for (const [name, page] of FAILURES) {
  t.test(`language: ${name} shows a notice until the next choice, and nothing else changes`, async (t) => {
    const tab = openWith(page)
    const { language } = tab.language.state()
    tab.language.speak('ar')
    await settle()
    t.same(tab.language.state(), { language, isLost: true })
    t.same([tab.languages, tab.addresses, tab.departures, tab.faults], [[], [], [], []])
    tab.replies['GET /account/email'] = () => pageWith(arabic)
    tab.language.speak('ar')
    await settle()
    t.match(tab.language.state(), { language: arabic, isLost: false })
  })
}

t.test('language: a failure is not shown on the next page', async (t) => {
  const tab = openWith(away)
  tab.language.speak('ar')
  await settle()
  tab.language.clear()
  t.equal(tab.language.state().isLost, false)
})

for (const [name, page] of [
  ['signed out', provider(401, { code: 'MISSING_CREDENTIALS' })],
  ['no longer allowed', provider(403, { code: 'ACCOUNT_DISABLED' })],
  ['redirected', redirected]
] as const) {
  t.test(`language: if ${name}, the browser loads the page in that language`, async (t) => {
    const tab = openWith(page)
    const before = tab.language.state()
    tab.language.speak('ar')
    await settle()
    t.same(tab.departures, ['/account/email?tenant=acme&lang=ar#there'])
    t.same(tab.language.state(), before)
    t.same([tab.languages, tab.addresses], [[], []])
  })
}

t.test('language: of two choices, the last one counts whichever response comes first', async (t) => {
  const [first, second] = [later<Response>(), later<Response>()]
  const answers = [first.promise, second.promise]
  const tab = openWith(() => answers.shift() ?? pageWith(arabic))
  tab.language.speak('de')
  tab.language.speak('ar')
  await settle()
  second.answer(pageWith(arabic))
  await settle()
  first.answer(provider(401, { code: 'MISSING_CREDENTIALS' })())
  await settle()
  t.equal(tab.language.state().language.locale, 'ar')
  t.same(tab.departures, [])
})
