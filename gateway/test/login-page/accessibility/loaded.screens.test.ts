import t from 'tap'
import { startPreviews } from '../../fixtures/browser/previews.ts'
import { loadScreens, STILL } from '../../fixtures/browser/screens.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

/** Screens with filled, focused and read-only fields, an image, a list and an error; the first three in both directions. */
const NAMES = [
  'sign-in',
  'sign-in-wrong-password',
  'sign-in-submitting',
  'sign-up-weak-password',
  'forgot-email-malformed',
  'enrol-code',
  'second-factor-sms-sent',
  'tenant',
  'action-reset-ready',
  'account',
  'account-password-refused',
  'account-authenticator',
  'problem'
]

for (const [lang, names] of [
  ['en', NAMES],
  ['ar', NAMES.slice(0, 3)]
] as const) {
  t.test(`accessibility: ${lang}, a screen loaded in bulk renders as for a visitor`, { skip }, async (t) => {
    const screens = await loadScreens(lang, names)
    const drawn = await screens.look({ label: 'drawn', findings: 'inPage.drawn()' })
    const previews = await startPreviews()
    await previews.each(STILL, names, async (page, name) => {
      await previews.show(page, name, lang)
      // Controls that have just appeared take no pointer yet.
      await page.evaluate('document.getAnimations().forEach((animation) => animation.finish())')
      const visited = await page.evaluate<string[]>('inPage.drawn()')
      t.ok(visited.length > 20, name)
      const found = visited.filter((node, index) => node !== drawn[name]?.[index])
      t.same(found, [], `${name}: element by element`)
      t.equal(drawn[name]?.length, visited.length, name)
    })
  })
}
