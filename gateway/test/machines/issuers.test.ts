import { generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { createProviderHttp } from '../../src/identity-platform/client/http.ts'
import { createIssuerKeys } from '../../src/machines/issuers.ts'
import { createRuntime } from '../../src/operations/runtime.ts'
import { createClock } from '../fixtures/clock.ts'
import { startIssuer } from '../fixtures/provider/issuer.ts'
import { sendJson } from '../fixtures/wire/recording-server.ts'

async function startKeys(t: Test, { slash = '', direct = false } = {}) {
  const clock = createClock()
  const issuer = await startIssuer(t, clock.now)
  const http = createProviderHttp()
  t.teardown(() => http.close())
  const reasons: string[] = []
  const runtime = createRuntime({
    now: clock.now,
    report(event) {
      if (event.kind === 'issuer.unavailable') reasons.push(event.failure.detail)
    }
  })
  const jwksUri = direct ? `${issuer.url}/own` : null
  const keys = createIssuerKeys(runtime, { http, issuer: `${issuer.url}${slash}`, jwksUri })
  const find = async (kid: string, algorithm = 'RS256') => (await keys.find(kid, algorithm)).kind
  return { clock, issuer, keys, find, reasons }
}

t.test('issuer keys: discovered, found by id and algorithm, with one fetch for many requests', async (t) => {
  const { issuer, keys, find } = await startKeys(t)
  const found = await Promise.all(Array.from({ length: 20 }, () => find('rsa')))
  t.ok(found.every((kind) => kind === 'key'))
  t.equal(await find('rsa', 'PS512'), 'key', 'a key that names no algorithm serves all of its type')
  for (const [kid, algorithm] of [
    ['rsa', 'ES256'],
    ['ec', 'ES384'],
    ['ed', 'HS256']
  ] as const)
    t.equal(await find(kid, algorithm), 'unknown', `${kid} ${algorithm}`)
  t.same(
    issuer.requests.map(({ url }) => url),
    ['/.well-known/openid-configuration', '/keys']
  )
  t.equal(keys.condition().keys, 3)
})

t.test('issuer keys: several with one id are found by type and curve of the algorithm', async (t) => {
  const { issuer, find } = await startKeys(t)
  const curves = ['P-256', 'P-384', 'P-521'].map((namedCurve) => generateKeyPairSync('ec', { namedCurve }))
  const pairs = [...curves, generateKeyPairSync('ed25519')]
  issuer.keys = pairs.map(({ publicKey }) => ({ kid: 'same', ...publicKey.export({ format: 'jwk' }) }))
  for (const algorithm of ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])
    t.equal(await find('same', algorithm), 'key', algorithm)
  t.equal(await find('same', 'RS256'), 'unknown', 'none of that type')
})

t.test('issuer keys: with jwksUri there is no discovery', async (t) => {
  const { issuer, find } = await startKeys(t, { direct: true })
  t.equal(await find('ec', 'ES256'), 'key')
  const found = issuer.requests.map(({ url }) => url)
  t.same(found, ['/own'])
})

t.test('issuer keys: untrusted discovery gives no keys and no request to a second address', async (t) => {
  const documents: readonly [name: string, document: Record<string, unknown>][] = [
    ['another issuer', { issuer: 'https://evil.example' }],
    ['no issuer', { issuer: undefined }],
    ['keys over http elsewhere', { jwks_uri: 'http://192.0.2.1/keys' }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['keys with a name', { jwks_uri: 'https://a:b@example.com/keys' }],
    ['no keys', { jwks_uri: undefined }],
    ['keys are no text', { jwks_uri: ['https://example.com'] }]
  ]
  for (const [name, document] of documents) {
    const { issuer, find, reasons } = await startKeys(t)
    issuer.document = document
    t.equal(await find('rsa'), 'unavailable', name)
    t.match(reasons, [/discovery document/], name)
    t.equal(issuer.requests.length, 1, name)
  }
  const { issuer, find } = await startKeys(t, { slash: '/' })
  t.equal(await find('rsa'), 'unavailable', 'an extra slash')
  issuer.document = { issuer: `${issuer.url}/` }
  t.equal(await find('rsa'), 'unavailable', 'requested again only after a pause')
})

type Answer = (response: ServerResponse) => void

t.test('issuer keys: an invalid response is unavailable, a redirect not followed', async (t) => {
  const redirect: Answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end()
  const page: Answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  const tooLarge: Answer = (response) => response.end(`{"a":"${'a'.repeat(1024 * 1024)}"}`)
  const cut: Answer = (response) => void response.destroy()
  const away: Answer = (response) => response.writeHead(503).end()
  const json =
    (body: unknown): Answer =>
    (response) =>
      sendJson(response, 200, body)
  const rows: readonly [name: string, isOfKeys: boolean, answer: Answer, reason: RegExp][] = [
    ['redirect', false, redirect, /./],
    ['page', false, page, /./],
    ['list', false, json([]), /./],
    ['too large', false, tooLarge, /./],
    ['cut', false, cut, /./],
    ['keys away', true, away, /503/],
    ['keys cut', true, cut, /./],
    ['keys that are no JSON', true, page, /./],
    ['keys that are no set', true, json({ keys: 'none' }), /no key in the set/],
    ['an empty set', true, json({ keys: [] }), /no key in the set/]
  ]
  for (const [name, isOfKeys, answer, reason] of rows) {
    const { clock, issuer, find, reasons } = await startKeys(t)
    issuer.response = (response, { url }) => {
      if (isOfKeys && url !== '/keys')
        sendJson(response, 200, { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` })
      else answer(response)
    }
    t.equal(await find('rsa'), 'unavailable', name)
    t.match(reasons, [reason], name)
    t.notOk(
      issuer.requests.some(({ url }) => url === '/elsewhere'),
      name
    )
    issuer.response = null
    t.equal(await find('rsa'), 'unavailable', `${name}: a pause of some seconds`)
    clock.advance(5)
    t.equal(await find('rsa'), 'key', `${name}: recovered`)
  }
})

// Which entries verify is tried with published-keys.test.ts.
t.test('issuer keys: one that is no public key for signatures is ignored', async (t) => {
  const { issuer, find } = await startKeys(t)
  const [usual] = issuer.keys
  issuer.keys = [...issuer.keys, { ...usual, kid: 'encrypts', use: 'enc' }, { ...usual, kid: 'a', d: 'x' }]
  t.same([await find('encrypts'), await find('a'), await find('rsa')], ['unknown', 'unknown', 'key'])
})

t.test('issuer keys: the last one in a set of thousands is found', async (t) => {
  const { issuer, keys, find } = await startKeys(t)
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const many = Array.from({ length: 7000 }, (_, number) => ({
    kid: `k${number}`,
    kty: 'EC',
    crv: 'P-256',
    x,
    y
  }))
  issuer.keys = [...many, ...issuer.keys]
  t.equal(await find('rsa'), 'key')
  t.equal(keys.condition().keys, 7003)
})
