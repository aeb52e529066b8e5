import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hashConfig } from '../../src/config/changes.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { GOOD, load, problemsOf } from '../fixtures/repository/yaml-config.ts'
import { send } from '../fixtures/wire/http-client.ts'

const SECRET = 'a-secret-of-the-application'

t.test('upstream.headers: each request has them, once, whatever the client sends', async (t) => {
  const valueFile = join(t.testdir(), 'secret')
  writeFileSync(valueFile, `${SECRET}\n`)
  const headers = {
    'x-api-key': { valueFile },
    'x-tenant': { value: 'blue' },
    authorization: { value: 'Basic eDp5' }
  }
  const { url, upstream, logText, settled } = await startGateway(t, {
    config: { 'upstream.headers': headers, 'upstream.passHeaders': ['x-tenant'], 'access.default': 'public' }
  })
  for (const sent of [
    {},
    { 'x-api-key': 'mine', 'X-Tenant': 'red', x_tenant: 'red', authorization: 'Bearer x' }
  ]) {
    upstream.forget()
    await send(`${url}/x`, { headers: { ...sent, connection: 'keep-alive, x-api-key, x-tenant' } })
    const { rawHeaders = [] } = upstream.seen[0] ?? {}
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
    const found = lines.filter((line) => /api-key|tenant|authorization/i.test(line))
    t.same(found, [`x-api-key: ${SECRET}`, 'x-tenant: blue', 'authorization: Basic eDp5'])
  }
  await settled()
  t.notMatch(logText(), SECRET)
})

t.test('upstream.headers: reserved names, identity, and what no header can carry are refused', async (t) => {
  const dir = t.testdir({ empty: '\n', lines: 'a\nb', good: 'x' })
  const wrong = (name: string, header: string) =>
    problemsOf(load(dir, GOOD.replace('3000"', `3000", headers: { ${name}: ${header} }`)))
  t.same(wrong('x-api-key', '{ value: x }'), [])
  t.same(wrong('x-forwarded-prefix', '{ value: /wiki }'), [])
  t.same(wrong('x-api-key', `{ valueFile: ${join(dir, 'good')} }`), [])
  for (const name of 'host cookie connection transfer-encoding content-length te x-forwarded-for'.split(' '))
    t.same(wrong(name, '{ value: x }'), [`upstream.headers.${name}`], name)
  for (const name of ['x-forwarded-user', 'x-forwarded-email', 'x-gatehouse-assertion', 'x-gatehouse-other'])
    t.same(wrong(name, '{ value: x }'), [`upstream.headers.${name}`], name)
  for (const header of [
    '{}',
    '{ value: "" }',
    '{ value: " x" }',
    '{ value: "a\\nb" }',
    '{ value: é }',
    `{ valueFile: ${join(dir, 'empty')} }`,
    `{ valueFile: ${join(dir, 'lines')} }`
  ])
    t.same(wrong('x-api-key', header), ['upstream.headers.x-api-key'], header)
  t.same(wrong('x-api-key', `{ value: x, valueFile: ${join(dir, 'good')} }`), [
    'upstream.headers.x-api-key.valueFile'
  ])
  t.match(wrong('x-api-key', `{ valueFile: ${join(dir, 'none')} }`), ['upstream.headers.x-api-key.valueFile'])
})

t.test('upstream.headers: the content of a file is no part of the hash of the configuration', async (t) => {
  const hashOf = (header: object) =>
    hashConfig({ applications: [{ upstream: { headers: { 'x-key': header } } }] })
  t.equal(hashOf({ value: 'a', valueFile: '/f' }), hashOf({ value: 'b', valueFile: '/f' }))
  t.not(hashOf({ value: 'a', valueFile: '/f' }), hashOf({ value: 'a', valueFile: '/g' }))
  t.not(hashOf({ value: 'a', valueFile: null }), hashOf({ value: 'b', valueFile: null }))
})
