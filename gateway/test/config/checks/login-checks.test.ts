import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import {
  chooseOnAccent,
  contrastOf,
  contrastOfAccent,
  nearestReadable,
  OWN_COLOURS,
  type Scheme
} from '../../../src/config/appearance/contrast.ts'
import { quoteFontFamilies } from '../../../src/config/appearance/font-families.ts'
import { type InvalidConfig, type LoadedConfig, loadConfig } from '../../../src/config/load.ts'
import { findNearestName } from '../../../src/config/nearest-name.ts'
import { readPackageJson } from '../../../src/config/package-files.ts'
import { readDesignTokens } from '../../fixtures/design-tokens.ts'
import { signatureKeyOf } from '../../fixtures/signature-keys.ts'

type Values = Record<string, unknown>

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000500000002808060000', 'hex')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>'

/** A text of the page without slots and one with a single slot, whichever they are: key and text. */
const TEXTS: [string, string][] = Object.entries(Object(readPackageJson('login-ui', 'locales', 'en.json')))
const [PLAIN] = TEXTS.find(([key, text]) => key.length > 9 && !text.includes('{'))!
const [SLOTTED, SLOT] = TEXTS.map(([key, text]) => [key, text.match(/\{\w+\}/g)] as const)
  .filter(([, slots]) => slots?.length === 1)
  .map(([key, slots]) => [key, String(slots)] as const)[0]!

/** A configuration whose `login` section is the given one; `rest`: other sections. */
function load(login: Values, rest: Values = {}): LoadedConfig | InvalidConfig {
  const folder = t.testdir()
  const file = join(folder, 'gatehouse.json')
  mkdirSync(folder, { recursive: true })
  const identityPlatform = { projectId: 'my-project', apiKey: 'key', ...Object(rest.identityPlatform) }
  writeFileSync(
    file,
    JSON.stringify({
      publicUrl: 'https://app.example.com',
      upstream: { url: 'http://127.0.0.1:3000' },
      cookie: { signatureKeys: [signatureKeyOf('login checks')] },
      ...rest,
      identityPlatform,
      login
    })
  )
  return loadConfig({ file, env: { METADATA_SERVER_DETECTION: 'none' } })
}

const problemsOf = (loaded: LoadedConfig | InvalidConfig) =>
  loaded.kind === 'invalid' ? loaded.problems : []
const warningsOf = (loaded: LoadedConfig | InvalidConfig) => {
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  return loaded.warnings
}

/** A section that is accepted, one that differs from it in one thing and is refused, and how. */
interface Twin {
  good: Values
  bad: Values
  rest?: Values
  path: string
  says: RegExp
}

function checkTwins(name: string, twins: Record<string, Twin>): void {
  for (const [title, { good, bad, rest, path, says }] of Object.entries(twins)) {
    t.test(`${name}: ${title}, refused; its twin is not`, async (t) => {
      t.same(problemsOf(load(good, rest)), [], 'the twin')
      const problems = problemsOf(load(bad, rest))
      t.same(
        problems.map((problem) => problem.path),
        [path]
      )
      t.match(`${problems[0]?.message} | ${problems[0]?.hint}`, says)
      t.match(problems[0]?.hint, /^\S.+[.]$/, 'the hint is a sentence')
    })
  }
}

