import { createPrivateKey } from 'node:crypto'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { listCertificateWarnings, readCertificatePair, warnAboutDates } from '../../../src/http/tls-files.ts'
import { filesIn, makePair, writePair } from '../../fixtures/provider/certificates.ts'
import { GOOD, load, problemsOf } from '../../fixtures/repository/yaml-config.ts'

const USAGE = { section: 'listen.tls', refusedBy: 'browsers refuse it' }

t.test('certificate: a certificate with its key, followed by intermediates, is a pair', async (t) => {
  const folder = t.testdir()
  const own = await makePair()
  const issuer = await makePair()
  writePair(folder, { cert: own.cert + issuer.cert, key: own.key })
  const read = readCertificatePair(filesIn(folder), 'listen.tls')
  t.match(read, { kind: 'pair', fingerprint: /^([0-9A-F]{2}:){31}/ })
  writePair(folder, { cert: issuer.cert + own.cert, key: own.key })
  t.match(readCertificatePair(filesIn(folder), 'listen.tls'), {
    problems: [{ path: 'listen.tls.keyFile', message: /does not belong/ }]
  })
})

t.test('certificate: an invalid pair is a problem that names the file and never shows it', async (t) => {
  const { cert, key } = await makePair()
  const encrypted = createPrivateKey(key)
    .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString()
  const rows: [name: string, pair: { cert: string; key: string }, path: string, message: RegExp][] = [
    ['an encrypted key', { cert, key: encrypted }, 'listen.tls.keyFile', /^is encrypted$/],
    ['no key', { cert, key: cert }, 'listen.tls.keyFile', /not a private key/],
    ['no certificate', { cert: key, key }, 'listen.tls.certFile', /not a certificate/],
    ['half a certificate', { cert: cert.slice(0, 200), key }, 'listen.tls.certFile', /^has no end line$/],
    ['half a key', { cert, key: key.slice(0, 200) }, 'listen.tls.keyFile', /^has no end line$/],
    ['a damaged key', { cert, key: key.replace(/M/g, '') }, 'listen.tls.keyFile', /not a private key/],
    ['empty files', { cert: '', key: '' }, 'listen.tls.certFile', /not a certificate/]
  ]
  for (const [name, pair, path, message] of rows) {
    const folder = t.testdir()
    writePair(folder, pair)
    const read = readCertificatePair(filesIn(folder), 'listen.tls')
    t.match(read, { kind: 'invalid', problems: [{ path, message }] }, name)
    t.notMatch(JSON.stringify(read), key.slice(100, 140), name)
  }
})

t.test('certificate: missing files are a problem each, also in check-config', async (t) => {
  const folder = t.testdir()
  const files = filesIn(folder)
  const loaded = load(folder, GOOD, { GATEHOUSE_LISTEN_TLS: JSON.stringify(files) })
  t.same(problemsOf(loaded), ['listen.tls.certFile', 'listen.tls.keyFile'])
})

t.test('certificate: less than 14 days left, expired or not yet valid causes a warning', async (t) => {
  const day = 86_400
  const dates = { notBeforeSeconds: 0, notAfterSeconds: 100 * day }
  const rows: [nowSeconds: number, warning: RegExp | null][] = [
    [-1, /not valid yet/],
    [0, null],
    [86 * day, null],
    [86 * day + 1, /expires in 13 days/],
    [98 * day + 1, /expires in 1 day;/],
    [99 * day, /expires in 1 day;/],
    [99 * day + 1, /expires in 24 hours;/],
    [100 * day - 1, /expires in 1 hour;/],
    [100 * day + 1, /expired 1 hour ago/],
    [103 * day, /expired 3 days ago/]
  ]
  for (const [nowSeconds, warning] of rows) {
    const found = warnAboutDates(dates, nowSeconds, USAGE)
    if (warning === null) t.equal(found, null, String(nowSeconds))
    else t.match(found, warning, String(nowSeconds))
  }
})

t.test('certificate: a key that everyone can read causes a warning, its group alone does not', async (t) => {
  const folder = t.testdir()
  const files = filesIn(folder)
  writePair(folder, await makePair())
  const now = Date.now() / 1000
  t.same(listCertificateWarnings(files, now, USAGE), [])
  chmodSync(files.keyFile, 0o640)
  t.same(listCertificateWarnings(files, now, USAGE), [])
  chmodSync(files.keyFile, 0o644)
  t.match(listCertificateWarnings(files, now, USAGE), [/everyone on this machine/])
  writeFileSync(files.certFile, 'x')
  t.same(listCertificateWarnings(files, now, USAGE), [], 'already a problem')
  rmSync(files.keyFile)
  t.same(listCertificateWarnings(files, now, USAGE), [])
})
