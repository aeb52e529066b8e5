import type { IncomingMessage } from 'node:http'
import t from 'tap'
import { hostnameOf, isHost, readHost, readHostAndPort } from '../../src/http/origin.ts'

const READ = [
  ['wiki.example.com', 'wiki.example.com', null],
  ['Wiki.example.com.', 'Wiki.example.com.', null],
  ['my_app:8080', 'my_app', '8080'],
  ['127.0.0.1:0', '127.0.0.1', '0'],
  ['a:65535', 'a', '65535'],
  ['[::1]', '[::1]', null],
  ['[::FFFF:127.0.0.1]:443', '[::FFFF:127.0.0.1]', '443']
] as const

const MALFORMED = [
  ...['', ' ', 'a b', ' a', 'a ', 'a:8 0', 'a\n', 'a\u0000', 'a\r\nb', `a:${'9'.repeat(400)}`],
  ...'a: :80 a:80:80 a:80@evil a@evil evil@a a:65536 a:99999 a:000080 a:-1 a:x'.split(' '),
  ...'[::1 ::1 [::1]x [::1]: [a%25eth0] %61 a/b a#b a?b a\\b a,b *.a ä'.split(' ')
]

t.test('hosts: well-formed ones are read as written', async (t) => {
  for (const [text, hostname, port] of READ) t.same(readHostAndPort(text), { hostname, port }, text)
})

t.test('hosts: hostname without its port', async (t) => {
  for (const [text, hostname] of READ) t.equal(hostnameOf(text), hostname, text)
})

t.test('hosts: malformed ones are refused', async (t) => {
  for (const text of MALFORMED) t.equal(readHostAndPort(text), null, JSON.stringify(text))
})

t.test('hosts: every port up to 65535 is valid, higher ones are not', async (t) => {
  for (let port = 0; port < 70_000; port += 1) if (isHost(`a:${port}`) !== port <= 65_535) t.fail(`${port}`)
  for (const text of MALFORMED) t.notOk(isHost(text), JSON.stringify(text))
})

t.test('hosts: behind a trusted proxy the last X-Forwarded-Host, otherwise Host', async (t) => {
  const trust = { isTrustedProxy: (address: string) => address === '10.0.0.1' }
  const hostOf = (forwarded: string | undefined, remoteAddress = '10.0.0.1') => {
    const headers = { host: 'own', ...(forwarded === undefined ? {} : { 'x-forwarded-host': forwarded }) }
    return readHost({ headers, socket: { remoteAddress } } as unknown as IncomingMessage, trust)
  }
  t.equal(hostOf('app.example.com'), 'app.example.com')
  t.equal(hostOf('evil.example, app.example.com'), 'app.example.com')
  t.equal(hostOf('evil.example,  app.example.com '), 'app.example.com')
  t.equal(hostOf('app.example.com', '::ffff:10.0.0.1'), 'app.example.com')
  t.equal(hostOf('evil.example', '10.0.0.2'), 'own', 'control: untrusted')
  t.equal(hostOf(undefined), 'own')
})
