import t from 'tap'
import { readTexts } from '../../../src/config/package-files.ts'
import { load, problemsOf, type Values } from '../../fixtures/login-page/login-config.ts'

/** Key and text of some text of the page without slots, and of one with a single slot. */
const TEXTS = Object.entries(readTexts('en'))
const [PLAIN] = TEXTS.find(([key, text]) => key.length > 9 && !text.includes('{'))!
const [SLOTTED, SLOT] = TEXTS.map(([key, text]) => [key, text.match(/\{\w+\}/g)] as const)
  .filter(([, slots]) => slots?.length === 1)
  .map(([key, slots]) => [key, String(slots)] as const)[0]!

/** A section that is accepted, one that differs from it and is refused, and how. */
interface Twin {
  good: Values
  bad: Values
  rest?: Values
  path: string
  says: RegExp
}

function checkTwins(name: string, twins: Record<string, Twin>): void {
  for (const [title, { good, bad, rest, path, says }] of Object.entries(twins)) {
    t.test(`${name}: ${title} is refused, its valid counterpart accepted`, async (t) => {
      t.same(problemsOf(load(good, rest)), [], 'control')
      const problems = problemsOf(load(bad, rest))
      const found = problems.map((problem) => problem.path)
      t.same(found, [path])
      t.match(`${problems[0]?.message} | ${problems[0]?.hint}`, says)
      t.match(problems[0]?.hint, /^\S.+[.]$/, 'the hint is a sentence')
    })
  }
}

