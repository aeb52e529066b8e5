import t from 'tap'
import { type AskOptions, buildForwardAuth } from '../../../test/fixtures/forward-auth.ts'
import { PAGE, testConfig } from '../../../test/fixtures/gateway.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { listDeviceWarnings } from '../settings-checks.ts'
import { ORIGIN, pairOf, SESSION, signInToBind } from './device.ts'

const gateway = await signInToBind(
  t,
  { recheckOn: ['user-agent'] },
  {
    config: { trustedProxies: ['127.0.0.1/32'], 'forwardAuth.enabled': true }
  }
)
const ask = (options: AskOptions) =>
  send(...buildForwardAuth(gateway.url, { url: `${ORIGIN}/a%2Fb?q=1`, ...options }))

t.test(
  'device binding: proxies that only ask must be trusted by the pages, too, or none passes',
  async (t) => {
    const warningsWith = (trusted: string, recheckOn: string[]) =>
      listDeviceWarnings(
        testConfig({
          publicUrl: ORIGIN,
          trustedProxies: [trusted],
          'forwardAuth.enabled': true,
          'forwardAuth.trustedProxies': ['10.1.0.0/16'],
          'session.deviceBinding.mode': 'when-supported',
          'session.deviceBinding.recheckOn': recheckOn
        })
      )
    t.match(warningsWith('127.0.0.1/32', ['network']), [/recheckOn: proxies/])
    t.same(warningsWith('10.0.0.0/8', ['network']), [])
    t.same(warningsWith('127.0.0.1/32', ['user-agent']), [])
  }
)

/** `maxResponseBodySize` of Traefik. */
const MAX_PAGE_BYTES = 32_768

t.test(
  'device binding: the page that proves the device fits what Traefik takes, for any address',
  async (t) => {
    const { cookies } = await gateway.bind()
    const headers = { ...PAGE, cookie: pairOf(cookies, SESSION), 'sec-fetch-site': 'cross-site' }
    const sizes: number[] = []
    for (const chars of [300, 1000, 1001, 4096])
      for (const one of [`'`, '"', '&']) {
        const response = await ask({ url: `${ORIGIN}/`.padEnd(ORIGIN.length + chars, one), headers })
        const text = await response.text()
        t.match(text, /location\.reload/)
        sizes.push(text.length)
      }
    t.ok(Math.max(...sizes) < MAX_PAGE_BYTES, sizes.join())
  }
)

t.test('device binding: beside nginx, which asks twice about a refusal, a copy is one event', async (t) => {
  const { cookies } = await gateway.bind()
  for (const _each of [1, 2])
    t.equal((await ask({ adapter: '/status', headers: { cookie: cookies } })).status, 200)
  const headers = { cookie: pairOf(cookies, SESSION), 'user-agent': 'a thief' }
  for (const adapter of ['/status', '/answer'])
    t.equal((await ask({ adapter, headers })).status, 401, adapter)
  t.same(
    (await gateway.events('session.binding-refused')).map(({ code }) => code),
    ['DEVICE_PROOF_REQUIRED']
  )
})

t.test(
  'device binding: beside a proxy, a request that passes at once is sent again, by any method',
  async (t) => {
    const { cookies } = await gateway.bind()
    const headers = { cookie: cookies, 'user-agent': 'another' }
    for (const [adapter, status] of [
      ['', 307],
      ['/status', 401],
      ['/answer', 307],
      ['/original-url', 401],
      ['/envoy', 307]
    ] as const) {
      const response = await ask({ adapter, method: 'POST', headers })
      const location = status === 307 ? '/a%2Fb?q=1' : null
      t.same([response.status, response.headers.get('location')], [status, location], adapter)
      const isWithCookies = adapter !== '/status'
      t.match(response.headers.getSetCookie(), isWithCookies ? [/-device=; Max-Age=0/] : [], adapter)
    }
  }
)
