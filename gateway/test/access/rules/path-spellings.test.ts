import fc from 'fast-check'
import t from 'tap'
import { createApplications } from '../../../src/access/applications/applications.ts'
import { createTenancy } from '../../../src/access/applications/tenancy.ts'
import { buildPolicy } from '../../../src/access/rules/policy.ts'
import type { AccessRule } from '../../../src/config/schema/schema.ts'
import { parseRequestTarget } from '../../../src/http/target.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { levelAt, targetOf } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

const WORDS = [...words`admin büro Büro straße kadın ISI ΟΔΟΣ ǰ ŉ 家 wiki-2 a.b ſk é`, 'ﬁn']
const upstream = { url: 'http://127.0.0.1:9' }

const pathIn = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
/** The same path as it can be written in a configuration. */
const writings: readonly ((path: string) => string)[] = [
  (path) => path,
  encodeURI,
  (path) =>
    encodeURI(path)
      .toLowerCase()
      .replace(/%../g, (byte) => byte.toLowerCase()),
  (path) => path.normalize('NFD')
]

const encode = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
/** Other spellings of one character, which a browser would not send. */
const CHARACTER: readonly ((one: string) => string)[] = [
  encodeURIComponent,
  encodeURIComponent,
  encode,
  (one) => encode(one).toUpperCase(),
  (one) => encode(one).replaceAll('%', '%25'),
  (one) => encodeURIComponent(one.toUpperCase()),
  (one) => encodeURIComponent(one.toLowerCase()),
  (one) => encodeURIComponent(one.normalize('NFKD')),
  (one) =>
    encodeURIComponent(one.replace(/[!-~]/, (ascii) => String.fromCharCode(ascii.charCodeAt(0) + 0xfee0))),
  (one) => encodeURIComponent({ i: 'ı', I: 'İ', s: 'ſ', k: '\u212a', ß: 'ẞ', ü: 'u\u0308' }[one] ?? one),
  (one) => `${encodeURIComponent(one)}%C2%AD`
]
const SLASHES = ['/', '/', '/', '//', '%2F', '%2f', '%252f', ';v=1/', './', '%20/', '/./..;'.slice(0, 1)]
const ENDS = ['', '', '/', '.', '%20', ';a=b', '%3fq', '%23', '::$DATA', '?q=1']

const picks = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 })

/** One of the spellings of a path. */
function spell(segments: readonly string[], numbers: readonly number[]): string {
  let at = 0
  const pick = <T>(list: readonly T[]): T => list[(numbers[at++ % numbers.length] ?? 0) % list.length] as T
  const spelled = segments.map((segment) => [...segment].map((one) => pick(CHARACTER)(one)).join(''))
  return `/${spelled.reduce((path, segment) => `${path}${pick(SLASHES)}${segment}`)}${pick(ENDS)}`
}

const ADMIN = { claim: 'role', oneOf: ['admin'] }
const STRICT: readonly AccessRule['allow'][] = ['signed-in', 'deny', ADMIN]

t.test('path spellings: every spelling of a rule’s path, the decision is the rule’s', async (t) => {
  const counts = { refused: 0, decided: 0 }
  fc.assert(
    fc.property(
      pathIn,
      fc.constantFrom(...writings),
      fc.constantFrom('', '/*'),
      fc.constantFrom(...STRICT),
      fc.constantFrom('public' as const, 'optional' as const),
      picks,
      (segments, write, end, allow, fallback, numbers) => {
        const path = `${write(`/${segments.join('/')}`)}${end}`
        const policy = buildPolicy({ default: fallback, rules: [{ path, allow }] })
        const spelling = spell(end === '' ? segments : [...segments, 'x'], numbers)
        const target = parseRequestTarget(spelling)
        if (target.kind === 'refused') return void counts.refused++
        counts.decided++
        const { level, conditions } = policy('GET', target, 'a')
        const expected = typeof allow === 'object' ? 'signed-in' : allow
        if (level !== expected || conditions.length !== (typeof allow === 'object' ? 1 : 0))
          throw new Error(`${path}: ${spelling} is ${level}`)
      }
    ),
    { numRuns: 3000 }
  )
  t.ok(counts.decided > 2000, JSON.stringify(counts))
})

t.test('path spellings: a public or optional rule matches what browsers send, and no other', async (t) => {
  for (const allow of ['public', 'optional'] as const)
    for (const path of ['/büro', '/Straße/ΟΔΟΣ', '/家', '/admin'])
      for (const write of writings) {
        const written = write(path)
        const rules = [`${written}/*`, written].map((one) => ({ path: one, allow }))
        const levelOf = (asked: string) => levelAt({ default: 'signed-in', rules }, asked)
        const sent = new URL(path, 'https://a.example').pathname
        const cased = written === written.toLowerCase() && /%/.test(written) ? path.toLowerCase() : path
        if (cased !== path) continue
        const lower = sent.replace(/%../g, (one) => one.toLowerCase())
        for (const asked of [sent, `${sent}/x`, `${sent}//x`, `${sent}/my%20file`, lower])
          t.equal(levelOf(asked), allow, `${written}: ${asked}`)
        const escaped = `/%${sent.charCodeAt(1).toString(16)}${sent.slice(2)}`
        for (const asked of [escaped, `${sent}%2fx`, `${sent};x`])
          if (!/^\/%25/.test(asked)) t.equal(levelOf(asked), 'signed-in', `${written}: ${asked}`)
      }
})

