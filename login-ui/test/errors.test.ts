import t from 'tap'
import { problemOf, wordings } from '../src/auth/errors.ts'
import { text } from '../src/lib/i18n.ts'

for (const code of wordings.keys()) {
  t.test(`errors: ${code}, has a text within the wording rules`, async (t) => {
    const { title, hint } = problemOf(code)
    const words = `${text(title)} ${hint === null ? '' : text(hint)}`.trim()
    t.match(text(title), /^[A-Z].*\.$/)
    t.notMatch(words, /invalid|failed|oops|error|[{}]/i)
  })
}

t.test('errors: unknown address, wrong password and no password set, read the same', async (t) => {
  const expected = problemOf('auth/invalid-credential')
  const alike = [
    'auth/user-not-found',
    'auth/wrong-password',
    'auth/invalid-login-credentials',
    'USER_NOT_FOUND',
    'INVALID_CREDENTIALS'
  ]
  for (const code of alike) t.same(problemOf(code), expected, code)
  t.equal(text(expected.title), "That email and password don't match.")
})

t.test('errors: disabled account, reads differently from a wrong password', async (t) => {
  t.not(problemOf('auth/user-disabled').title, problemOf('auth/wrong-password').title)
  t.same(problemOf('USER_DISABLED'), problemOf('auth/user-disabled'))
})

t.test('errors: code nobody knows, is a fault on our side', async (t) => {
  for (const code of ['auth/brand-new', 'BRAND_NEW', '', 'constructor', '__proto__']) {
    t.equal(problemOf(code).kind, 'unknown', code)
  }
})

t.test('errors: API key refused in a sentence, is a setup problem', async (t) => {
  const codes = [
    'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
    'auth/requests-from-referer-https://app.example-are-blocked.',
    'auth/requests-to-this-api-identitytoolkit-method-are-blocked.'
  ]
  for (const code of codes) t.equal(problemOf(code).kind, 'setup', code)
  t.equal(problemOf('auth/requests').kind, 'unknown')
})

t.test('errors: reference given, is kept', async (t) => {
  t.equal(problemOf('INTERNAL_ERROR', '7F3K-2M').reference, '7F3K-2M')
})

t.test('errors: no reference given, is null', async (t) => {
  t.equal(problemOf('INTERNAL_ERROR').reference, null)
})
