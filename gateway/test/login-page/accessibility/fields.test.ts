import t from 'tap'
import { startPreviews } from '../../fixtures/browser/previews.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

const previews = await startPreviews()

/** Id, name, type, autocomplete and input mode of every field: what password managers rely on and store. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['email email email username', 'password password password current-password'],
  'sign-in-password-only': ['email email email username', 'password password password current-password'],
  'sign-in-wrong-password': [
    'email email email username read-only',
    'password password password current-password'
  ],
  'sign-in-providers-only': [],
  'sign-in-email-link-only': ['email email email username'],
  'sign-in-submitting': [
    'email email email username read-only',
    'password password password current-password read-only'
  ],
  'sign-up': [
    'name name text name',
    'email email email username',
    'new-password new-password password new-password'
  ],
  forgot: ['email email email username'],
  link: ['email email email username'],
  'second-factor-totp': ['code code text one-time-code numeric'],
  'second-factor-sms': [],
  'second-factor-sms-sent': ['code code text one-time-code numeric'],
  phone: ['phone phone tel tel'],
  'phone-code': ['code code text one-time-code numeric'],
  'enrol-code': ['code code text one-time-code numeric'],
  'other-method': ['email email email username', 'password password password current-password'],
  'action-reset-ready': [
    'email email email username read-only',
    'new-password new-password password new-password'
  ],
  'action-sign-in-ask-email': ['email email email username'],
  account: []
}

t.test('password managers: every screen has the fields that they recognize', { skip }, async (t) => {
  await previews.each({}, Object.keys(FIELDS), async (page, name) => {
    const isFirst = ['sign-in', 'sign-up', 'action-reset-ready'].includes(name)
    for (const lang of isFirst ? ['en', 'ar', 'ja'] : ['en']) {
      await previews.show(page, name, lang)
      t.same(await page.evaluate('inPage.fields()'), FIELDS[name], `${name}, ${lang}`)
    }
  })
})

t.test('password managers: in the reset form, the email is before the new password', { skip }, async (t) => {
  const page = await previews.page({})
  await previews.show(page, 'action-reset-ready', 'en')
  t.equal(await page.inputValue('form:has(#new-password) #email'), 'alex@example.com')
  t.ok(await page.isVisible('#email'))
})
