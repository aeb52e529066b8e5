import t from 'tap'
import { allFiles, later, openTab, settle, type TabOptions } from '../fixtures/flows.ts'
import { arabic, pageWith, redirected } from '../fixtures/languages.ts'

const LATER = '/_auth/assets/texts-ar-0.json'

const openWith = (get: () => Response | Promise<Response>, options: TabOptions = {}) =>
  openTab({ ...options, gateway: { get } })

t.test('language: a choice updates texts, document, address and SDK, and keeps the screen', async (t) => {
  const tab = openWith(() => pageWith(arabic), { url: 'https://app.example.com/login?ui_locales=de#there' })
  const { screen } = tab.state()
  tab.store.dispatch({ type: 'typed', email: 'ada@example.com' })
  await tab.run('speak', 'ar')
  t.match(tab.state(), { language: arabic, languageLost: false, email: 'ada@example.com' })
  t.equal(tab.state().screen, screen)
  const found = tab.state().language?.texts['forgot.heading']
  t.equal(found, tab.config.texts['forgot.heading'], 'no text is missing')
  t.same(tab.languages, [['ar', 'rtl']])
  t.same(tab.addresses, ['replace /login?lang=ar#there'])
  t.same(
    tab.calls.filter(({ name }) => name === 'setLanguage'),
    [{ name: 'setLanguage', with: ['ar'] }]
  )
})

t.test('language: texts that are loaded later are in the new language as well', async (t) => {
  const later = { 'problem.credentials.title': 'البيانات غير صحيحة' }
  const answers = [pageWith({ ...arabic, laterTexts: LATER }), Response.json(later)]
  const tab = openWith(() => answers.shift() ?? new Response('', { status: 404 }))
  await tab.run('speak', 'ar')
  t.equal(tab.requests[1]?.url, LATER)
  t.match(tab.state().language?.texts, { ...arabic.texts, ...later })
})

t.test('language: is requested from the opened page, with its notice', async (t) => {
  const tab = openWith(() => pageWith(arabic), { config: { address: 'forgot', reason: 'expired' } })
  await tab.run('speak', 'zh-Hans')
  t.equal(tab.requests[0]?.url, '/login/forgot?redirect=%2Freports&lang=zh-Hans&prompt=login&reason=expired')
})

t.test('language: the provider gets its own language code', async (t) => {
  const tab = openWith(() => pageWith({ ...arabic, locale: 'zh-Hans' }))
  await tab.run('speak', 'zh-Hans')
  t.same(tab.calls.findLast(({ name }) => name === 'setLanguage')?.with, ['zh-CN'])
})

const FAILURES: [name: string, get: () => Response | Promise<Response>][] = [
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['an unknown page', () => new Response('<html></html>')],
  ['a truncated page', () => new Response('<script type="application/json" id="gatehouse-config">{"a"')],
  ['invalid JSON', () => new Response('<script type="application/json" id="gatehouse-config">{</script>')],
  ['a rejection', () => pageWith(arabic, 403)],
  ['a redirect', redirected],
  ['a page whose later texts fail to load', () => pageWith({ ...arabic, laterTexts: LATER })]
]
for (const [name, get] of FAILURES) {
  t.test(`language: ${name} shows a notice and changes nothing else`, async (t) => {
    const tab = openWith(get)
    const before = tab.state()
    await tab.run('speak', 'ar')
    t.same(tab.state(), { ...before, languageLost: true })
    t.same([tab.languages, tab.addresses, tab.faults], [[], [], []])
  })
}

t.test('language: of two choices, the last one counts whichever response comes first', async (t) => {
  const [first, second] = [later<Response>(), later<Response>()]
  const answers = [first.promise, second.promise]
  const tab = openWith(() => answers.shift() ?? pageWith(arabic))
  tab.act('speak', 'de')
  await tab.run('speak', 'ar')
  second.answer(pageWith(arabic))
  await settle()
  first.answer(pageWith({ locale: 'de', direction: 'ltr', texts: {} }))
  await settle()
  t.same(tab.languages, [['ar', 'rtl']])
})

t.test('language: a choice after a failure removes the notice', async (t) => {
  let isUp = false
  const tab = openWith(() => (isUp ? pageWith(arabic) : new Response('', { status: 502 })))
  await tab.run('speak', 'ar')
  t.equal(tab.state().languageLost, true)
  isUp = true
  await tab.run('speak', 'ar')
  t.match(tab.state(), { languageLost: false, language: { locale: 'ar' } })
})

t.test('language: a choice made while its file loads is kept when the screen changes', async (t) => {
  const file = later<void>()
  const otherWays = () => file.promise.then(allFiles.otherWays)
  const tab = openWith(() => pageWith(arabic), { files: { otherWays } })
  tab.act('speak', 'ar')
  tab.store.dispatch({ type: 'shown', screen: { name: 'forgot' } })
  file.answer()
  await settle()
  t.match(tab.state(), { screen: { name: 'forgot' }, language: { locale: 'ar' } })
})

t.test('language: if its file fails to load, shows a notice and changes nothing else', async (t) => {
  let isUp = false
  const otherWays = () => (isUp ? allFiles.otherWays() : Promise.reject(new TypeError('fetch failed')))
  const tab = openWith(() => pageWith(arabic), { files: { otherWays } })
  const before = tab.state()
  await tab.run('speak', 'ar')
  t.same(tab.state(), { ...before, languageLost: true })
  isUp = true
  await tab.run('speak', 'ar')
  t.match(tab.state(), { languageLost: false, language: { locale: 'ar' } })
})
