import t from 'tap'
import { describeDevice, maskAddress, readDevice } from '../../src/session/session-list.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = '(Macintosh; Intel Mac OS X 10_15_7)'
const IPHONE = '(iPhone; CPU iPhone OS 18_1 like Mac OS X)'
/** What follows `Mozilla/5.0`, and what it is: browser, system, kind. */
const AGENTS: readonly [agent: string, device: string][] = [
  [`${MAC} ${CHROME}`, 'Chrome, macOS, computer'],
  [`${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`, 'Safari, macOS, computer'],
  [`(Windows NT 10.0; Win64; x64) ${CHROME} Edg/142.0.0.0`, 'Edge, Windows, computer'],
  ['(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux, computer'],
  [`(X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome, ChromeOS, computer'],
  [`${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari, iOS, phone'],
  [`${IPHONE} ${WEBKIT} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome, iOS, phone'],
  [`(iPad; CPU OS 18_1 like Mac OS X) ${WEBKIT} FxiOS/140.0 Mobile/15E148`, 'Firefox, iPadOS, tablet'],
  [
    `(Linux; Android 15; SM-S931B) ${CHROME.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/')} Mobile`,
    'Samsung Internet, Android, phone'
  ],
  [`(Linux; Android 15; Pixel Tablet) ${CHROME}`, 'Chrome, Android, tablet']
]
const UNKNOWN = { browser: null, system: null, kind: null }

t.test('device: browser and system in words, never the text that the client sent', async (t) => {
  for (const [agent, device] of AGENTS)
    t.equal(Object.values(describeDevice(`Mozilla/5.0 ${agent}`)).join(', '), device, agent)
  for (const agent of ['curl/8.10.1', '', '<script>alert(1)</script>', undefined])
    t.same(describeDevice(agent), UNKNOWN, `${agent}`)
})

t.test('device: a user agent as long as all headers is read to its 512th character only', async (t) => {
  t.same(describeDevice(`${'a'.repeat(512)} Firefox/140.0`), UNKNOWN)
  t.equal(describeDevice(`${'a'.repeat(400)} Firefox/140.0`).browser, 'Firefox', 'control')
})

t.test('device: stored members that are not names of ours are unknown', async (t) => {
  const known = { browser: 'Firefox', system: 'Linux', kind: 'computer' }
  t.same(readDevice(known), known)
  t.same(readDevice({ browser: '<b>', system: 1, kind: 'toaster' }), UNKNOWN)
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
