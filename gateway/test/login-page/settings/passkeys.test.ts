import t from 'tap'
import { load, problemsOf, type Values } from '../../fixtures/login-page/login-config.ts'

const ON: Values = { methods: { passkey: 'button' } }
const withId = (relyingPartyId: string): Values => ({ ...ON, passkeys: { relyingPartyId } })
const at = (publicUrl: string): Values => ({ publicUrl })
const pathsOf = (login: Values, rest: Values) => problemsOf(load(login, rest)).map(({ path }) => path)

const METHOD = 'login.methods.passkey'
const RP_ID = 'login.passkeys.relyingPartyId'

t.test('passkey checks: origins without passkeys in browsers are refused', async (t) => {
  const rows: readonly [publicUrl: string, path: string[]][] = [
    ['https://app.example.com', []],
    ['http://localhost:8080', []],
    ['http://app.localhost:8080', [METHOD]],
    ['http://127.0.0.1:8080', [METHOD, METHOD]],
    ['https://192.0.2.7', [METHOD]],
    ['https://[2001:db8::7]', [METHOD]]
  ]
  for (const [publicUrl, paths] of rows) {
    t.same(pathsOf(ON, at(publicUrl)), paths, publicUrl)
    t.same(pathsOf({}, at(publicUrl)), [], `${publicUrl}, off`)
  }
})

t.test('passkey checks: the RP ID is the host or a domain above, no public suffix', async (t) => {
  const rows: readonly [relyingPartyId: string, paths: string[]][] = [
    ['app.example.co.uk', []],
    ['example.co.uk', []],
    ['co.uk', [RP_ID]],
    ['example.com', [RP_ID]],
    ['www.app.example.co.uk', [RP_ID]],
    ['ple.co.uk', [RP_ID]]
  ]
  for (const [relyingPartyId, paths] of rows)
    t.same(pathsOf(withId(relyingPartyId), at('https://app.example.co.uk')), paths, relyingPartyId)
  t.same(pathsOf(withId('localhost'), at('http://localhost:8080')), [])
  const tenants = { 'acme.example.org': 'acme-x1' }
  const identityPlatform = { projectId: 'demo-gate', apiKey: 'k', tenants }
  const rest = { ...at('https://app.example.co.uk'), identityPlatform }
  const [problem] = problemsOf(load(withId('example.co.uk'), rest))
  t.match(problem, { path: RP_ID, message: /example\.co\.uk, which is neither acme\.example\.org/ })
})

t.test('passkey checks: passkeys alone are not a way to sign in', async (t) => {
  const alone = { methods: { password: false, passkey: 'button' } }
  t.match(problemsOf(load(alone)), [{ path: 'login.methods', hint: /no one could add the first one/ }])
})
