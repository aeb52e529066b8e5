import { createServer as createSocketServer, type Server } from 'node:net'
import t, { type Test } from 'tap'
import {
  createProviderHttp,
  describeSilence,
  describeText,
  isLostConnection,
  resultOfCall
} from '../../../src/identity-platform/client/http.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'
import { startRecordingServer } from '../../fixtures/wire/recording-server.ts'

async function listen(t: Test, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

t.test('failure words: each kind of real connection failure is described by its name', async (t) => {
  const silent = await startRecordingServer(t, () => {})
  const headOnly = await startRecordingServer(t, (response) => response.writeHead(200).flushHeaders())
  const resetting = await startRecordingServer(t, (response) => response.destroy())
  const large = await startRecordingServer(t, (response) => response.end('x'.repeat(2 * 1024 * 1024)))
  const noHttp = await listen(
    t,
    createSocketServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.6\r\n'))
  )
  const noTls = await listen(
    t,
    createSocketServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad\r\n\r\n'))
  )
  const [closedPort] = await findFreePorts(1)
  const rows: readonly [url: string, word: RegExp, isLost: boolean][] = [
    [silent.url, /^timeout$/, false],
    [headOnly.url, /^timeout$/, false],
    [`http://127.0.0.1:${closedPort}`, /^connection refused \(ECONNREFUSED\)$/, true],
    [resetting.url, /^connection reset \((UND_ERR_SOCKET|ECONNRESET)\)$/, true],
    ['http://name.invalid', /^DNS \((ENOTFOUND|EAI_AGAIN)\)$/, false],
    [`https://127.0.0.1:${noTls}`, /^TLS \([A-Z0-9_]+\)$/, false],
    [`http://127.0.0.1:${noHttp}`, /^not HTTP$/, false],
    [large.url, /^no answer \(ANSWER_TOO_LARGE\)$/, false]
  ]
  const http = createProviderHttp('visitor', 400)
  t.teardown(() => http.close())
  for (const [url, word, isLost] of rows) {
    const answer = await http.send({ method: 'GET', url, isRepeatable: false })
    if (answer.kind !== 'unreachable') throw new Error(`${url}: ${answer.status}`)
    t.match(describeSilence(answer.cause), word)
    t.equal(isLostConnection(answer.cause), isLost, String(word))
  }
})

t.test('failure words: codes that a test cannot provoke are described', async (t) => {
  const withCode = (code: unknown) => Object.assign(new Error('message'), { code })
  const rows: readonly [cause: unknown, word: string][] = [
    [withCode('EMFILE'), 'no file descriptor left in this process (EMFILE)'],
    [withCode('ENFILE'), 'no file descriptor left on this machine (ENFILE)'],
    [withCode('CERT_HAS_EXPIRED'), 'TLS (CERT_HAS_EXPIRED)'],
    [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'TLS (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'TLS (ERR_TLS_CERT_ALTNAME_INVALID)'],
    [withCode('ETIMEDOUT'), 'timeout'],
    [withCode('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
    [withCode('HPE_INVALID_CHUNK_SIZE'), 'not HTTP (HPE_INVALID_CHUNK_SIZE)'],
    [withCode('EHOSTUNREACH'), 'no answer (EHOSTUNREACH)'],
    [new TypeError('fetch failed', { cause: withCode('ECONNRESET') }), 'connection reset (ECONNRESET)'],
    [withCode('a secret, in lower case'), 'no answer'],
    [withCode(23), 'no answer'],
    ['not an error', 'no answer'],
    [undefined, 'no answer']
  ]
  for (const [cause, word] of rows) t.equal(describeSilence(cause), word)
})

t.test('failure words: an error that is its own cause ends in the default description', async (t) => {
  const error = new Error('x')
  error.cause = error
  t.equal(describeSilence(error), 'no answer')
})

t.test('failure words: text in place of JSON is described by its first words', async (t) => {
  const rows: readonly [text: string, words: string][] = [
    ['', 'without a body'],
    [' \n', 'without a body'],
    ['<html></html>', 'HTML'],
    [
      '<!doctype html><html><head><title>Sign in to the network</title></head><body>',
      'HTML: Sign in to the network'
    ],
    ['<html><script>var a = 1</script><style>p {}</style><p>Not   found', 'HTML: Not found'],
    ['<html><script>never closed', 'HTML'],
    ['Bad Gateway\n', 'text: Bad Gateway'],
    ['Not < 5 of > them', 'text: Not 5 of them'],
    ['one two three four five six seven eight nine', 'text: one two three four five six seven eight'],
    ['{"idToken":"hidden"', 'JSON of another shape'],
    ['["hidden"]', 'JSON of another shape']
  ]
  for (const [text, words] of rows) t.equal(describeText(text), words, text)
})

t.test('failure words: URLs, tokens, keys and email addresses in a page are not shown', async (t) => {
  const texts = [
    'Go to https://wifi.example/login?token=hidden now',
    'refresh_token=hidden&x=1 was sent',
    `Token eyJhbGciOiJSUzI1NiJ9.${'x'.repeat(40)} is wrong, AIzaSyhidden-hidden-hidden-hidden-hidden too`,
    'for alice@hidden.example only'
  ]
  for (const text of texts) {
    t.notMatch(describeText(text), /hidden|eyJ|http/)
    t.notMatch(describeText(`<p>${text}</p><a href="https://hidden.example">`), /hidden|eyJ|http/)
  }
})

t.test('failure words: the status of a response is its result, at every limit', async (t) => {
  const resultOf = (status: number) => resultOfCall({ status, detail: '' })
  t.same([399, 400, 428, 429, 430, 499, 500].map(resultOf), [
    'protocol',
    'refused',
    'refused',
    'quota',
    'refused',
    'refused',
    'server'
  ])
})
