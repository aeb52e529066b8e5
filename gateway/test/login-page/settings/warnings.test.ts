import t from 'tap'
import { load, problemsOf, type Values } from '../../fixtures/login-page/login-config.ts'
import { accepted } from '../../fixtures/repository/yaml-config.ts'

t.test('login checks: a redirect parameter that the login page reads itself is refused', async (t) => {
  for (const name of ['lang', 'tenant', 'prompt', 'reason', 'oobCode', 'continueUrl']) {
    const [problem, ...others] = problemsOf(load({}, { redirectParameter: name }))
    t.match(problem, { path: 'redirectParameter', hint: /next/ }, name)
    t.same(others, [])
  }
  t.same(problemsOf(load({}, { redirectParameter: 'next' })), [])
})

t.test('login checks: an emulator for visitors only is refused', async (t) => {
  const identityPlatform = { emulatorHost: '127.0.0.1:9099', emulatorAnywhere: true }
  t.same(problemsOf(load({ emulator: 'localhost:9099' }, { identityPlatform })), [])
  t.match(problemsOf(load({ emulator: 'localhost:9099' })), [
    { path: 'login.emulator', message: 'needs `identityPlatform.emulatorHost`' }
  ])
})

t.test('login checks: colours that the theme never shows are not checked', async (t) => {
  t.same(problemsOf(load({ theme: { mode: 'dark', accent: '#ffd' } })), [])
  t.same(problemsOf(load({ theme: { mode: 'light', accentDark: '#002' } })), [])
  t.equal(problemsOf(load({ theme: { mode: 'light', accent: '#ffd' } })).length, 1)
  t.equal(problemsOf(load({ theme: { mode: 'dark', accentDark: '#002' } })).length, 1)
})

const payments = (require: Values): Values => ({
  access: { rules: [{ path: '/payments/*', allow: 'signed-in', require }] }
})

t.test('login warnings: each names its key, and is absent when one thing differs', async (t) => {
  const google = { providers: [{ id: 'google.com' }] }
  const http = { publicUrl: 'http://app.example.com' }
  const rows: readonly [warned: [Values, Values?], silent: [Values, Values?], expected: RegExp][] = [
    [
      [{ ...google, federated: { mode: 'redirect', helper: 'firebaseapp' } }],
      [{ ...google, federated: { mode: 'popup', helper: 'firebaseapp' } }],
      /^login\.federated: .*fails silently/
    ],
    [
      [{ ...google, federated: { mode: 'redirect', helper: 'firebaseapp' } }],
      [{ ...google, federated: { mode: 'redirect', helper: 'proxy' } }],
      /^login\.federated: /
    ],
    [[google, http], [google, { publicUrl: 'http://localhost' }], /^login\.federated\.helper: .*https/],
    [[google, http], [{}, http], /^login\.federated\.helper: /],
    [
      [{ security: { trustedTypes: 'off' } }],
      [{ security: { trustedTypes: 'auto' } }],
      /^login\.security\.trustedTypes: /
    ],
    [
      [{ mfa: { totp: 'off' } }, payments({ secondFactor: true })],
      [{ mfa: { totp: 'optional', issuer: 'Acme' } }, payments({ secondFactor: true })],
      /^access\.rules: .*elsewhere/
    ],
    [
      [{ mfa: { totp: 'off' } }, payments({ secondFactor: true })],
      [{ mfa: { totp: 'off' } }, payments({ signedInWithin: 600 })],
      /^access\.rules: .*elsewhere/
    ]
  ]
  for (const [warned, silent, expected] of rows)
    for (const [given, count] of [
      [warned, 1],
      [silent, 0]
    ] as const) {
      const { warnings } = accepted(load(...given))
      t.equal(warnings.filter((one) => expected.test(one)).length, count, String(expected))
    }
})
