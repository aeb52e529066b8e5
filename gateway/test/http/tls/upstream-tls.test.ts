import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { listUpstreamTlsWarnings } from '../../../src/http/tls-files.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { filesIn, makeAuthority, makePair, writePair } from '../../fixtures/provider/certificates.ts'

const HTTPS = { 'upstream.url': 'https://app.internal' }

/** The problems of an upstream with these keys, as path and message. */
function problemsOf(keys: Record<string, unknown>): string[] {
  try {
    testConfig({ ...HTTPS, ...keys })
    return []
  } catch (err) {
    return JSON.parse(String(Object(err).message)).map(
      ({ path, message }: Record<string, string>) => `${path} ${message}`
    )
  }
}

t.test('upstream TLS files: a CA and a pair are accepted, other files are a problem', async (t) => {
  const folder = t.testdir()
  const { certFile, keyFile } = filesIn(folder)
  const [authority, own, other] = [await makeAuthority(), await makePair(), await makePair()]
  writePair(folder, own)
  const caFile = join(folder, 'ca.crt')
  const keys = { 'upstream.caFile': caFile, 'upstream.certFile': certFile, 'upstream.keyFile': keyFile }
  writeFileSync(caFile, `# ours\n${authority.cert}\nSubject: another\n${other.cert}`)
  t.same(problemsOf(keys), [])

  const rows: [content: string, message: RegExp][] = [
    ['', /^upstream\.caFile contains no certificate in PEM$/],
    ['\0'.repeat(9), /contains no certificate in PEM$/],
    [own.key, /contains no certificate in PEM$/],
    [authority.cert.slice(0, 300), /^upstream\.caFile has no end line$/],
    [authority.cert + other.cert.slice(0, 300), /has no end line$/],
    [authority.cert + other.cert.replace('MII', 'MIA'), /contains 2 certificates, of which 1 cannot be read$/]
  ]
  for (const [content, message] of rows) {
    writeFileSync(caFile, content)
    const [problem = ''] = problemsOf(keys)
    t.match(problem, message)
  }
  t.match(problemsOf({ 'upstream.caFile': join(folder, 'none') }), [/^upstream\.caFile names a file that/])
  writePair(folder, { cert: own.cert, key: other.key })
  t.match(problemsOf({ 'upstream.certFile': certFile, 'upstream.keyFile': keyFile }), [
    /^upstream\.keyFile does not belong to the certificate in upstream\.certFile$/
  ])
})

t.test('upstream TLS keys: valid combinations are accepted, others are a problem each', async (t) => {
  const folder = t.testdir()
  const { certFile, keyFile } = filesIn(folder)
  writePair(folder, await makePair())
  const caFile = certFile
  const rows: [keys: Record<string, unknown>, ...problems: RegExp[]][] = [
    [{ serverName: 'app.example', minTlsVersion: '1.3', certFile, keyFile, caFile }],
    [{ serverName: 'app.example', insecure: true }],
    [{ unixSocket: '/run/app.sock' }],
    [{ url: 'http://127.0.0.1:3000', unixSocket: '/run/app.sock' }],
    [{ certFile }, /^upstream\.keyFile is missing next to certFile$/],
    [{ keyFile }, /^upstream\.certFile is missing next to keyFile$/],
    [{ serverName: '10.0.0.1' }, /^upstream\.serverName is an IP address$/],
    [{ caFile, insecure: true }, /^upstream\.insecure cannot be combined with caFile/],
    [
      { url: 'http://127.0.0.1:3000', caFile, insecure: true },
      /^upstream\.caFile is about TLS, which upstream\.url does not use$/,
      /^upstream\.insecure is about TLS/
    ],
    [{ url: 'unix:/run/app.sock', minTlsVersion: '1.3' }, /^upstream\.minTlsVersion is about TLS/],
    [
      { url: 'unix:/run/app.sock', unixSocket: '/run/b.sock' },
      /^upstream\.unixSocket cannot be combined with a socket/
    ],
    [{ unixSocket: '/dev/null' }, /^upstream\.unixSocket is not a socket$/],
    [{ unixSocket: `/${'x'.repeat(107)}` }, /^upstream\.unixSocket is longer than the 107 bytes/]
  ]
  for (const [keys, ...problems] of rows) {
    const written = Object.entries(keys).map(([key, value]) => [`upstream.${key}`, value])
    const found = problemsOf(Object.fromEntries(written))
    t.equal(found.length, problems.length, JSON.stringify(keys))
    t.match(found, problems, JSON.stringify(keys))
  }
})

t.test('upstream TLS warnings: one each for insecure and for expired certificates, else none', async (t) => {
  const folder = t.testdir()
  const files = filesIn(folder)
  writePair(folder, await makePair())
  const nowSeconds = Date.now() / 1000
  const sound = { caFile: files.certFile, ...files, insecure: false }
  t.same(listUpstreamTlsWarnings(sound, nowSeconds, 'upstream'), [])
  const none = { caFile: null, certFile: null, keyFile: null }
  t.match(listUpstreamTlsWarnings({ ...none, insecure: true }, nowSeconds, 'applications[1].upstream'), [
    /^applications\[1\]\.upstream\.insecure: the certificate of the application is not verified/
  ])
  t.match(listUpstreamTlsWarnings(sound, nowSeconds + 91 * 86_400, 'upstream'), [
    /^upstream\.caFile: every certificate in it has expired/,
    /^upstream\.certFile: the certificate expired 1 day ago; the application refuses it/
  ])
})