checkTwins('login checks', {
  'no sign-in method at all': {
    good: { methods: { password: false, emailLink: true } },
    bad: { methods: { password: false } },
    path: 'login.methods',
    says: /no way to sign in \| .*`emailLink`.*login\.providers/
  },
  'phone as the only method, but disabled': {
    good: { methods: { password: false, phone: true } },
    bad: { methods: { password: false, phone: false } },
    path: 'login.methods',
    says: /no way to sign in \| .*`phone`/
  },
  'phone with a required second factor': {
    good: { methods: { phone: true }, mfa: { totp: 'optional' } },
    bad: { methods: { phone: true }, mfa: { totp: 'required' } },
    path: 'login.methods.phone',
    says: /`login\.mfa\.totp` is `required` \| .*no second factor.*`phone` off.*`optional`/
  },
  'providers as the only method, but none listed': {
    good: { methods: { password: false }, providers: [{ id: 'google.com' }] },
    bad: { methods: { password: false }, providers: [] },
    path: 'login.methods',
    says: /no way/
  },
  'sign-up without passwords': {
    good: { methods: { password: true, emailLink: true, signup: true } },
    bad: { methods: { password: false, emailLink: true, signup: true } },
    path: 'login.methods.signup',
    says: /needs `login\.methods\.password` \|/
  },
  'askName without a way to sign up': {
    good: { methods: { askName: true, signup: true } },
    bad: { methods: { askName: true } },
    path: 'login.methods.askName',
    says: /creates no accounts.*`signup`/
  },
  'askName without a way to sign up, email links off': {
    good: { methods: { askName: true, emailLink: true } },
    bad: { methods: { askName: true, emailLink: false } },
    path: 'login.methods.askName',
    says: /creates no accounts/
  },
  'a provider twice': {
    good: { providers: [{ id: 'google.com' }, { id: 'apple.com' }] },
    bad: { providers: [{ id: 'google.com' }, { id: 'google.com' }] },
    path: 'login.providers[1].id',
    says: /same as login\.providers\[0\]\.id/
  },
  'saml without a name': {
    good: { providers: [{ id: 'saml.acme', name: 'Acme SSO' }] },
    bad: { providers: [{ id: 'saml.acme' }] },
    path: 'login.providers[0].name',
    says: /required.*name: Acme SSO/
  },
  'oidc without a name': {
    good: { providers: [{ id: 'oidc.acme', name: 'Acme' }] },
    bad: { providers: [{ id: 'oidc.acme' }] },
    path: 'login.providers[0].name',
    says: /required/
  },
  'saml without an id after the dot': {
    good: { providers: [{ id: 'saml.a', name: 'A' }] },
    bad: { providers: [{ id: 'saml.', name: 'A' }] },
    path: 'login.providers[0].id',
    says: /not a provider that the page knows/
  },
  'an unknown provider, though it has a name': {
    good: { providers: [{ id: 'github.com', name: 'G' }] },
    bad: { providers: [{ id: 'gitlab.com', name: 'G' }] },
    path: 'login.providers[0].id',
    says: /google\.com, github\.com, microsoft\.com, apple\.com, facebook\.com, twitter\.com, yahoo\.com/
  },
  'a TOTP issuer with a colon': {
    good: { brand: { name: 'Acme: Reports' }, mfa: { issuer: 'Acme' } },
    bad: { brand: { name: 'Acme: Reports' } },
    path: 'login.brand.name',
    says: /colon.*login\.mfa\.issuer/
  },
  'a tenant on an unknown host': {
    good: { tenants: { byHost: { 'app.example.com': 'acme' } } },
    bad: { tenants: { byHost: { 'other.example.com': 'acme' } } },
    path: 'login.tenants.byHost.other.example.com',
    says: /not a host that visitors use \| Hosts of this gateway: app\.example\.com\. .*identityPlatform\.tenants/
  },
  'another tenant than the host has': {
    rest: { identityPlatform: { tenants: { 'acme.example.com': 'acme' } } },
    good: { tenants: { byHost: { 'acme.example.com': 'acme' } } },
    bad: { tenants: { byHost: { 'acme.example.com': 'globex' } } },
    path: 'login.tenants.byHost.acme.example.com',
    says: /not the tenant that the host has/
  },
  'a look for an unknown host': {
    rest: { identityPlatform: { tenants: { 'acme.example.com': 'acme', '/globex/*': 'globex' } } },
    good: { hosts: { 'acme.example.com': { brand: { name: 'Acme' } } } },
    bad: { hosts: { 'globex.example.com': { brand: { name: 'Globex' } } } },
    path: 'login.hosts.globex.example.com',
    says: /Hosts of this gateway: app\.example\.com, acme\.example\.com\./
  },
  'a tenant to choose twice': {
    good: {
      tenants: {
        choose: [
          { id: 'acme', name: 'A' },
          { id: 'globex', name: 'B' }
        ]
      }
    },
    bad: {
      tenants: {
        choose: [
          { id: 'acme', name: 'A' },
          { id: 'acme', name: 'B' }
        ]
      }
    },
    path: 'login.tenants.choose[1].id',
    says: /same as login\.tenants\.choose\[0\]\.id/
  },
  'a default language that is not offered': {
    good: { locales: { default: 'de', enabled: ['en', 'de'] } },
    bad: { locales: { default: 'de', enabled: ['en', 'fr'] } },
    path: 'login.locales.default',
    says: /not one of `login\.locales\.enabled` \| Enabled: en, fr\./
  },
  'texts for a language that is not offered': {
    good: { locales: { enabled: ['en', 'de'], overrides: { de: { [PLAIN]: 'Los' } } } },
    bad: { locales: { enabled: ['en'], overrides: { de: { [PLAIN]: 'Los' } } } },
    path: 'login.locales.overrides.de',
    says: /not enabled/
  },
  'a text that the page does not have': {
    good: { locales: { overrides: { en: { [PLAIN]: 'Hi' } } } },
    bad: { locales: { overrides: { en: { [`${PLAIN}x`]: 'Hi' } } } },
    path: `login.locales.overrides.en.${PLAIN}x`,
    says: new RegExp(
      `not a text of the login page or of another page of the gateway \\| Is it \`${PLAIN}\`\\? .*en\\.json`
    )
  },
  'a text that the other pages do not have': {
    good: { locales: { overrides: { en: { 'gateway.text.forbidden': 'No.' } } } },
    bad: { locales: { overrides: { en: { 'gateway.text.forbiden': 'No.' } } } },
    path: 'login.locales.overrides.en.gateway.text.forbiden',
    says: /another page of the gateway \| Is it `gateway\.text\.forbidden`\?/
  },
  'a text of the other pages without the slot of ours': {
    good: { locales: { overrides: { en: { 'gateway.note.signed-in-as': 'You are {name}.' } } } },
    bad: { locales: { overrides: { en: { 'gateway.note.signed-in-as': 'You are in.' } } } },
    path: 'login.locales.overrides.en.gateway.note.signed-in-as',
    says: /lacks \{name\} \| It takes \{name\}\./
  },
  'a text without the slot of ours': {
    good: { locales: { overrides: { en: { [SLOTTED]: `No. ${SLOT}` } } } },
    bad: { locales: { overrides: { en: { [SLOTTED]: 'No.' } } } },
    path: `login.locales.overrides.en.${SLOTTED}`,
    says: new RegExp(`lacks ${SLOT} \\| It takes ${SLOT}\\.`.replace(/[{}]/g, '\\$&'))
  },
  'a text with an unknown slot': {
    good: { locales: { overrides: { en: { [PLAIN]: 'Hi' } } } },
    bad: { locales: { overrides: { en: { [PLAIN]: 'Hi {other}' } } } },
    path: `login.locales.overrides.en.${PLAIN}`,
    says: /unknown placeholder \| It takes none\./
  },
  'a destination that ends with a slash': {
    good: { destinations: { '/': 'Home', '/reports': 'Reports' } },
    bad: { destinations: { '/': 'Home', '/reports/': 'Reports' } },
    path: 'login.destinations./reports/',
    says: /ends with a slash \| Write `\/reports`/
  },
  'a destination of a host that ends with a slash': {
    good: { hosts: { 'app.example.com': { destinations: { '/a': 'A' } } } },
    bad: { hosts: { 'app.example.com': { destinations: { '/a/': 'A' } } } },
    path: 'login.hosts.app.example.com.destinations./a/',
    says: /ends with a slash/
  },
  'a destination with a dot segment': {
    good: { destinations: { '/a/.b': 'A' } },
    bad: { destinations: { '/a/../b': 'A' } },
    path: 'login.destinations./a/../b',
    says: /dot segment/
  },
  'an emulator for visitors alone': {
    rest: { identityPlatform: { emulatorHost: '127.0.0.1:9099', emulatorAnywhere: true } },
    good: { emulator: 'localhost:9099' },
    bad: { emulator: 'localhost:9099; script-src *' },
    path: 'login.emulator',
    says: /has the wrong format/
  },
  'a font list with an open quote': {
    good: { theme: { font: `Inter, 'Segoe UI', sans-serif` } },
    bad: { theme: { font: `Inter, 'Segoe UI, sans-serif` } },
    path: 'login.theme.font',
    says: /not a list of font families \| For example/
  },
  'an accent too pale for a light page': {
    good: { theme: { accent: '#1f5eff' } },
    bad: { theme: { accent: '#7aa2ff' } },
    path: 'login.theme.accent',
    says: /contrast with the page is \d\.\d\d:1, links and buttons need 4\.5:1 \| .*light backgrounds is `#[0-9a-f]{6}`/
  },
  'an accent too deep for a dark page': {
    good: { theme: { accentDark: '#86a8ff' } },
    bad: { theme: { accentDark: '#1f5eff' } },
    path: 'login.theme.accentDark',
    says: /contrast with the card is \d\.\d\d:1.*dark backgrounds/
  },
  'an accent too pale for the surfaces of a preset': {
    good: { theme: { accent: '#6e6e6e' } },
    bad: { theme: { preset: 'ledger', accent: '#6e6e6e' } },
    path: 'login.theme.accent',
    says: /contrast with the page is 4\.\d\d:1, links and buttons need 4\.5:1/
  },
  'an accent of a host, too pale for the surfaces of its preset': {
    good: { hosts: { 'app.example.com': { theme: { accent: '#6e6e6e' } } } },
    bad: { hosts: { 'app.example.com': { theme: { preset: 'ledger', accent: '#6e6e6e' } } } },
    path: 'login.hosts.app.example.com.theme.accent',
    says: /contrast with the page is/
  },
  'an unknown preset': {
    good: { theme: { preset: 'ledger' } },
    bad: { theme: { preset: 'ledgers' } },
    path: 'login.theme.preset',
    says: /not one of the allowed values \| Allowed: graphite, evergreen, iris, sandstone, ledger, null/
  },
  'a radius beyond its bounds': {
    good: { theme: { radius: 0 } },
    bad: { theme: { radius: 25 } },
    path: 'login.theme.radius',
    says: /24/
  },
  'an accent of a host that cannot be read': {
    good: { hosts: { 'app.example.com': { theme: { accent: '#a00' } } } },
    bad: { hosts: { 'app.example.com': { theme: { accent: '#faa' } } } },
    path: 'login.hosts.app.example.com.theme.accent',
    says: /4\.5:1/
  }
})

for (const id of ['password', 'phone', 'anonymous', 'emailLink']) {
  t.test(`login checks: \`${id}\` among the providers is refused with its right section`, async (t) => {
    const problems = problemsOf(load({ providers: [{ id }] }))
    t.match(problems, [{ path: 'login.providers[0].id', hint: /`login\.methods`/ }])
    t.equal(problems.length, 1)
  })
}