t.test('path spellings: letters that some servers take for others add the rule’s demands', async (t) => {
  const levelBelow = (path: string, raw: string) =>
    levelAt({ default: 'public', rules: [{ path, allow: ADMIN }] }, raw)
  const hidden = ['/admin/\u212aiss', '/ad\u00admin/kiss', '/adm\u200cin/kiss/x']
  for (const path of [
    ...words`/admın/kiss /admİn/kiss /admin/kiſs /admin/kiß /admin/KIẞ /ádmin/kìss /ａdmin/kiss`,
    ...hidden
  ])
    t.equal(levelBelow('/admin/kiss/*', encodeURI(path)), 'signed-in', path)
  for (const path of ['/admyn/kiss', '/ædmin/kiss', '/admin/kis', '/аdmin/kiss'])
    t.equal(levelBelow('/admin/kiss/*', encodeURI(path)), 'public', `control: ${path}`)
  t.equal(levelBelow('/büro/*', '/buro/x'), 'public', 'a path without accents is another one')
})

t.test('path spellings: an application’s path in another spelling is never of another one', async (t) => {
  const counts = { own: 0, ambiguous: 0 }
  fc.assert(
    fc.property(pathIn, fc.constantFrom(...writings), picks, (segments, write, numbers) => {
      const { at } = createApplications(
        testConfig({
          publicUrl: 'https://app.example.com',
          applications: [
            { name: 'home', upstream },
            { name: 'own', path: `${write(`/${segments.join('/')}`)}/*`, upstream }
          ]
        })
      )
      const spelling = spell([...segments, 'x'], numbers)
      const target = parseRequestTarget(spelling)
      if (target.kind === 'refused') return
      const found = at('app.example.com', target)
      if (found.kind === 'application' && found.application.name === 'own') counts.own++
      else if (found.kind === 'ambiguous') counts.ambiguous++
      else throw new Error(`${segments.join('/')}: ${spelling}: ${found.kind}`)
    }),
    { numRuns: 300 }
  )
  t.ok(counts.ambiguous > 50, JSON.stringify(counts))
})

t.test('path spellings: an application at a path that is not ASCII, found however written', async (t) => {
  for (const path of ['/büro/*', '/b%C3%BCro/*', '/b%c3%bcro/*', '/bu\u0308ro/*']) {
    const { at } = createApplications(
      testConfig({
        publicUrl: 'https://app.example.com',
        applications: [
          { name: 'home', upstream },
          { name: 'own', path, upstream, stripPath: true }
        ]
      })
    )
    const rows = {
      own: words`/b%C3%BCro/x /b%c3%bcro/x /b%C3%BCro /b%C3%BCro/my%20file`,
      home: ['/b%C3%BCros', '/'],
      ambiguous: ['/B%C3%9CRO/x', '/%62%C3%BCro/x']
    }
    for (const [name, paths] of Object.entries(rows))
      for (const raw of paths) {
        const found = at('app.example.com', targetOf(raw))
        t.equal(found.kind === 'application' ? found.application.name : found.kind, name, `${path}: ${raw}`)
      }
  }
})

t.test('path spellings: a tenant’s path in another spelling is never another tenant’s', async (t) => {
  for (const place of ['/büro/*', '/b%C3%BCro/*', '/b%c3%bcro']) {
    const config = testConfig({ 'identityPlatform.tenants': { [place]: 'own' } })
    const { scopeAt: scope } = createTenancy(config, createApplications(config))
    const scopeAt = (raw: string) => scope('app.example.com', targetOf(raw).readings)
    for (const raw of ['/b%C3%BCro/x', '/b%c3%bcro', '/b%C3%BCro/my%20file', '/B%C3%9CRO/x'])
      t.match(scopeAt(raw), { tenantIds: ['own'] }, `${place}: ${raw}`)
    t.match(scopeAt('/b%C3%BCros'), { tenantIds: [null] }, 'control: elsewhere')
  }
  const counts = { own: 0, ambiguous: 0 }
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('acme', 'büro', 'kadın', 'straße'), { minLength: 1, maxLength: 2 }),
      fc.constantFrom(...writings),
      picks,
      (segments, write, numbers) => {
        const config = testConfig({
          'identityPlatform.tenants': { [`${write(`/${segments.join('/')}`)}/*`]: 'own' }
        })
        const spelling = spell([...segments, 'x'], numbers)
        const target = parseRequestTarget(spelling)
        if (target.kind === 'refused') return
        const scope = createTenancy(config, createApplications(config)).scopeAt(
          'app.example.com',
          target.readings
        )
        if (scope.kind === 'ambiguous') counts.ambiguous++
        else if (scope.kind === 'one-of' && scope.tenantIds[0] === 'own') counts.own++
        else throw new Error(`${segments.join('/')}: ${spelling}: ${JSON.stringify(scope)}`)
      }
    ),
    { numRuns: 300 }
  )
  t.ok(counts.ambiguous > 50, JSON.stringify(counts))
})
