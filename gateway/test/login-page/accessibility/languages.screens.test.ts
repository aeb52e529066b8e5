import t from 'tap'
import { nothingIsCutOff, wordsFit } from '../../fixtures/browser/screen-checks.ts'
import { listFaults, loadScreens } from '../../fixtures/browser/screens.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { testConfig } from '../../fixtures/gateway.ts'

/** The screens with the densest text. */
const DENSEST = [
  ...['sign-in-wrong-password', 'sign-in-second-factor', 'sign-in-last-used-of-many', 'sign-up-rules'],
  ...['sign-in-every-way', 'sign-in-every-way-at-once', 'enrol-code', 'second-factor-sms-sent']
]

for (const lang of testConfig({}).login.locales.enabled) {
  t.test(`accessibility: ${lang}, on the densest screens ${wordsFit.title}`, { skip }, async (t) => {
    const screens = await loadScreens(lang, DENSEST)
    // German has the longest words.
    for (const look of [...wordsFit.looks, ...(lang === 'de' ? nothingIsCutOff.looks : [])]) {
      const found = await screens.look(look)
      t.same(Object.keys(found), DENSEST, `${look.label}: every screen is checked`)
      t.same(listFaults(found), {}, look.label)
    }
  })
}

/** Notices and questions with their buttons beside each other. */
const BUTTONS = ['account-page-new', 'account-second-step-removing', 'account-sessions-ending']

t.test('accessibility: buttons side by side break no word, at any width of a phone', { skip }, async (t) => {
  for (const lang of ['en', 'de', 'fr', 'hu', 'fi', 'ru']) {
    const screens = await loadScreens(lang, BUTTONS)
    for (const width of [320, 360, 390, 430]) {
      const settings = { viewport: { width, height: 640 } }
      const found = await screens.look({ label: 'phone', settings, findings: 'inPage.brokenWords()' })
      t.same(listFaults(found), {}, `${lang}, ${width} px`)
    }
  }
})

t.test('accessibility: other ways break no word on a phone with text of 200 %', { skip }, async (t) => {
  const screens = await loadScreens('en', ['sign-in-every-way', 'sign-in-password'])
  const found = await screens.look({
    label: 'phone',
    settings: { viewport: { width: 390, height: 844 } },
    rules: ':root { font-size: 32px !important }',
    findings: 'inPage.brokenWords()'
  })
  t.same(listFaults(found), {})
})

t.test('accessibility: a name without room, a footer without margin are detected', { skip }, async (t) => {
  const screens = await loadScreens('en', ['sign-in-last-used-of-many'])
  const [narrow] = wordsFit.looks
  if (narrow === undefined) throw new Error('a narrow look')
  for (const [rules, fault] of [
    [
      '.way { min-inline-size: 0 !important } .tiles .button { padding-inline: 1.75rem }',
      'broken: Microsoft'
    ],
    ['.footer { padding-inline: 0; justify-content: start }', 'at the edge: a Get help']
  ] as const) {
    const found = await screens.look({ ...narrow, rules })
    t.match(String(found['sign-in-last-used-of-many']), fault, rules)
  }
})
