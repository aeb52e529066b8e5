import t from 'tap'
import { createApplications, createCorsAt } from '../../src/access/applications/applications.ts'

import type { AuthRequest } from '../../src/http/auth-request.ts'
import { parseRequestTarget } from '../../src/http/target.ts'
import { testConfig } from '../fixtures/gateway.ts'

const ORIGIN = 'https://spa.example.com'
const upstream = { url: 'http://127.0.0.1:9' }
const config = testConfig({
  publicUrl: 'https://app.example.com',
  'cookie.domain': 'example.com',
  applications: [
    { name: 'home', upstream },
    { name: 'api', host: 'api.example.com', upstream, cors: { origins: [ORIGIN] } }
  ]
})
const applications = createApplications(config)
const lookUps: string[] = []
const corsAt = createCorsAt({
  all: applications.all,
  of(hostname, readings) {
    lookUps.push(hostname)
    return applications.of(hostname, readings)
  }
})
const [home, api] = applications.all

t.test('cors of a place: null if no application lists origins', async (t) => {
  const all = applications.all.filter(({ name }) => name === 'home')
  t.equal(createCorsAt({ ...applications, all }), null)
  t.not(corsAt, null, 'control: one that does')
})

function authRequest(hostname: string): AuthRequest {
  const target = parseRequestTarget('/data')
  return {
    id: 'request-1',
    method: 'GET',
    hostname,
    origin: `https://${hostname}`,
    target: target.kind === 'target' ? target : null,
    isPageLoad: false,
    client: '192.0.2.1',
    headers: { origin: ORIGIN }
  }
}

t.test('cors of a place: a known application gives its own settings without a look-up', async (t) => {
  const request = authRequest('api.example.com')
  t.match(corsAt?.(request, api)?.readableBy(request), { 'access-control-allow-origin': ORIGIN })
  t.equal(corsAt?.(request, home), null, 'control: one that lists no origins')
  t.same(lookUps, [])
})

t.test('cors of a place: an unknown application is looked up by host and path', async (t) => {
  for (const unknown of [undefined, null]) {
    const request = authRequest('api.example.com')
    t.match(corsAt?.(request, unknown)?.readableBy(request), { 'access-control-allow-origin': ORIGIN })
    t.equal(corsAt?.(authRequest('app.example.com'), unknown), null, 'control: another host')
    t.equal(corsAt?.({ ...request, target: null }, unknown), null, 'control: target that cannot be read')
  }
  t.same(lookUps, ['api.example.com', 'app.example.com', 'api.example.com', 'app.example.com'])
})
