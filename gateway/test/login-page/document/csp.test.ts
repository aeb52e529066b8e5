import t from 'tap'
import { providerAt } from '../../../src/login-page/document/page-config.ts'
import { policyOf } from '../../../src/login-page/pages.ts'
import { testConfig } from '../../fixtures/gateway.ts'

const EMULATOR = '127.0.0.1:9099'
const REPORT_URI = 'https://reports.example.com/csp'
/** Whether a configuration has each of these, in this order; see `configOf`. */
const SWITCHES = ['providers', 'sms', 'recaptcha', 'helper', 'emulator', 'trustedTypes', 'reportUri'] as const

const GOOGLE = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
const CAPTCHA_SCRIPTS = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/'
const CAPTCHA_FRAMES = 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/'
const START = "default-src 'none'; script-src 'self'"
const MIDDLE = "; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' "
const END = "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
const TYPES = "; require-trusted-types-for 'script'; trusted-types 'none'"
const REPORT = `; report-uri ${REPORT_URI}; report-to gatehouse`

const [APIS, CAPTCHA] = [' https://apis.google.com', ` ${CAPTCHA_SCRIPTS}`]
const [EMULATOR_URL, HELPER] = ['http://localhost:9099', 'https://demo-test.firebaseapp.com']
const [GOOGLE_CAPTCHA, EMULATOR_CAPTCHA] = [GOOGLE, EMULATOR_URL].map(
  (sources) => `${sources} https://www.google.com/recaptcha/`
)

/** Column for column as `SWITCHES` but the last: `y`, `n`, or `.` for both; then sources besides our own. */
const TABLE = [
  // No script but our own.
  ['nnn.ny', '', GOOGLE, "'none'", TYPES],
  ['nnn.nn', '', GOOGLE, "'none'", ''],
  ['nnn.yy', '', EMULATOR_URL, "'none'", TYPES],
  ['nnn.yn', '', EMULATOR_URL, "'none'", ''],
  // Federated providers: the script that opens the helper, and the helper's frame.
  ['ynnyn.', APIS, GOOGLE, "'self'", ''],
  ['ynnnn.', APIS, GOOGLE, HELPER, ''],
  ['ynn.y.', APIS, EMULATOR_URL, EMULATOR_URL, ''],
  // reCAPTCHA, for text messages or for everything.
  ['nC.n.', CAPTCHA, GOOGLE_CAPTCHA, CAPTCHA_FRAMES, ''],
  ['nC.y.', CAPTCHA, EMULATOR_CAPTCHA, CAPTCHA_FRAMES, ''],
  // Both.
  ['yCyn.', APIS + CAPTCHA, GOOGLE_CAPTCHA, `'self' ${CAPTCHA_FRAMES}`, ''],
  ['yCnn.', APIS + CAPTCHA, GOOGLE_CAPTCHA, `${HELPER} ${CAPTCHA_FRAMES}`, ''],
  ['yC.y.', APIS + CAPTCHA, EMULATOR_CAPTCHA, `${EMULATOR_URL} ${CAPTCHA_FRAMES}`, '']
].map(([pattern = '', scripts, connect, frames, types]) => ({
  pattern,
  policy: `${START}${scripts}${MIDDLE}${connect}; frame-src ${frames}${END}${types}`
}))

/** `C`: at least one of sms and recaptcha. */
const spelled = (pattern: string) => new RegExp(`^${pattern.replace('C', '(?:yy|yn|ny)')}$`)

function configOf(combination: string) {
  const has = (name: (typeof SWITCHES)[number]) => combination[SWITCHES.indexOf(name)] === 'y'
  return testConfig({
    'login.providers': has('providers') ? [{ id: 'google.com' }] : [],
    'login.mfa.sms': has('sms'),
    'login.security.recaptcha': has('recaptcha'),
    'login.federated.helper': has('helper') ? 'proxy' : 'firebaseapp',
    ...(has('emulator') ? { 'identityPlatform.emulatorHost': EMULATOR } : {}),
    'login.security.trustedTypes': has('trustedTypes') ? 'auto' : 'off',
    ...(has('reportUri') ? { 'login.security.reportUri': REPORT_URI } : {})
  })
}

/** The headers of a page without inline content. */
function policyAt(config: ReturnType<typeof testConfig>) {
  const provider = providerAt(config, 'http://localhost:8080')
  return policyOf(config, { style: null, scriptHash: null }, { provider, appearance: { theme: null } })
}

const combinations = Array.from({ length: 2 ** SWITCHES.length }, (_, bits) =>
  SWITCHES.map((_name, index) => ((bits >> index) & 1 ? 'y' : 'n')).join('')
)

t.test('policy: every combination of settings gives exactly the header in the table', async (t) => {
  for (const combination of combinations) {
    const rows = TABLE.filter(({ pattern }) => spelled(pattern).test(combination.slice(0, -1)))
    t.equal(rows.length, 1, `${combination}: one row of the table`)
    const headers = policyAt(configOf(combination))
    const [report, endpoint] = combination.endsWith('y') ? [REPORT, `gatehouse="${REPORT_URI}"`] : ['']
    t.equal(headers['content-security-policy'], `${rows[0]?.policy}${report}`, combination)
    t.equal(headers['reporting-endpoints'], endpoint, `${combination}: reports`)
  }
})

