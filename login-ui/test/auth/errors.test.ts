import { readFile } from 'node:fs/promises'
import { AuthErrorCodes } from '@firebase/auth'
import t from 'tap'
import en from '../../locales/en.json' with { type: 'json' }
import { problemOf, wordings } from '../../src/auth/errors.ts'
import { fill } from '../../src/lib/i18n.ts'
import { repository } from '../fixtures/repository.ts'

for (const code of wordings.keys()) {
  t.test(`errors: ${code} has a text within the wording rules`, async (t) => {
    const { title, hint } = problemOf(code)
    const words = `${en[title]} ${hint === null ? '' : en[hint]}`.trim()
    t.match(en[title], /^(?:[A-Z]|\{provider\}).*\.$/)
    t.notMatch(words, /invalid|failed|oops|error/i)
    const slots = {
      provider: 'Google',
      brand: 'Acme',
      reset: 'reset it',
      support: en['problem.support.hint']
    }
    t.notMatch(fill(fill(words, slots), slots), /[{}]/)
  })
}

for (const [name, code] of Object.entries(AuthErrorCodes)) {
  t.test(`errors: SDK's ${name} has a deliberate text`, async (t) => {
    t.ok(wordings.has(code), code)
  })
}

t.test('errors: every code of the gateway has a deliberate text', async (t) => {
  const source = await readFile(new URL('gateway/src/errors.ts', repository), 'utf8')
  const codes = [...source.matchAll(/^ {2}([A-Z_]+): \{/gm)].map(([, code]) => code!)
  t.ok(codes.length > 20)
  for (const code of codes) t.ok(wordings.has(code), code)
})

/** Must not include codes that visitors can get without a mistake on our side. */
const unknownOfSdk = [
  'auth/already-initialized',
  'auth/app-deleted',
  'auth/argument-error',
  'auth/cordova-not-ready',
  'auth/dependent-sdk-initialized-before-auth',
  'auth/internal-error',
  'auth/invalid-auth-event',
  'auth/invalid-cordova-configuration',
  'auth/invalid-custom-token',
  'auth/invalid-persistence-type',
  'auth/missing-android-pkg-name',
  'auth/missing-ios-bundle-id',
  'auth/provider-already-linked',
  'auth/unsupported-persistence-type'
]
t.test('errors: exactly these codes of the SDK have only the generic text', async (t) => {
  const codes = [...wordings].filter(([code, { kind }]) => code.startsWith('auth/') && kind === 'unknown')
  t.same(codes.map(([code]) => code).sort(), unknownOfSdk)
})

t.test('errors: unknown address, wrong password and missing password read the same', async (t) => {
  const expected = problemOf('auth/invalid-credential')
  const alike = [
    'auth/user-not-found',
    'auth/wrong-password',
    'auth/invalid-login-credentials',
    'USER_NOT_FOUND',
    'INVALID_CREDENTIALS'
  ]
  for (const code of alike) t.same(problemOf(code), expected, code)
  t.equal(en[expected.title], 'That email and password don’t match.')
})

t.test('errors: disabled account reads differently from a wrong password', async (t) => {
  t.not(problemOf('auth/user-disabled').title, problemOf('auth/wrong-password').title)
  t.same(problemOf('USER_DISABLED'), problemOf('auth/user-disabled'))
})

t.test('errors: unknown code is a fault on our side', async (t) => {
  for (const code of ['auth/brand-new', 'BRAND_NEW', '', 'constructor', '__proto__'])
    t.equal(problemOf(code).kind, 'unknown', code)
})

t.test('errors: unknown error with a reference says to give it to support', async (t) => {
  t.equal(problemOf('INTERNAL_ERROR', '7F3K-2M').reference, '7F3K-2M')
  t.equal(problemOf('INTERNAL_ERROR', '7F3K-2M').hint, 'problem.unknown.reference')
})

t.test('errors: a random UUID as reference is cut to its first part, others are not', async (t) => {
  const rows = [
    ['0B3f9a51-7c1d-4e0a-9f42-5d3c1b2a4f66', '0B3f9a51'],
    ['0b3f9a51-7c1d-a e0a-9f42-5d3c1b2a4f66', '0b3f9a51-7c1d-a e0a-9f42-5d3c1b2a4f66'],
    ['0190b3f9-7c1d-7e0a-9f42-5d3c1b2a4f66', '0190b3f9-7c1d-7e0a-9f42-5d3c1b2a4f66'],
    ['req-1', 'req-1']
  ] as const
  for (const [id, shown] of rows) t.equal(problemOf('INTERNAL_ERROR', id).reference, shown)
})

t.test('errors: unknown error without a reference does not mention one', async (t) => {
  t.equal(problemOf('INTERNAL_ERROR').reference, null)
  t.equal(problemOf('INTERNAL_ERROR').hint, 'problem.unknown.hint')
})

t.test('errors: a rejection of the API key in a sentence is a setup problem', async (t) => {
  const codes = [
    'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
    'auth/requests-from-referer-https://app.example-are-blocked.',
    'auth/requests-to-this-api-identitytoolkit-method-are-blocked.'
  ]
  for (const code of codes) t.equal(problemOf(code).kind, 'setup', code)
  t.equal(problemOf('auth/requests').kind, 'unknown')
})
