import t from 'tap'
import { readTexts } from '../../../src/config/package-files.ts'
import { load, problemsOf, type Values } from '../../fixtures/login-page/login-config.ts'

/** Key and text of some text of the page without slots, and of one with a single slot. */
const TEXTS = Object.entries(readTexts('en'))
const [PLAIN] = TEXTS.find(([key, text]) => key.length > 9 && !text.includes('{'))!
const [SLOTTED, SLOT] = TEXTS.map(([key, text]) => [key, text.match(/\{\w+\}/g)] as const)
  .filter(([, slots]) => slots?.length === 1)
  .map(([key, slots]) => [key, String(slots)] as const)[0]!

const gitlab = [{ id: 'gitlab.com', name: 'G' }]
const ids = (...all: string[]) => all.map((id) => ({ id }))
const tenants = (...all: string[]) => ({ choose: all.map((id) => ({ id, name: id })) })
const english = (overrides: Values) => ({ overrides: { en: overrides } })
const ofHost = (theme: Values) => ({ 'app.example.com': { theme } })
const KNOWN =
  'google\\.com, github\\.com, microsoft\\.com, apple\\.com, facebook\\.com, twitter\\.com, yahoo\\.com'
const OTHER_TENANTS = { identityPlatform: { tenants: { 'acme.example.com': 'acme', '/globex/*': 'globex' } } }
const EMULATED = { identityPlatform: { emulatorHost: '127.0.0.1:9099', emulatorAnywhere: true } }

type Twin = readonly [good: unknown, bad: unknown, says: RegExp, rest?: Values]