t.test('policy: never inline scripts, eval, wildcards, framing (ASVS 1.3.2, 3.4.3, 3.4.6)', async (t) => {
  t.equal(TABLE.length, 12)
  for (const { pattern, policy } of TABLE) {
    t.notMatch(policy, /unsafe|\*|(?<!img-src 'self' )data:|http:(?!\/\/localhost:9099)/, pattern)
    t.match(policy, "frame-ancestors 'none'", pattern)
  }
})

t.test('policy: phone sign-in allows exactly what text messages as second factor need', async (t) => {
  const policyWith = (key: string) => policyAt(testConfig({ [key]: true }))
  t.same(policyWith('login.methods.phone'), policyWith('login.mfa.sms'))
  t.notSame(policyWith('login.methods.phone'), policyWith('login.methods.emailLink'))
})

t.test('policy: App Check adds its service, and reCAPTCHA unless a debug token replaces it', async (t) => {
  const app = { 'identityPlatform.appCheck.appId': '1:1:web:a' }
  const policyWith = (more: Record<string, unknown>) =>
    policyAt(testConfig({ ...app, ...more }))['content-security-policy'] ?? ''
  const withKey = policyWith({ 'login.appCheck.siteKey': 'key' })
  t.match(withKey, / https:\/\/content-firebaseappcheck\.googleapis\.com /)
  t.ok(withKey.includes(CAPTCHA_SCRIPTS) && withKey.includes(CAPTCHA_FRAMES))
  const debugging = policyWith({ 'login.appCheck.debugToken': '0a1b' })
  t.match(debugging, 'content-firebaseappcheck')
  t.notMatch(debugging, 'recaptcha')
  for (const off of [{}, { 'login.appCheck.siteKey': 'key', 'identityPlatform.emulatorHost': EMULATOR }])
    t.notMatch(policyWith(off), /appcheck|recaptcha/)
})

const HTTPS = 'https://app.example.com'
const LOCAL = 'http://localhost:8080'

t.test('auth domain: the host of the visitor if the helper is proxied, else the provider’s', async (t) => {
  const at = (origin: string, values = {}) => providerAt(testConfig(values), origin)
  t.match(at(HTTPS), { authDomain: 'app.example.com', helperOrigin: null })
  t.match(at('https://acme.example.com:8443'), { authDomain: 'acme.example.com:8443', helperOrigin: null })
  const elsewhere = { 'login.federated.helper': 'firebaseapp' }
  t.match(at(HTTPS, elsewhere), {
    authDomain: 'demo-test.firebaseapp.com',
    helperOrigin: 'https://demo-test.firebaseapp.com'
  })
  t.match(at(HTTPS, { ...elsewhere, 'identityPlatform.authDomain': 'auth.example.net' }), {
    authDomain: 'auth.example.net',
    helperOrigin: 'https://auth.example.net'
  })
})

t.test('emulator: uses the loopback name of the visitor, and any other host as configured', async (t) => {
  const anywhere = { 'identityPlatform.emulatorAnywhere': true }
  const urlAt = (emulatorHost: string, origin: string, values = {}) => {
    const config = testConfig({ 'identityPlatform.emulatorHost': emulatorHost, ...anywhere, ...values })
    return providerAt(config, origin).emulatorUrl
  }
  t.equal(urlAt('127.0.0.1:9099', LOCAL), 'http://localhost:9099')
  t.equal(urlAt('localhost:9099', 'http://127.0.0.1:8080'), 'http://127.0.0.1:9099')
  t.equal(urlAt('localhost:9099', LOCAL), 'http://localhost:9099')
  t.equal(urlAt('emulator.internal:9099', LOCAL), 'http://emulator.internal:9099')
  t.equal(urlAt('127.0.0.1:9099', HTTPS), 'http://127.0.0.1:9099', 'the visitor is on another host')
  const seen = { 'login.emulator': '127.0.0.1:7000' }
  const found = urlAt('127.0.0.1:9099', LOCAL, seen)
  t.equal(found, 'http://127.0.0.1:7000', 'the address for browsers, as configured')
  t.equal(providerAt(testConfig({}), LOCAL).emulatorUrl, null)
})

t.test('federated: redirects if the helper is on our site, else popups, unless configured', async (t) => {
  const modeAt = (origin: string, values: Record<string, unknown>) =>
    providerAt(testConfig({ 'identityPlatform.emulatorAnywhere': true, ...values }), origin).federatedMode
  const popup = { 'login.federated.mode': 'popup' }
  const redirect = { 'login.federated.mode': 'redirect' }
  const elsewhere = { 'login.federated.helper': 'firebaseapp' }
  t.equal(modeAt(HTTPS, {}), 'redirect')
  t.equal(modeAt(HTTPS, popup), 'popup')
  t.equal(modeAt(HTTPS, elsewhere), 'popup')
  t.equal(modeAt(HTTPS, { ...elsewhere, ...redirect }), 'redirect')
  t.equal(modeAt(LOCAL, { 'identityPlatform.emulatorHost': '127.0.0.1:9099' }), 'redirect')
  t.equal(modeAt(LOCAL, { 'identityPlatform.emulatorHost': 'emulator.internal:9099' }), 'popup')
})
