import t from 'tap'
import { requestNewEmail } from '../../src/account/changes/email.ts'
import { type Answer, away, openAccount, provider, refusing } from '../fixtures/account.ts'
import { later, settle } from '../fixtures/flows.ts'
import { arabic, pageWith, redirected } from '../fixtures/languages.ts'

/** Another language in the middle of a change. */

/** The page for a new address, whose gateway answers so when it is asked for again. */
function openWith(page: Answer, answers: Record<string, Answer> = {}) {
  return openAccount({
    url: 'https://app.example.com/account/email?tenant=acme&ui_locales=fr#there',
    answers: { 'GET /account/email': page, ...answers }
  })
}

const chinese = () => pageWith({ ...arabic, locale: 'zh-Hans', direction: 'ltr' })

t.test('language: chosen, texts, document, address and SDK follow, and the proof stays', async (t) => {
  const tab = openWith(() => pageWith(arabic))
  tab.page.prove('email')
  tab.prove()
  await settle()
  const before = tab.page.store.state()
  t.equal(before.provedUntilMs === null, false)
  tab.language.speak('ar')
  await settle()
  const { language, isLost } = tab.language.state()
  t.match({ language, isLost }, { language: arabic, isLost: false })
  t.equal(language.texts['proof.text'], tab.config.texts['proof.text'], 'none is missing')
  t.same(tab.languages, [['ar', 'rtl']])
  t.same(tab.addresses, ['replace /account/email?tenant=acme&lang=ar#there'])
  t.same(tab.toldSdk(), ['ar'])
  t.same(tab.page.store.state(), before)
  t.same(tab.departures, [])
})

t.test('language: asked for at the page that is shown, which is not followed elsewhere', async (t) => {
  const tab = openWith(() => pageWith(arabic))
  tab.language.speak('ar')
  await settle()
  const [asked] = tab.callsTo('/account/email')
  t.match(asked, { url: '/account/email?tenant=acme&lang=ar#there', redirect: 'manual' })
})

t.test('language: while a proof is asked for, its card stays where it is', async (t) => {
  const tab = openWith(() => pageWith(arabic))
  tab.page.prove('email')
  tab.page.prover.store.dispatch({ type: 'typed', email: 'ada@example.com' })
  const before = tab.page.prover.store.state()
  tab.language.speak('ar')
  await settle()
  t.equal(tab.phase(), 'proving')
  t.same(tab.page.prover.store.state(), before)
})

t.test('language: changed while a mail waits for another proof, the mail speaks the new one', async (t) => {
  const tab = openWith(chinese, {
    'POST /v1/accounts:sendOobCode': refusing('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })
  const { calls, mailLanguage } = tab.page
  tab.page.prove('email')
  tab.prove()
  await settle()
  const wanted = { email: 'new@example.com', present: 'ada@example.com', continueUrl: 'https://a/b' }
  tab.page.change('email', requestNewEmail({ calls, ...wanted, language: mailLanguage }))
  await settle()
  t.equal(tab.phase(), 'proving')
  tab.language.speak('zh-Hans')
  await settle()
  tab.replies['POST /v1/accounts:sendOobCode'] = provider(200, {})
  tab.prove()
  await settle()
  t.same(
    tab.callsTo('accounts:sendOobCode').map(({ headers }) => headers.get('x-firebase-locale')),
    ['en', 'zh-CN']
  )
  t.same(tab.toldSdk(), ['zh-CN'], 'so do those of the SDK')
})

t.test(
  'language: the SDK hears of none that could not be had, and of none when the page is over',
  async (t) => {
    const tab = openWith(away)
    tab.language.speak('ar')
    await settle()
    tab.replies['GET /account/email'] = () => pageWith(arabic)
    tab.stop()
    tab.language.speak('ar')
    await settle()
    t.equal(tab.language.state().language.locale, 'ar')
    t.same(tab.toldSdk(), [])
  }
)

const FAILURES: [name: string, page: Answer][] = [
  ['no connection', away],
  ['a page of somebody else', () => new Response('<html></html>')],
  ['the provider is away', () => pageWith(arabic, 503)]
]
for (const [name, page] of FAILURES) {
  t.test(`language: ${name}, is said until the next choice, and nothing else changes`, async (t) => {
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

t.test('language: could not be had, is no news on the next page', async (t) => {
  const tab = openWith(away)
  tab.language.speak('ar')
  await settle()
  tab.language.clear()
  t.equal(tab.language.state().isLost, false)
})

for (const [name, page] of [
  ['signed out', provider(401, { code: 'MISSING_CREDENTIALS' })],
  ['not allowed any more', provider(403, { code: 'ACCOUNT_DISABLED' })],
  ['led elsewhere', redirected]
] as const) {
  t.test(`language: ${name} meanwhile, the browser goes to the page in that language`, async (t) => {
    const tab = openWith(page)
    const before = tab.language.state()
    tab.language.speak('ar')
    await settle()
    t.same(tab.departures, ['/account/email?tenant=acme&lang=ar#there'])
    t.same(tab.language.state(), before)
    t.same([tab.languages, tab.addresses], [[], []])
  })
}

t.test('language: two choices, the last one counts whichever answer comes first', async (t) => {
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
