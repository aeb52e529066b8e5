import t from 'tap'
import { describeDevice, maskAddress, readDevice } from '../../src/session/device.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const AGENTS: readonly [agent: string, browser: string | null, system: string | null, kind: string | null][] =
  [
    [
      `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`,
      'Chrome',
      'macOS',
      'computer'
    ],
    [
      `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
      'Safari',
      'macOS',
      'computer'
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge',
      'Windows',
      'computer'
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox',
      'Linux',
      'computer'
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome',
      'ChromeOS',
      'computer'
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
      'phone'
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iOS',
      'phone'
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
      'Firefox',
      'iPadOS',
      'tablet'
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
      'phone'
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome',
      'Android',
      'tablet'
    ],
    ['curl/8.10.1', null, null, null],
    ['', null, null, null],
    ['<script>alert(1)</script>', null, null, null]
  ]

t.test('device: browser and system in words, never the text that the client sent', async (t) => {
  for (const [agent, browser, system, kind] of AGENTS)
    t.same(describeDevice(agent), { browser, system, kind }, agent)
  t.same(describeDevice(undefined), { browser: null, system: null, kind: null })
})

t.test('device: a user agent as long as all headers is read to its 512th character only', async (t) => {
  t.same(describeDevice(`${'a'.repeat(512)} Firefox/140.0`), { browser: null, system: null, kind: null })
  t.equal(describeDevice(`${'a'.repeat(400)} Firefox/140.0`).browser, 'Firefox', 'control')
})

t.test('device: stored members that are not names of ours are unknown', async (t) => {
  const known = { browser: 'Firefox', system: 'Linux', kind: 'computer' }
  t.same(readDevice(known), known)
  t.same(readDevice({ browser: '<b>', system: 1, kind: 'toaster' }), {
    browser: null,
    system: null,
    kind: null
  })
})

t.test('address: shown without the part that names one machine', async (t) => {
  const rows = [
    ['203.0.113.77', '203.0.113.…'],
    ['::ffff:203.0.113.77', '203.0.113.…'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:…'],
    ['2001:db8::1', '2001:db8:0:…'],
    ['::1', '0:0:0:…'],
    ['unix', null]
  ] as const
  for (const [address, shown] of rows) t.equal(maskAddress(address), shown, address)
})
