import t from 'tap'
import { parseRequestTarget } from '../../src/http/target.ts'

const CANONICAL = [
  '/',
  '/a',
  '/a/b/',
  '/a.b',
  '/.well-known/x',
  '/a..b',
  '/...',
  '/a+b@c:d',
  '/%C3%A4',
  '/a?x=/../%00',
  '/a?\\',
  "/a!$&'()*,=~-_"
]
const NOT_CANONICAL = [
  '/a//b',
  '/%61',
  '/a%20b',
  '/a%2Fb',
  '/a;v',
  '/a|b',
  '/a"b',
  '/%25',
  '/%252e%252e',
  '/%EF%BC%8F',
  '/%E2%80%A5',
  '/a%3fb',
  '/%7e'
]
const INVALID = [
  ['', 'form'],
  ['*', 'form'],
  ['a', 'form'],
  ['http://evil/x', 'form'],
  ['//evil', 'authority'],
  ['/a#b', 'fragment'],
  ['/a?b#c', 'fragment'],
  ['/a\\b', 'backslash'],
  ['/%zz', 'encoding'],
  ['/%', 'encoding'],
  ['/%ff', 'encoding'],
  [`/${'%25'.repeat(1)}${'25'.repeat(8)}41`, 'encoding'],
  ['/%00', 'control'],
  ['/%0d%0a', 'control'],
  ['/%7F', 'control'],
  ['/..', 'dot-segment'],
  ['/.', 'dot-segment'],
  ['/a/../b', 'dot-segment'],
  ['/a/./b', 'dot-segment'],
  ['/a/%2e%2e', 'dot-segment'],
  ['/a/.%2e/b', 'dot-segment'],
  ['/a/..%2fb', 'dot-segment'],
  ['/a/..%5cb', 'dot-segment'],
  ['/a/..;x=1/b', 'dot-segment']
] as const

for (const raw of CANONICAL) {
  t.test(`target: ${raw}, canonical and unchanged`, async (t) => {
    t.match(parseRequestTarget(raw), { kind: 'target', raw, path: raw.split('?')[0], canonical: true })
  })
}
for (const raw of NOT_CANONICAL) {
  t.test(`target: ${raw}, passes unchanged but has a second reading`, async (t) => {
    t.match(parseRequestTarget(raw), { kind: 'target', raw, canonical: false })
  })
}
for (const [raw, reason] of INVALID) {
  t.test(`target: ${JSON.stringify(raw)}, invalid (${reason}) (ASVS 2.2.1)`, async (t) => {
    t.match(parseRequestTarget(raw), {
      kind: 'refused',
      fault: { code: 'INVALID_REQUEST', detail: `request target: ${reason}` }
    })
  })
}

t.test('target: readings of a path, include what lenient applications might see', async (t) => {
  const rows = [
    ['/ADMIN/', '/admin'],
    ['/%61dmin', '/admin'],
    ['/%2561dmin', '/admin'],
    ['/x//admin', '/x/admin'],
    ['/admin;v=1/x', '/admin/x'],
    ['/x/%252e%252e/admin', '/admin'],
    ['/a%5cb', '/a/b'],
    ['/%EF%BD%81dmin', '/admin'],
    ['/%2561dmin/%25zz', '/admin/%zz'],
    ['/%2561dmin%25', '/admin%'],
    ['/%2561%25ffdmin', '/a%ffdmin']
  ] as const
  for (const [raw, reading] of rows) {
    const target = parseRequestTarget(raw)
    t.ok(target.kind === 'target' && target.readings.includes(reading), `${raw} might be ${reading}`)
  }
})
