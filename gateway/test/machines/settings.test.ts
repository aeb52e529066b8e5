import t from 'tap'
import { load, problemsOf } from '../fixtures/login-page/login-config.ts'
import { accepted } from '../fixtures/repository/yaml-config.ts'

type Values = Record<string, unknown>

const PROJECT = 'https://securetoken.google.com/my-project'
const OPEN = { issuer: 'https://id.example', audiences: ['https://app.example.com'] }
const upstream = { url: 'http://127.0.0.1:3000' }
const APPLICATIONS = [{ name: 'api', upstream }]

const pathsOf = (entry: Values, rest: Values = {}) =>
  problemsOf(load({}, { bearer: [OPEN, { ...OPEN, ...entry }], ...rest })).map(({ path }) => path)

t.test('bearer checks: each invalid value is a problem at its key, its counterpart is not', async (t) => {
  const own = { issuer: PROJECT, audiences: ['my-project'] }
  const rows: readonly [path: string, wrong: Values, good: Values, rest?: Values][] = [
    ['issuer', { issuer: 'http://id.example' }, { issuer: 'http://127.0.0.1:9000' }],
    ['issuer', { issuer: 'id.example' }, { issuer: 'https://id.example/' }],
    ['issuer', { issuer: 'https://a:b@id.example' }, { issuer: 'https://id.example:8443/realms/a' }],
    ['issuer', { issuer: 'https://id.example?x' }, { issuer: 'https://id.example/x' }],
    ['jwksUri', { jwksUri: 'http://id.example/keys' }, { jwksUri: 'http://[::1]:9/keys' }],
    ['jwksUri', { jwksUri: 'file:///keys' }, { jwksUri: 'https://id.example/keys?v=2' }],
    ['audiences', { audiences: [] }, { audiences: ['a', 'b'] }],
    ['audiences', { ...own, audiences: ['my-project', 'x'] }, own],
    ['audiences', { ...own, audiences: ['other'] }, own],
    ['jwksUri', { ...own, jwksUri: 'https://id.example/keys' }, own],
    ['claims.email', { claims: { email: [] } }, { claims: { email: ['ci@example.com'] } }],
    ['headers[0]', { headers: ['authorization'] }, { headers: ['x-authorization'] }],
    ['headers[0]', { headers: ['cookie'] }, { headers: ['x-cookie'] }],
    ['headers[1]', { headers: ['x-token', 'host'] }, { headers: ['x-token', 'x-host'] }],
    ['headers[0]', { headers: ['x-forwarded-user'] }, { headers: ['x-goog-iap-jwt-assertion'] }],
    ['headers[0]', { headers: ['x-gatehouse-token'] }, { headers: ['cf-access-jwt-assertion'] }],
    [
      'headers[0]',
      { headers: ['x-role'] },
      { headers: ['x-rule'] },
      { identityHeaders: { 'x-role': 'role' } }
    ],
    [
      'applications[1]',
      { applications: ['api', 'wiki'] },
      { applications: ['api'] },
      { applications: APPLICATIONS, upstream: undefined }
    ],
    ['applications[0]', { applications: ['api'] }, { applications: [] }],
    ['applications[0]', { applications: ['API'] }, {}]
  ]
  for (const [key, wrong, good, rest] of rows) {
    t.same(pathsOf(wrong, rest), [`bearer[1].${key}`], JSON.stringify(wrong))
    t.same(pathsOf(good, rest), [], JSON.stringify(good))
  }
})

t.test('bearer checks: an issuer of tokens for anyone is warned of unless claims restrict it', async (t) => {
  const warningsOf = (entry: Values) => {
    const { warnings } = accepted(load({}, { bearer: [OPEN, { ...OPEN, ...entry }] }))
    return warnings.filter((warning) => warning.startsWith('bearer:'))
  }
  for (const issuer of [
    'https://accounts.google.com',
    'https://token.actions.githubusercontent.com',
    'https://gitlab.com'
  ]) {
    t.match(warningsOf({ issuer }), [`bearer: ${issuer} gives anyone a token for any audience`], issuer)
    t.same(warningsOf({ issuer, claims: { sub: ['1234'] } }), [], issuer)
  }
  t.same(warningsOf({}), [], 'a private issuer')
})
