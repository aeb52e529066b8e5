import t from 'tap'
import { listDeadRuleWarnings } from '../../../src/access/settings-checks.ts'
import { listWarnings } from '../../../src/config/checks/checks.ts'
import { testConfig } from '../../fixtures/gateway.ts'

const ADMIN = { claim: 'role', oneOf: ['admin'] }

const warningsOf = (rules: readonly object[], values: object = {}) =>
  listDeadRuleWarnings(testConfig({ ...values, 'access.rules': rules }))

/** Numbers of the rules that are never reached, from 1. */
const deadOf = (rules: readonly object[], values: object = {}) =>
  warningsOf(rules, values).map(
    (text) => Number(/^access\.rules\[(\d+)\]: is never reached: /.exec(text)?.[1]) + 1
  )

t.test('dead rules: found if one earlier rule covers path and methods, not if either differs', async (t) => {
  const folder = (methods?: string[], path = '/a/*') => ({
    path,
    allow: 'public',
    ...(methods && { methods })
  })
  const narrow = (methods?: string[], path = '/a/b') => ({ path, allow: ADMIN, ...(methods && { methods }) })
  const rows: [rules: object[], ...dead: number[]][] = [
    [[folder(), narrow()], 2],
    [[narrow(), narrow()], 2],
    [[narrow(), folder()]],
    [[folder(['GET']), narrow(['GET'])], 2],
    [[folder(['GET']), narrow()]],
    [[folder(['GET']), narrow(['GET', 'POST'])]],
    [[folder(['GET']), narrow(['HEAD'])], 2],
    [[folder(['HEAD']), narrow(['GET'])]],
    [[{ path: '/*', allow: 'optional' }, folder(), narrow()], 2, 3],
    [[folder(undefined, '/büro/*'), narrow(undefined, '/b%c3%bcro/x')], 2],
    [[folder(undefined, '/büro/*'), narrow(undefined, '/buro/x')]],
    // Its spellings are not canonical, so its demands are added.
    [[folder(), narrow(undefined, '/a/my%20b')]]
  ]
  for (const [rules, ...dead] of rows) t.same(deadOf(rules), dead, JSON.stringify(rules))
})

t.test('dead rules: found by host, where `*` stands for one label', async (t) => {
  const hosts = {
    publicUrl: 'https://app.example.com',
    'cookie.domain': 'example.com',
    'forwardAuth.enabled': true,
    'forwardAuth.origins': ['https://wiki.example.com', 'https://a.b.example.com'],
    trustedProxies: ['127.0.0.1']
  }
  const dead = (...rules: object[]) => deadOf(rules, hosts)
  const everywhere = { path: '/x', allow: 'public' }
  const wiki = { ...everywhere, host: 'wiki.example.com' }
  const below = { ...everywhere, host: '*.example.com' }
  t.same(dead(everywhere, wiki), [2])
  t.same(dead(below, wiki), [2])
  t.same(dead(below, below), [2])
  t.same(dead(wiki, everywhere), [])
  t.same(dead(wiki, below), [])
  t.same(dead(below, { ...wiki, host: 'a.b.example.com' }), [])
})

t.test('dead conditions: an empty `any` is found with its place, other conditions can hold', async (t) => {
  const parts = (allow: object) =>
    warningsOf([{ path: '/a', allow }]).map(
      (text) => /^access\.rules\[0\]: (\S+) never holds: `any` is empty$/.exec(text)?.[1]
    )
  t.same(parts({ any: [] }), ['allow'])
  t.same(parts({ any: [ADMIN, { all: [ADMIN, { any: [] }] }] }), ['allow.any[1].all[1]'])
  for (const allow of [{ all: [] }, { any: [ADMIN] }, { not: { any: [] } }])
    t.same(parts(allow), [], JSON.stringify(allow))
})

t.test('dead rules: they are warnings at start, with their key paths', async (t) => {
  const config = testConfig({
    'access.rules': [
      { path: '/a/*', allow: 'signed-in' },
      { path: '/a/b', allow: ADMIN },
      { path: '/b', allow: { any: [] } }
    ]
  })
  const found = listWarnings(config).filter((line) => line.startsWith('access.'))
  t.same(found, [
    'access.rules[1]: is never reached: rule 1 before it covers the same place; remove it, or move it first',
    'access.rules[2]: allow never holds: `any` is empty'
  ])
})
