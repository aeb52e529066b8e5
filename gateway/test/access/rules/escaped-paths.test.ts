import { posix } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { createApplications } from '../../../src/access/applications/applications.ts'
import type { AccessRule, Config } from '../../../src/config/schema/schema.ts'
import { parseRequestTarget } from '../../../src/http/target.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { levelAt } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

const ADMIN = { claim: 'role', oneOf: ['admin'] }

/** As browsers and programs escape a file's name; the last one as `encodeURIComponent` and more. */
const ESCAPES: readonly ((name: string) => string)[] = [
  (name) =>
    new URL(
      `/${encodeURIComponent(name).replace(/%5B|%5D|%2C|%7C/g, decodeURIComponent)}`,
      'http://a'
    ).pathname.slice(1),
  encodeURIComponent,
  (name) => encodeURIComponent(name).replace(/%../g, (byte) => byte.toLowerCase()),
  (name) => [...Buffer.from(name)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
]
const PLAIN = [
  ...words`50%.png a,b.png a[1].png [slug] [[...rest]] (group) @modal a+b&c=d.txt 家.png what? c;v=1 it's %41.txt a:b`,
  ...[
    ...['My Photo.jpg', '100% {sure} | "quoted" <b>^`~', 'größe ½ ﬁn.pdf', '#1 hit.mp3', '.hidden'],
    ...['e\u0301.txt']
  ],
  ...['ı.txt', '(S(x)).txt']
]
const NAME = fc.oneof(
  fc.constantFrom(...PLAIN),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter(
      (name) =>
        !/[\\/\p{C}]|\p{M}{9}/u.test(name) &&
        !/^[.\u2024-\u2026\uff0e\s]*(?:;.*)?$/u.test(name.split(/[?#]/)[0] ?? '')
    )
)
const FOLDERS = ['/img/*', '/_next/static/*', '/Größe/*', '/My%20Files/*', '/a [1]/b/*', '/50%25/*', '/*']
const sentAs = (folder: string) =>
  new URL(folder.slice(0, -1).replaceAll('[', '%5B').replaceAll(']', '%5D'), 'http://a').pathname

t.test('escaped paths: in a folder, a file of any name needs what a plain name needs', async () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FOLDERS),
      fc.constantFrom<AccessRule['allow'][]>('public', 'optional', 'signed-in', ADMIN),
      fc.array(fc.tuple(NAME, fc.constantFrom(...ESCAPES)), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('/', '/', '//'),
      (path, allow, names, slash) => {
        const access: Config['access'] = {
          default: 'deny',
          rules: [
            { path, allow },
            { path: '/*', allow: 'deny' }
          ]
        }
        const raw = `${sentAs(path)}${names.map(([name, write]) => write(name)).join(slash)}`
        const expected = typeof allow === 'object' ? 'signed-in' : allow
        const level = levelAt(access, raw)
        if (level !== expected) throw new Error(`${path}: ${raw} is ${level}`)
      }
    ),
    { numRuns: 1500, seed: 1 }
  )
})

const PIECES = [
  ...['img', 'IMG', 'admin', 'static', 'x', 'a b', '%61', '%2561', 'i%6dg', '%49mg'],
  ...words`/ / / // %2f %5c %252F %255c %25252f /%2e%2e/ %252e%252e .. . %252e`,
  ...words`; ;v=1 %3b %253b %3f %253f %23 %2500 %2509 %20 %2520 %EF%BC%8E %E2%80%A5`,
  ...['%EF%BC%8F', '%EF%BC%BC', '(S(x))', '\u00e1', '%C3%A1', '::$DATA', '[', '%25', '%c2%ad']
]

/** What any server may make of a path, one step after another. Knows nothing of the gateway's own readings. */
const STEPS: readonly ((path: string) => string)[] = [
  (path) =>
    path.replace(/%[0-9a-f]{2}/gi, (byte) => (/%[89a-f]/i.test(byte) ? byte : decodeURIComponent(byte))),
  (path) =>
    path.replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString()
    ),
  (path) => path.replace(/\/{2,}/g, '/'),
  (path) => posix.normalize(path),
  (path) => path.replaceAll('\\', '/'),
  (path) => path.replace(/;[^/]*/g, ''),
  (path) => path.replace(/[?#].*/s, ''),
  (path) => path.replace(/\0.*/s, ''),
  (path) => path.replace(/[\0-\x1f]/g, ''),
  (path) => path.normalize('NFKC'),
  (path) => path.replace(/[. ]+(?=\/|$)/g, (end) => (/^\.{1,2}$/.test(end) ? end : '')),
  (path) => path.replace(/\(S\(x\)\)/gi, '')
]

function readingsOf(raw: string): string[] {
  const found = new Set([raw])
  for (const path of found)
    for (const step of STEPS) {
      const next = step(path)
      if (next.startsWith('/') && found.size < 150) found.add(next)
    }
  return [...found]
}

t.test('escaped paths: what passes without a session has no reading outside of such folders', async (t) => {
  const access: Config['access'] = {
    default: 'signed-in',
    rules: [
      { path: '/img/admin/*', allow: ADMIN },
      { path: '/img/static/*', allow: 'optional' },
      { path: '/img/*', allow: 'public' }
    ]
  }
  const counts = { passed: 0, kept: 0 }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 }), (pieces) => {
      const raw = `/img/${pieces.join('')}`
      const level = levelAt(access, raw)
      if (level !== 'public' && level !== 'optional') return void counts.kept++
      counts.passed++
      for (const reading of readingsOf(raw)) {
        const lower = `${reading.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')}/`
        const isInside = lower.startsWith('/img/') && !lower.startsWith('/img/admin/')
        const isPlain = level === 'optional' || !lower.startsWith('/img/static/')
        if (!isInside || !isPlain) throw new Error(`${raw} is ${level}, and may be ${reading}`)
      }
    }),
    { numRuns: 2500, seed: 7 }
  )
  t.ok(counts.passed > 400 && counts.kept > 400, JSON.stringify(counts))
})