/** By section of `login`: a value that is accepted, one that is refused, where and why, and other settings of both. */
const TWINS: Readonly<Record<string, readonly Twin[]>> = {
  methods: [
    [
      { password: false, emailLink: true },
      { password: false },
      /^methods: .*no way to sign in \| .*`emailLink`.*login\.providers/
    ],
    [{ password: false, phone: true }, { password: false }, /^methods: .*no way .*\| .*`phone`/],
    [
      { password: true, emailLink: true, signup: true },
      { password: false, emailLink: true, signup: true },
      /^methods\.signup: needs `login\.methods\.password` \|/
    ],
    [{ askName: true, signup: true }, { askName: true }, /^methods\.askName: .*creates no .*`signup`/],
    [{ askName: true, emailLink: true }, { askName: true }, /^methods\.askName: .*creates no accounts/]
  ],
  mfa: [
    [
      { totp: 'optional' },
      { totp: 'required' },
      /^methods\.phone: .*`login\.mfa\.totp` is `required` \| .*no second factor.*`phone` off.*`optional`/,
      { login: { methods: { phone: true } } }
    ],
    [
      { issuer: 'Acme' },
      {},
      /^brand\.name: .*colon.*login\.mfa\.issuer/,
      { login: { brand: { name: 'Acme: x' } } }
    ]
  ],
  providers: [
    [ids('google.com'), [], /^methods: .*no way/, { login: { methods: { password: false } } }],
    [
      ids('google.com', 'apple.com'),
      ids('google.com', 'google.com'),
      /^providers\[1\]\.id: .*same as login\.providers\[0\]\.id/
    ],
    [
      [{ id: 'saml.acme', name: 'Acme SSO' }],
      ids('saml.acme'),
      /^providers\[0\]\.name: .*required.*name: Acme SSO/
    ],
    [
      [{ id: 'saml.a', name: 'A' }],
      [{ id: 'saml.', name: 'A' }],
      /^providers\[0\]\.id: .*not a provider that the page knows/
    ],
    [ids('github.com'), gitlab, new RegExp(`^providers\\[0\\]\\.id: .*${KNOWN}`)],
    ...['password', 'phone', 'anonymous', 'emailLink'].map(
      (id) => [ids('google.com'), ids(id), /^providers\[0\]\.id: .*`login\.methods`/] as const
    )
  ],
  brand: [
    [{ name: ' Acme ' }, { name: '   ' }, /^brand\.name: /],
    [{ name: 'Ac\u00e9me' }, { name: 'Ac\u202eme' }, /^brand\.name: /]
  ],
  links: [
    [{ help: 'https://help.example' }, { help: 'https://a:b@help.example' }, /^links\.help: /],
    [{ help: 'https://help.example:8443/a?b' }, { help: 'https://"x' }, /^links\.help: /],
    [{ contact: 'mailto:x@example.com' }, { contact: 'mailto:x' }, /^links\.contact: /]
  ],
  tenants: [
    [
      { byHost: { 'app.example.com': 'acme' } },
      { byHost: { 'other.example.com': 'acme' } },
      /^tenants\.byHost\.other\.example\.com: .*not a host that .* \| Hosts of this gateway: app\.example\.com\. .*identityPlatform\.tenants/
    ],
    [
      { byHost: { 'acme.example.com': 'acme' } },
      { byHost: { 'acme.example.com': 'globex' } },
      /^tenants\.byHost\.acme\.example\.com: .*not the tenant that the host has/,
      OTHER_TENANTS
    ],
    [
      tenants('acme', 'globex'),
      tenants('acme', 'acme'),
      /^tenants\.choose\[1\]\.id: .*same as login\.tenants\.choose\[0\]\.id/
    ]
  ],
  hosts: [
    [
      { 'acme.example.com': { brand: { name: 'Acme' } } },
      { 'globex.example.com': { brand: { name: 'Globex' } } },
      /^hosts\.globex\.example\.com: .*Hosts of this gateway: app\.example\.com, acme\.example\.com\./,
      OTHER_TENANTS
    ],
    [
      { 'app.example.com': { destinations: { '/a': 'A' } } },
      { 'app.example.com': { destinations: { '/a/': 'A' } } },
      /^hosts\.app\.example\.com\.destinations\.\/a\/: .*ends with a slash/
    ],
    [
      ofHost({ accent: '#6e6e6e' }),
      ofHost({ preset: 'ledger', accent: '#6e6e6e' }),
      /^hosts\.app\.example\.com\.theme\.accent: .*contrast with the page is/
    ]
  ],
  locales: [
    [
      { default: 'de', enabled: ['en', 'de'] },
      { default: 'de', enabled: ['en', 'fr'] },
      /^locales\.default: .*not one of `login\.locales\.enabled` \| Enabled: en, fr\./
    ],
    [
      { enabled: ['en', 'de'], overrides: { de: { [PLAIN]: 'Los' } } },
      { enabled: ['en'], overrides: { de: { [PLAIN]: 'Los' } } },
      /^locales\.overrides\.de: .*not enabled/
    ],
    [
      english({ [PLAIN]: 'Hi' }),
      english({ [`${PLAIN}x`]: 'Hi' }),
      new RegExp(
        `en\\.${PLAIN}x: .*not a text of the login page or of .* \\| Is it \`${PLAIN}\`\\? .*en\\.json`
      )
    ],
    [
      english({ 'gateway.text.forbidden': 'No.' }),
      english({ 'gateway.text.forbiden': 'No.' }),
      /en\.gateway\.text\.forbiden: .*another page of the gateway \| Is it `gateway\.text\.forbidden`\?/
    ],
    [
      english({ 'gateway.note.signed-in-as': 'You are {name}.' }),
      english({ 'gateway.note.signed-in-as': 'You are in.' }),
      /en\.gateway\.note\.signed-in-as: .*lacks \{name\} \| It takes \{name\}\./
    ],
    [
      english({ [SLOTTED]: `No. ${SLOT}` }),
      english({ [SLOTTED]: 'No.' }),
      new RegExp(`en\\.${SLOTTED}: .*lacks ${SLOT} \\| It takes ${SLOT}\\.`.replace(/[{}]/g, '\\$&'))
    ],
    [
      english({ [PLAIN]: 'Hi' }),
      english({ [PLAIN]: 'Hi {other}' }),
      new RegExp(`en\\.${PLAIN}: .*unknown placeholder \\| It takes none\\.`)
    ]
  ],
  destinations: [
    [{ '/': 'A', '/a': 'B' }, { '/a/': 'B' }, /^destinations\.\/a\/: ends with a slash \| Write `\/a`/],
    [{ '/a/.b': 'A' }, { '/a/../b': 'A' }, /^destinations\.\/a\/\.\.\/b: .*dot segment/]
  ],
  emulator: [['localhost:9099', 'localhost:9099; script-src *', /^emulator: has the wrong format/, EMULATED]],
  theme: [
    [
      { font: `Inter, 'Segoe UI', sans-serif` },
      { font: `Inter, 'Segoe UI, sans-serif` },
      /^theme\.font: .*not a list of font families \| For example/
    ],
    [
      { accent: '#1f5eff' },
      { accent: '#7aa2ff' },
      /^theme\.accent: .*contrast with the page is \d\.\d\d:1, links and buttons need 4\.5:1 \| .*light backgrounds is `#[0-9a-f]{6}`/
    ],
    [
      { accentDark: '#86a8ff' },
      { accentDark: '#1f5eff' },
      /^theme\.accentDark: .*contrast with the card is \d\.\d\d:1.*dark backgrounds/
    ],
    [
      { accent: '#6e6e6e' },
      { preset: 'ledger', accent: '#6e6e6e' },
      /^theme\.accent: .*contrast with the page is 4\.\d\d:1, links and buttons need 4\.5:1/
    ],
    [
      { preset: 'ledger' },
      { preset: 'ledgers' },
      /^theme\.preset: .*not one of .* \| Allowed: graphite, evergreen, iris, sandstone, ledger, null/
    ],
    [{ radius: 0 }, { radius: 25 }, /^theme\.radius: .*24/]
  ]
}

t.test('login checks: a refused section has path and hint, its valid counterpart passes', async (t) => {
  const rows = Object.entries(TWINS).flatMap(([section, twins]) =>
    twins.map((twin) => [section, ...twin] as const)
  )
  for (const [section, good, bad, says, { login = {}, ...rest } = {}] of rows) {
    const name = JSON.stringify({ [section]: bad })
    const problemsWith = (value: unknown) => problemsOf(load({ ...Object(login), [section]: value }, rest))
    t.same(problemsWith(good), [], name)
    const [problem, ...others] = problemsWith(bad)
    t.match(problem, { path: /^login\./, hint: /^\S.+[.]$/ }, name)
    t.match(`${problem?.path.slice('login.'.length)}: ${problem?.message} | ${problem?.hint}`, says, name)
    t.same(others, [], name)
  }
})
