import t from 'tap'
import { readTexts } from '../../../src/config/package-files.ts'
import { load, problemsOf, type Values } from '../../fixtures/login-page/login-config.ts'

/** Key and text of some text of the page without slots, and of one with a single slot. */
const TEXTS = Object.entries(readTexts('en'))
const [PLAIN] = TEXTS.find(([key, text]) => key.length > 9 && !text.includes('{'))!
const [SLOTTED, SLOT] = TEXTS.map(([key, text]) => [key, text.match(/\{\w+\}/g)] as const)
  .filter(([, slots]) => slots?.length === 1)
  .map(([key, slots]) => [key, String(slots)] as const)[0]!

/** Where a section is refused, why, one that is accepted, the one that is refused, and other sections of both. */
const TWINS: readonly (readonly [path: string, says: RegExp, good: Values, bad: Values, rest?: Values])[] = [
  [
    'login.methods',
    /no way to sign in \| .*`emailLink`.*login\.providers/,
    { methods: { password: false, emailLink: true } },
    { methods: { password: false } }
  ],
  [
    'login.methods',
    /no way to sign in \| .*`phone`/,
    { methods: { password: false, phone: true } },
    { methods: { password: false, phone: false } }
  ],
  [
    'login.methods.phone',
    /`login\.mfa\.totp` is `required` \| .*no second factor.*`phone` off.*`optional`/,
    { methods: { phone: true }, mfa: { totp: 'optional' } },
    { methods: { phone: true }, mfa: { totp: 'required' } }
  ],
  [
    'login.methods',
    /no way/,
    { methods: { password: false }, providers: [{ id: 'google.com' }] },
    { methods: { password: false }, providers: [] }
  ],
  [
    'login.methods.signup',
    /needs `login\.methods\.password` \|/,
    { methods: { password: true, emailLink: true, signup: true } },
    { methods: { password: false, emailLink: true, signup: true } }
  ],
  [
    'login.methods.askName',
    /creates no accounts.*`signup`/,
    { methods: { askName: true, signup: true } },
    { methods: { askName: true } }
  ],
  [
    'login.methods.askName',
    /creates no accounts/,
    { methods: { askName: true, emailLink: true } },
    { methods: { askName: true, emailLink: false } }
  ],
  [
    'login.providers[1].id',
    /same as login\.providers\[0\]\.id/,
    { providers: [{ id: 'google.com' }, { id: 'apple.com' }] },
    { providers: [{ id: 'google.com' }, { id: 'google.com' }] }
  ],
  [
    'login.providers[0].name',
    /required.*name: Acme SSO/,
    { providers: [{ id: 'saml.acme', name: 'Acme SSO' }] },
    { providers: [{ id: 'saml.acme' }] }
  ],
  [
    'login.providers[0].id',
    /not a provider that the page knows/,
    { providers: [{ id: 'saml.a', name: 'A' }] },
    { providers: [{ id: 'saml.', name: 'A' }] }
  ],
  [
    'login.providers[0].id',
    /google\.com, github\.com, microsoft\.com, apple\.com, facebook\.com, twitter\.com, yahoo\.com/,
    { providers: [{ id: 'github.com', name: 'G' }] },
    { providers: [{ id: 'gitlab.com', name: 'G' }] }
  ],
  [
    'login.brand.name',
    /colon.*login\.mfa\.issuer/,
    { brand: { name: 'Acme: Reports' }, mfa: { issuer: 'Acme' } },
    { brand: { name: 'Acme: Reports' } }
  ],
  [
    'login.tenants.byHost.other.example.com',
    /not a host that visitors use \| Hosts of this gateway: app\.example\.com\. .*identityPlatform\.tenants/,
    { tenants: { byHost: { 'app.example.com': 'acme' } } },
    { tenants: { byHost: { 'other.example.com': 'acme' } } }
  ],
  [
    'login.tenants.byHost.acme.example.com',
    /not the tenant that the host has/,
    { tenants: { byHost: { 'acme.example.com': 'acme' } } },
    { tenants: { byHost: { 'acme.example.com': 'globex' } } },
    { identityPlatform: { tenants: { 'acme.example.com': 'acme' } } }
  ],
  [
    'login.hosts.globex.example.com',
    /Hosts of this gateway: app\.example\.com, acme\.example\.com\./,
    { hosts: { 'acme.example.com': { brand: { name: 'Acme' } } } },
    { hosts: { 'globex.example.com': { brand: { name: 'Globex' } } } },
    { identityPlatform: { tenants: { 'acme.example.com': 'acme', '/globex/*': 'globex' } } }
  ],
  [
    'login.tenants.choose[1].id',
    /same as login\.tenants\.choose\[0\]\.id/,
    { tenants: { choose: ['acme', 'globex'].map((id) => ({ id, name: id })) } },
    { tenants: { choose: ['acme', 'acme'].map((id) => ({ id, name: id })) } }
  ],
  [
    'login.locales.default',
    /not one of `login\.locales\.enabled` \| Enabled: en, fr\./,
    { locales: { default: 'de', enabled: ['en', 'de'] } },
    { locales: { default: 'de', enabled: ['en', 'fr'] } }
  ],
  [
    'login.locales.overrides.de',
    /not enabled/,
    { locales: { enabled: ['en', 'de'], overrides: { de: { [PLAIN]: 'Los' } } } },
    { locales: { enabled: ['en'], overrides: { de: { [PLAIN]: 'Los' } } } }
  ],
  [
    `login.locales.overrides.en.${PLAIN}x`,
    new RegExp(
      `not a text of the login page or of another page of the gateway \\| Is it \`${PLAIN}\`\\? .*en\\.json`
    ),
    { locales: { overrides: { en: { [PLAIN]: 'Hi' } } } },
    { locales: { overrides: { en: { [`${PLAIN}x`]: 'Hi' } } } }
  ],
  [
    'login.locales.overrides.en.gateway.text.forbiden',
    /another page of the gateway \| Is it `gateway\.text\.forbidden`\?/,
    { locales: { overrides: { en: { 'gateway.text.forbidden': 'No.' } } } },
    { locales: { overrides: { en: { 'gateway.text.forbiden': 'No.' } } } }
  ],
  [
    'login.locales.overrides.en.gateway.note.signed-in-as',
    /lacks \{name\} \| It takes \{name\}\./,
    { locales: { overrides: { en: { 'gateway.note.signed-in-as': 'You are {name}.' } } } },
    { locales: { overrides: { en: { 'gateway.note.signed-in-as': 'You are in.' } } } }
  ],
  [
    `login.locales.overrides.en.${SLOTTED}`,
    new RegExp(`lacks ${SLOT} \\| It takes ${SLOT}\\.`.replace(/[{}]/g, '\\$&')),
    { locales: { overrides: { en: { [SLOTTED]: `No. ${SLOT}` } } } },
    { locales: { overrides: { en: { [SLOTTED]: 'No.' } } } }
  ],
  [
    `login.locales.overrides.en.${PLAIN}`,
    /unknown placeholder \| It takes none\./,
    { locales: { overrides: { en: { [PLAIN]: 'Hi' } } } },
    { locales: { overrides: { en: { [PLAIN]: 'Hi {other}' } } } }
  ],
  [
    'login.destinations./reports/',
    /ends with a slash \| Write `\/reports`/,
    { destinations: { '/': 'Home', '/reports': 'Reports' } },
    { destinations: { '/': 'Home', '/reports/': 'Reports' } }
  ],
  [
    'login.hosts.app.example.com.destinations./a/',
    /ends with a slash/,
    { hosts: { 'app.example.com': { destinations: { '/a': 'A' } } } },
    { hosts: { 'app.example.com': { destinations: { '/a/': 'A' } } } }
  ],
  [
    'login.destinations./a/../b',
    /dot segment/,
    { destinations: { '/a/.b': 'A' } },
    { destinations: { '/a/../b': 'A' } }
  ],
  [
    'login.emulator',
    /has the wrong format/,
    { emulator: 'localhost:9099' },
    { emulator: 'localhost:9099; script-src *' },
    { identityPlatform: { emulatorHost: '127.0.0.1:9099', emulatorAnywhere: true } }
  ],
  [
    'login.theme.font',
    /not a list of font families \| For example/,
    { theme: { font: `Inter, 'Segoe UI', sans-serif` } },
    { theme: { font: `Inter, 'Segoe UI, sans-serif` } }
  ],
  [
    'login.theme.accent',
    /contrast with the page is \d\.\d\d:1, links and buttons need 4\.5:1 \| .*light backgrounds is `#[0-9a-f]{6}`/,
    { theme: { accent: '#1f5eff' } },
    { theme: { accent: '#7aa2ff' } }
  ],
  [
    'login.theme.accentDark',
    /contrast with the card is \d\.\d\d:1.*dark backgrounds/,
    { theme: { accentDark: '#86a8ff' } },
    { theme: { accentDark: '#1f5eff' } }
  ],
  [
    'login.theme.accent',
    /contrast with the page is 4\.\d\d:1, links and buttons need 4\.5:1/,
    { theme: { accent: '#6e6e6e' } },
    { theme: { preset: 'ledger', accent: '#6e6e6e' } }
  ],
  [
    'login.hosts.app.example.com.theme.accent',
    /contrast with the page is/,
    { hosts: { 'app.example.com': { theme: { accent: '#6e6e6e' } } } },
    { hosts: { 'app.example.com': { theme: { preset: 'ledger', accent: '#6e6e6e' } } } }
  ],
  [
    'login.theme.preset',
    /not one of the allowed values \| Allowed: graphite, evergreen, iris, sandstone, ledger, null/,
    { theme: { preset: 'ledger' } },
    { theme: { preset: 'ledgers' } }
  ],
  ['login.theme.radius', /24/, { theme: { radius: 0 } }, { theme: { radius: 25 } }]
]

t.test(
  'login checks: each refused section has its path and hint, its valid counterpart passes',
  async (t) => {
    for (const [path, says, good, bad, rest] of TWINS) {
      const name = JSON.stringify(bad)
      t.same(problemsOf(load(good, rest)), [], name)
      const problems = problemsOf(load(bad, rest))
      t.match(problems, [{ path, hint: /^\S.+[.]$/ }], name)
      t.match(`${problems[0]?.message} | ${problems[0]?.hint}`, says, name)
      t.equal(problems.length, 1, name)
    }
  }
)

t.test('login checks: what is no federated provider is refused with its right section', async (t) => {
  for (const id of ['password', 'phone', 'anonymous', 'emailLink']) {
    const problems = problemsOf(load({ providers: [{ id }] }))
    t.match(problems, [{ path: 'login.providers[0].id', hint: /`login\.methods`/ }], id)
    t.equal(problems.length, 1, id)
  }
})