checkTwins('login checks', {
  'no way in at all': {
    good: { methods: { password: false, emailLink: true } },
    bad: { methods: { password: false } },
    path: 'login.methods',
    says: /no way to sign in \| .*`emailLink`.*login\.providers/
  },
  'no way in but a provider that is not there': {
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
  'a name to ask of nobody': {
    good: { methods: { askName: true, signup: true } },
    bad: { methods: { askName: true } },
    path: 'login.methods.askName',
    says: /nobody to ask.*`signup`/
  },
  'a name to ask of nobody, e-mail links off': {
    good: { methods: { askName: true, emailLink: true } },
    bad: { methods: { askName: true, emailLink: false } },
    path: 'login.methods.askName',
    says: /nobody to ask/
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
  'saml without an id of its own': {
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
  'an issuer that would have a colon': {
    good: { brand: { name: 'Acme: Reports' }, mfa: { issuer: 'Acme' } },
    bad: { brand: { name: 'Acme: Reports' } },
    path: 'login.mfa.issuer',
    says: /login\.brand\.name.*colon/
  },
  'a tenant on a host that nobody uses': {
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
  'a look for a host that nobody uses': {
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
    says: new RegExp(`not a text of the login page \\| Is it \`${PLAIN}\`\\? .*en\\.json`)
  },
  'a text without the slot of ours': {
    good: { locales: { overrides: { en: { [SLOTTED]: `No. ${SLOT}` } } } },
    bad: { locales: { overrides: { en: { [SLOTTED]: 'No.' } } } },
    path: `login.locales.overrides.en.${SLOTTED}`,
    says: new RegExp(`leaves out ${SLOT} \\| It takes ${SLOT}\\.`.replace(/[{}]/g, '\\$&'))
  },
  'a text with a slot that ours has not': {
    good: { locales: { overrides: { en: { [PLAIN]: 'Hi' } } } },
    bad: { locales: { overrides: { en: { [PLAIN]: 'Hi {other}' } } } },
    path: `login.locales.overrides.en.${PLAIN}`,
    says: /slot that nothing fills \| It takes none\./
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
    says: /has the wrong form/
  },
  'a font list with an open quote': {
    good: { theme: { font: `Inter, 'Segoe UI', sans-serif` } },
    bad: { theme: { font: `Inter, 'Segoe UI, sans-serif` } },
    path: 'login.theme.font',
    says: /not a list of font families \| Such as/
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
  'an accent of a host that cannot be read': {
    good: { hosts: { 'app.example.com': { theme: { accent: '#a00' } } } },
    bad: { hosts: { 'app.example.com': { theme: { accent: '#faa' } } } },
    path: 'login.hosts.app.example.com.theme.accent',
    says: /4\.5:1/
  }
})

for (const id of ['password', 'phone', 'anonymous', 'emailLink']) {
  t.test(`login checks: \`${id}\` among the providers, refused with the section it belongs to`, async (t) => {
    const problems = problemsOf(load({ providers: [{ id }] }))
    t.match(problems, [{ path: 'login.providers[0].id', hint: /`login\.methods`/ }])
    t.equal(problems.length, 1)
  })
}

t.test('login checks: names and links that nobody should read, refused; their twins are not', async (t) => {
  const rows: readonly [path: string, wrong: Values, good: Values][] = [
    ['login.brand.name', { brand: { name: '   ' } }, { brand: { name: ' Acme ' } }],
    ['login.brand.name', { brand: { name: 'Ac\u202eme' } }, { brand: { name: 'Ac\u00e9me' } }],
    [
      'login.links.help',
      { links: { help: 'https://a:b@help.example' } },
      { links: { help: 'https://help.example' } }
    ],
    [
      'login.links.help',
      { links: { help: 'https://"x' } },
      { links: { help: 'https://help.example:8443/a?b' } }
    ],
    [
      'login.links.contact',
      { links: { contact: 'mailto:x' } },
      { links: { contact: 'mailto:x@example.com' } }
    ]
  ]
  for (const [path, wrong, good] of rows) {
    t.same(
      problemsOf(load(wrong)).map((problem) => problem.path),
      [path],
      JSON.stringify(wrong)
    )
    t.same(problemsOf(load(good)), [], JSON.stringify(good))
  }
})

t.test(
  'login checks: a redirect parameter that the page reads itself, refused; another is not',
  async (t) => {
    for (const name of ['lang', 'tenant', 'prompt', 'reason', 'oobCode', 'continueUrl']) {
      const [problem, ...others] = problemsOf(load({}, { redirectParameter: name }))
      t.match(problem, { path: 'redirectParameter', hint: /next/ }, name)
      t.same(others, [])
    }
    t.same(problemsOf(load({}, { redirectParameter: 'next' })), [])
  }
)

t.test('login checks: an emulator for visitors without one for the gateway, refused', async (t) => {
  const identityPlatform = { emulatorHost: '127.0.0.1:9099', emulatorAnywhere: true }
  t.same(problemsOf(load({ emulator: 'localhost:9099' }, { identityPlatform })), [])
  t.match(problemsOf(load({ emulator: 'localhost:9099' })), [
    { path: 'login.emulator', message: 'needs `identityPlatform.emulatorHost`' }
  ])
})

t.test('login checks: several problems, all listed at once', async (t) => {
  const problems = problemsOf(
    load({
      methods: { password: false, signup: true },
      theme: { accent: '#fff', accentDark: '#000' },
      brand: { logo: 'missing.svg' },
      locales: { default: 'de', enabled: ['en'] },
      destinations: { '/a/': 'A' }
    })
  )
  t.same(problems.map(({ path }) => path).sort(), [
    'login.brand.logo',
    'login.destinations./a/',
    'login.locales.default',
    'login.methods',
    'login.methods.signup',
    'login.theme.accent',
    'login.theme.accentDark'
  ])
})

t.test('login checks: colours that the theme never shows, not checked', async (t) => {
  t.same(problemsOf(load({ theme: { mode: 'dark', accent: '#ffd' } })), [])
  t.same(problemsOf(load({ theme: { mode: 'light', accentDark: '#002' } })), [])
  t.equal(problemsOf(load({ theme: { mode: 'light', accent: '#ffd' } })).length, 1)
  t.equal(problemsOf(load({ theme: { mode: 'dark', accentDark: '#002' } })).length, 1)
})

t.test('login checks: default configuration, no problem and no warning', async (t) => {
  const loaded = load({})
  t.same(problemsOf(loaded), [])
  t.same(warningsOf(loaded), [])
})

t.test('login warnings: each with the key, and none when one thing differs', async (t) => {
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
    ]
  ]
  for (const [warned, silent, expected] of rows) {
    t.equal(warningsOf(load(...warned)).filter((one) => expected.test(one)).length, 1, String(expected))
    t.equal(warningsOf(load(...silent)).filter((one) => expected.test(one)).length, 0, String(expected))
  }
})

t.test('brand files: every kind of picture passes, and is refused under the ending of another', async (t) => {
  const kinds: Record<string, Buffer | string> = {
    svg: `\ufeff<?xml version="1.0"?>\n<!-- <b> -->\n<!DOCTYPE svg PUBLIC "-//W3C" "x" [<!ENTITY a "b">]>\n${SVG}`,
    png: PNG,
    jpg: Buffer.from('ffd8ffe000104a464946', 'hex'),
    webp: Buffer.from('52494646100000005745425056503820', 'hex'),
    ico: Buffer.from('000001000100101000000000', 'hex')
  }
  const folder = t.testdir()
  for (const [ending, content] of Object.entries(kinds)) {
    const file = join(folder, `good.${ending}`)
    writeFileSync(file, content)
    t.same(problemsOf(load({ brand: { logo: file } })), [], ending)
    for (const other of Object.keys(kinds).filter((one) => one !== ending)) {
      const wrong = join(folder, `${ending}-as.${other}`)
      writeFileSync(wrong, content)
      t.match(
        problemsOf(load({ brand: { logo: wrong } })),
        [{ path: 'login.brand.logo', message: /not an? \w+ inside/ }],
        `${ending} as ${other}`
      )
    }
  }
  writeFileSync(join(folder, 'LOGO.JPEG'), kinds.jpg ?? '')
  t.same(problemsOf(load({ brand: { logo: join(folder, 'LOGO.JPEG') } })), [], 'JPEG in capitals')
})

t.test('brand files: HTML that holds an SVG, a compressed SVG and UTF-16 are no SVG', async (t) => {
  const folder = t.testdir()
  const contents = [
    `<html>${SVG}</html>`,
    Buffer.from('1f8b0800', 'hex'),
    Buffer.from(`\ufeff${SVG}`, 'utf16le')
  ]
  for (const [index, content] of contents.entries()) {
    const file = join(folder, `${index}.svg`)
    writeFileSync(file, content)
    t.equal(problemsOf(load({ brand: { logo: file } })).length, 1, String(index))
  }
})

t.test('brand files: every key that names one, checked', async (t) => {
  const missing = '/nowhere/x.svg'
  const acme = (own: Values) => ({ hosts: { 'app.example.com': own } })
  const rows: readonly [Values, string][] = [
    [{ brand: { logo: missing } }, 'login.brand.logo'],
    [{ brand: { logoDark: missing } }, 'login.brand.logoDark'],
    [{ brand: { favicon: missing } }, 'login.brand.favicon'],
    [{ brand: { background: missing } }, 'login.brand.background'],
    [{ theme: { cssFile: missing } }, 'login.theme.cssFile'],
    [{ providers: [{ id: 'google.com', icon: missing }] }, 'login.providers[0].icon'],
    [acme({ brand: { logo: missing } }), 'login.hosts.app.example.com.brand.logo'],
    [acme({ brand: { favicon: missing } }), 'login.hosts.app.example.com.brand.favicon']
  ]
  for (const [login, path] of rows) {
    t.match(problemsOf(load(login)), [
      { path, message: 'names a file that cannot be read (ENOENT)', hint: `Looked for ${missing}.` }
    ])
  }
})

t.test('brand files: sizes at their edges, empty files, folders', async (t) => {
  const folder = t.testdir({ 'folder.svg': {}, 'empty.css': '' })
  const write = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const image = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])
  const logo = (file: string) => problemsOf(load({ brand: { logo: file } }))
  const css = (file: string) => problemsOf(load({ theme: { cssFile: file } }))
  t.same(logo(write('most.png', image(256 * 1024))), [])
  t.match(logo(write('more.png', image(256 * 1024 + 1))), [{ message: 'names a file of more than 256 kB' }])
  t.same(css(write('most.css', Buffer.alloc(64 * 1024, ' '))), [])
  t.match(css(write('more.css', Buffer.alloc(64 * 1024 + 1, ' '))), [
    { path: 'login.theme.cssFile', message: 'names a file of more than 64 kB' }
  ])
  t.match(css(join(folder, 'empty.css')), [{ message: 'names an empty file' }])
  t.match(logo(join(folder, 'folder.svg')), [{ message: 'names something that is no file' }])
  t.match(css(write('latin1.css', Buffer.from([0x61, 0xe4]))), [{ message: /not UTF-8/ }])
})

t.test('brand files: a relative path starts at the working directory, as for secrets', async (t) => {
  const file = join(t.testdir({ 'logo.svg': SVG }), 'logo.svg')
  t.same(problemsOf(load({ brand: { logo: relative(process.cwd(), file) } })), [])
  t.equal(problemsOf(load({ brand: { logo: 'logo.svg' } })).length, 1, 'not at the configuration file')
})

t.test(
  'brand files: a stylesheet that asks other sites, refused in every spelling; others pass (ASVS 1.3.5)',
  async (t) => {
    const folder = t.testdir()
    const check = (css: string) => {
      writeFileSync(join(folder, 'own.css'), css)
      return problemsOf(load({ theme: { cssFile: join(folder, 'own.css') } }))
    }
    const refused = [
      '@import "a.css";',
      '@IMPORT url(a.css);',
      '@\\69mport "a.css";',
      '@im\\port "a.css";',
      '/* */@import/**/"a.css";',
      'a { background: url(https://evil.example/a.png) }',
      'a { background: url( "http://evil.example/a.png" ) }',
      "a { background: url('//evil.example/a.png') }",
      'a { background: URL(HTTPS://evil.example) }',
      'a { background: url(\\68ttps://evil.example) }',
      'a { background: url(data:image/png;base64,AA==), url(https://evil.example) }',
      'a { background: image-set("a.png" 1x, "https://evil.example/a.png" 2x) }',
      'a { background: -webkit-image-set("https://evil.example/a.png" 2x) }',
      '@font-face { src: url(ftp://evil.example/a.woff2) }'
    ]
    for (const css of refused) {
      const problems = check(css)
      t.match(problems, [{ path: 'login.theme.cssFile', message: /@import|another site/ }], css)
    }
    const passes = [
      '/* @import "a.css"; https://example.com */ a { color: red }',
      'a { background: url(data:image/png;base64,AA==) }',
      `a { background: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>") }`,
      'a { background: url(/brand/a.png) }',
      'a::after { content: "see https://example.com" }',
      'a:hover { --x: 1 }'
    ]
    for (const css of passes) t.same(check(css), [], css)
  }
)

t.test('contrast: examples of WCAG, its numbers', async (t) => {
  t.equal(contrastOf('#000', '#fff'), 21)
  t.equal(contrastOf('#fff', '#ffffff'), 1)
  t.equal(contrastOf('#767676', '#fff').toFixed(2), '4.54')
  t.equal(contrastOf('#777777', '#fff').toFixed(2), '4.48')
})

t.test('contrast: colours that accents are checked against, those of tokens.css', async (t) => {
  const tokens = readDesignTokens()
  for (const scheme of ['light', 'dark'] as const) {
    t.same(
      OWN_COLOURS[scheme],
      { page: tokens[scheme].bg, card: tokens[scheme].card, accent: tokens[scheme].accent },
      scheme
    )
  }
})

t.test('contrast: our own tokens can be read, light and dark', async (t) => {
  const tokens = readDesignTokens()
  const needs: Record<string, number> = { text: 4.5, muted: 4.5, danger: 4.5, accent: 4.5, line: 3 }
  for (const scheme of ['light', 'dark'] as const) {
    const colours = tokens[scheme]
    for (const [name, least] of Object.entries(needs)) {
      for (const ground of ['bg', 'card'] as const) {
        const ratio = contrastOf(String(colours[name]), String(colours[ground]))
        t.ok(ratio >= least, `${scheme}: ${name} on ${ground} ${ratio.toFixed(2)}`)
      }
    }
    const ratio = contrastOf(String(colours['on-accent']), String(colours.accent))
    t.ok(ratio >= 4.5, `${scheme}: on-accent on accent ${ratio.toFixed(2)}`)
  }
})

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const scheme = fc.constantFrom<Scheme>('light', 'dark')

t.test(
  'contrast: any colour is readable, or the suggestion is, with words that can be read on it',
  async (t) => {
    fc.assert(
      fc.property(colour, scheme, (accent, scheme) => {
        const contrast = contrastOfAccent(accent, scheme)
        const { page, card } = OWN_COLOURS[scheme]
        const grounds = (shade: string) => [page, card, chooseOnAccent(shade)]
        const passes = (shade: string) => grounds(shade).every((other) => contrastOf(shade, other) >= 4.5)
        if (contrast.kind === 'readable') return passes(accent)
        return (
          contrast.ratio < 4.5 &&
          !passes(accent) &&
          passes(contrast.nearest) &&
          contrastOfAccent(contrast.nearest, scheme).kind === 'readable'
        )
      }),
      { numRuns: 1000 }
    )
    t.pass('1000 colours')
  }
)

t.test('contrast: suggested accent, as near as possible', async (t) => {
  let suggested = 0
  fc.assert(
    fc.property(colour, scheme, (accent, scheme) => {
      const contrast = contrastOfAccent(accent, scheme)
      if (contrast.kind === 'readable') return true
      suggested++
      const { page, card } = OWN_COLOURS[scheme]
      const shade = contrast.nearest
      // A step of a colour's 256 is worth a tenth of a point at most here.
      const lowest = Math.min(contrastOf(shade, page), contrastOf(shade, card))
      return lowest < 4.65
    }),
    { numRuns: 500 }
  )
  t.ok(suggested > 100, String(suggested))
})

t.test('contrast: suggested accent, keeps the hue', async (t) => {
  const rows: readonly [string, Scheme, strongest: number][] = [
    ['#ff8080', 'light', 0],
    ['#60ff60', 'light', 1],
    ['#8080ff', 'light', 2],
    ['#900000', 'dark', 0],
    ['#005000', 'dark', 1],
    ['#000090', 'dark', 2]
  ]
  for (const [accent, scheme, strongest] of rows) {
    const shade = nearestReadable(accent, scheme)
    const parts = [1, 3, 5].map((start) => Number.parseInt(shade.slice(start, start + 2), 16))
    t.equal(parts.indexOf(Math.max(...parts)), strongest, `${accent} -> ${shade}`)
  }
  t.equal(nearestReadable('#1f5eff', 'light'), '#1f5eff', 'what can be read stays as it is')
})

t.test('font families: quoted but for keywords, refused when a quote is open', async (t) => {
  const rows: readonly [string, string | null][] = [
    ['Inter', '"Inter"'],
    [`Inter, 'Segoe UI', "Noto Sans", sans-serif`, '"Inter", "Segoe UI", "Noto Sans", sans-serif'],
    ['-apple-system, system-ui', '-apple-system, system-ui'],
    ['"serif"', '"serif"'],
    ['inherit', '"inherit"'],
    [`'Inter`, null],
    [`Inter'`, null],
    [`'Inter"`, null],
    [`"In"ter"`, null],
    ['Inter,', null],
    [',', null],
    [' ', null],
    ['a; } b {', null],
    ['a\\', null]
  ]
  for (const [list, expected] of rows) t.equal(quoteFontFamilies(list), expected, list)
})

t.test(
  'font families: any text that passes, pairs of quotes around plain letters and nothing else',
  async (t) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`aB1 ,'"_-;{}\\:`) }), (list) => {
        const families = quoteFontFamilies(list)
        return families === null || /^(?:(?:"[\w -]+"|[a-z-]+)(?:, (?!$)|$))+$/i.test(families)
      }),
      { numRuns: 2000 }
    )
    t.pass('2000 lists')
  }
)

t.test('nearest name: the one that was meant, none when nothing is near', async (t) => {
  const names = ['sign-in.heading', 'sign-in.email', 'notice.expired']
  t.equal(findNearestName('Sign-in.Heading', names), 'sign-in.heading')
  t.equal(findNearestName('sign-in.emial', names), 'sign-in.email')
  t.equal(findNearestName('nothing like it', names), null)
  t.equal(findNearestName('a', []), null)
})