t.test('escaped paths: with a reading elsewhere refused, within the folder not', async (t) => {
  const within = words`
    My%20Photo.jpg 50%25.png a%2Cb.png a[1].png a//b.png %5Bslug%5D/page-1.js a;v=1 a%2fb %23x
  `
  const elsewhere = words`
    %252e%252e/x ..%252fx x/%252e%252e %252e %252e%252e%255cadmin ..%3f %E2%80%A5/x .(S(x))./x ..%2500/x
  `
  const opens: Config['access'][] = [
    { default: 'signed-in', rules: [{ path: '/img/*', allow: 'public' }] },
    { default: 'deny', rules: [{ path: '/img/*', allow: 'optional' }] },
    { default: 'deny', rules: [{ path: '/img/*', allow: ADMIN }] }
  ]
  for (const access of opens) {
    const level = levelAt(access, '/img/x')
    for (const name of within) t.equal(levelAt(access, `/img/${name}`), level, name)
    for (const name of elsewhere) t.equal(levelAt(access, `/img/${name}`), access.default, name)
  }
  for (const path of words`/IMG/a%20b /%69mg/a%20b /img%2fa /img;x/a /x%2f..img/a`)
    t.equal(levelAt(opens[1] as Config['access'], path), 'deny', path)
  const all: Config['access'] = {
    default: 'signed-in',
    rules: [
      { path: '/admin/*', allow: ADMIN },
      { path: '/*', allow: 'public' }
    ]
  }
  for (const name of within) t.equal(levelAt(all, `/${name}`), 'public', name)
  for (const path of words`/x/%252e%252e/admin/a%20b /%61dmin/a%20b /x%2f%252e%252e%2fadmin /admin.json%20`)
    t.equal(levelAt(all, path), 'signed-in', path)
})

t.test('escaped paths: a rule for one matches it, in the spellings of browsers', async (t) => {
  for (const [path, spellings, others] of [
    ['/My Use.pdf', ['/My%20Use.pdf'], ['/my%20use.pdf', '/My+Use.pdf', '/M%79%20Use.pdf']],
    ['/a%5B1%5D.png', ['/a[1].png', '/a%5B1%5D.png', '/a%5b1%5d.png'], ['/a%5B1%5D.png/', '/a1.png']],
    ['/50%25/*', ['/50%25/x', '/50%25/a%20b'], ['/50/x', '/%350%25/x']]
  ] as const)
    for (const allow of ['public', 'optional', 'signed-in', ADMIN] as const) {
      const level = typeof allow === 'object' ? 'signed-in' : allow
      const access: Config['access'] = { default: 'deny', rules: [{ path, allow }] }
      for (const raw of spellings) t.equal(levelAt(access, raw), level, raw)
      for (const raw of others) t.equal(levelAt(access, raw), 'deny', raw)
    }
})

t.test('escaped paths: a rule for one of them applies after that of its folder', async (t) => {
  const access: Config['access'] = {
    default: 'public',
    rules: [
      { path: '/a/*', allow: 'public' },
      { path: '/a/my%20b/*', allow: ADMIN }
    ]
  }
  for (const path of ['/a/my%20b/x', '/a/my%20b', '/a/MY%20B/x', '/a/my%20b.json', '/a/%6dy%20b/x'])
    t.equal(levelAt(access, path), 'signed-in', path)
  for (const path of ['/a/my%20c', '/a/myb', '/a//x']) t.equal(levelAt(access, path), 'public', path)
})

t.test('escaped paths: applications by path, and `stripPath`, have the same rules', async (t) => {
  const upstream = { url: 'http://127.0.0.1:9' }
  const access = { default: 'signed-in', rules: [{ path: '/wiki/img/*', allow: 'public' }] }
  const { at } = createApplications(
    testConfig({
      publicUrl: 'https://a.example',
      applications: [
        { name: 'home', upstream },
        { name: 'wiki', path: '/wiki/*', stripPath: true, upstream, access }
      ]
    })
  )
  const find = (raw: string) => {
    const target = parseRequestTarget(raw)
    if (target.kind === 'refused') return 'refused'
    const found = at('a.example', target)
    return found.kind === 'application'
      ? `${found.application.name} ${found.policy('GET', target, 'a.example').level}`
      : found.kind
  }
  const found = words`a%20b[1].png /a.png %252e%252e/a %252e%252e/%252e%252e/a`.map((one) =>
    find(`/wiki/img/${one}`)
  )
  t.same(found, ['wiki public', 'wiki public', 'wiki signed-in', 'ambiguous'])
})
