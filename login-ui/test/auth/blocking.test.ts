import { FirebaseError } from '@firebase/app'
import t from 'tap'
import { readBlocking, refusedProblem } from '../../src/auth/blocking.ts'

const BLOCKED = 'BLOCKING_FUNCTION_ERROR_RESPONSE'
const URL = 'http://127.0.0.1:5001/demo/europe-west1/gate'

/** Production's text for a function that throws an `HttpsError`. */
const production = (error: unknown) => `HTTP Cloud Function returned an error: ${JSON.stringify({ error })}`
/** The official emulator's. */
const emulator = (status: number, body: string) =>
  `((HTTP request to ${URL} returned HTTP error ${status}: ${body}))`

/** As the page gets it by a call of its own, and as the SDK passes it on. */
const asCall = (text: string) => readBlocking({ code: BLOCKED, message: `${BLOCKED} : ${text}` })
const asSdk = (text: string) => {
  const [kept = ''] = text.split(' : ')
  const code = 'auth/internal-error'
  const { message } = new FirebaseError(code, `Firebase: ${kept} (${code}).`)
  return readBlocking({ code, message })
}

const REFUSAL = { message: 'Use your school address.', status: 'PERMISSION_DENIED' }
const refusals: [string, string][] = [
  ['production', production(REFUSAL)],
  ['production, first generation', production({ code: 403, ...REFUSAL })],
  ['production, with details first', production({ details: { a: [1] }, ...REFUSAL })],
  ['the emulator', emulator(403, JSON.stringify({ error: REFUSAL }))]
]
for (const [where, text] of refusals) {
  t.test(`blocking function: refusal in ${where}, its message is read`, async (t) => {
    const expected = { kind: 'refused', message: REFUSAL.message }
    t.same(asCall(text), expected, 'by a call of the page')
    t.same(asSdk(text), expected, 'by the SDK')
  })
}

const troubles: [string, string][] = [
  ['no answer in time, production', 'Cloud function deadline exceeded.'],
  ['no answer in time, emulator', `((Deadline exceeded making request to ${URL}.))`],
  ['not reachable', `((Failed to make request to ${URL}.))`],
  ['answers with something else', '((Response body is not valid JSON.))'],
  [
    'an exception in the function',
    production({ message: 'An unexpected error occurred.', status: 'INTERNAL' })
  ],
  ['unavailable', production({ message: 'later', status: 'UNAVAILABLE' })],
  ['5xx by its number', production({ code: 503, message: 'later', status: 'SOMETHING_NEW' })],
  ['5xx in the emulator', emulator(500, JSON.stringify({ error: { message: 'x', status: 'INTERNAL' } }))],
  ['5xx page in the emulator', emulator(502, '<html>Bad Gateway</html>')],
  ['a page of the platform', 'HTTP Cloud Function returned an error: <html>403 Forbidden</html>'],
  ['words not seen before', 'Cloud function went away.']
]
for (const [what, text] of troubles) {
  t.test(`blocking function: ${what}, trouble and no refusal`, async (t) => {
    t.same(asCall(text), { kind: 'trouble' }, 'by a call of the page')
    t.same(asSdk(text), { kind: 'trouble' }, 'by the SDK')
  })
}

t.test('blocking function: a refusal without a message has none', async (t) => {
  for (const text of [emulator(403, 'no'), emulator(400, ''), production({ status: 'NOT_FOUND' })])
    t.same(asCall(text), { kind: 'refused', message: '' }, text)
  for (const message of [7, null, { a: 1 }, ['x'], true])
    t.same(asCall(production({ message, status: 'NOT_FOUND' })), { kind: 'refused', message: '' })
})

t.test('blocking function: a message that the SDK cuts off is shown as far as it was kept', async (t) => {
  t.same(asSdk(production({ message: 'Not here : ask Ada', status: 'PERMISSION_DENIED' })), {
    kind: 'refused',
    message: 'Not here'
  })
  t.same(asSdk(emulator(403, JSON.stringify({ error: { message: 'Say "no" : ok', status: 'ABORTED' } }))), {
    kind: 'refused',
    message: 'Say "no"'
  })
  const text = production({ details: { why: 'a : b' }, message: 'x', status: 'ABORTED' })
  t.same(asSdk(text), { kind: 'refused', message: '' })
  for (const end of ['\\', '\\u', '\\u12', '\\u123'])
    t.same(asCall(`HTTP Cloud Function returned an error: {"error":{"message":"cut${end}`), {
      kind: 'refused',
      message: 'cut'
    })
})

t.test('blocking function: other refusals are not taken for one', async (t) => {
  const others = [
    { code: 'auth/internal-error', message: 'Firebase: Error (auth/internal-error).' },
    { code: 'auth/internal-error', message: 'Firebase: Something else (auth/internal-error).' },
    { code: 'auth/internal-error', message: `x ${production(REFUSAL)}` },
    { code: 'auth/user-disabled', message: `Firebase: ${production(REFUSAL)} (auth/user-disabled).` },
    { code: 'INVALID_LOGIN_CREDENTIALS', message: `INVALID_LOGIN_CREDENTIALS : ${BLOCKED} : no` },
    { code: 'page/unreachable', message: '' },
    { code: 'constructor', message: BLOCKED }
  ]
  for (const refusal of others) t.equal(readBlocking(refusal), null, refusal.message)
})

t.test('blocking function: a message that pretends to be another error stays a message', async (t) => {
  const pretended = [
    'USER_DISABLED',
    'auth/user-disabled',
    '","status":"INTERNAL","x":"',
    '}} returned HTTP error 500: x))',
    'Cloud function deadline exceeded.',
    'BLOCKING_FUNCTION_ERROR_RESPONSE'
  ]
  for (const message of pretended)
    for (const text of [
      production({ ...REFUSAL, message }),
      emulator(403, JSON.stringify({ error: { message } }))
    ])
      t.same([asCall(text), asSdk(text)], Array(2).fill({ kind: 'refused', message }), text)
})

t.test('blocking function: a URL of the function with an error in it decides nothing', async (t) => {
  const text = `((HTTP request to ${URL}?returned%20HTTP%20error%20500: returned HTTP error 403: {}))`
  t.same(asCall(text), { kind: 'refused', message: '' })
})

const messageOf = (message: string) => {
  const read = asCall(production({ message, status: 'PERMISSION_DENIED' }))
  return read?.kind === 'refused' ? read.message : read?.kind
}

t.test('message: HTML stays text, for React to escape', async (t) => {
  t.equal(messageOf('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>')
})

t.test('message: controls, line breaks, bidi controls and invisible characters are removed', async (t) => {
  t.equal(messageOf('a\r\n\tb\u0000c\u001b[31m'), 'a b c [31m')
  t.equal(messageOf('\u202eevil\u202c \u2066x\u2069\u200f\u061c'), 'evil x')
  t.equal(messageOf('a\u200bb\ufeffc\u2028d\u{e0041}\u{e007f}'), 'ab c d')
  t.equal(messageOf('\ud800x'), 'x', 'half of a pair')
  t.equal(messageOf('  \u200b  '), '', 'nothing is left')
  t.equal(messageOf('می‌خواهم 👩‍👩‍👧 שלום'), 'می‌خواهم 👩‍👩‍👧 שלום', 'what writing needs stays')
})

t.test('message: at most 200 characters, none of them cut in half', async (t) => {
  t.equal(messageOf('x'.repeat(200)), 'x'.repeat(200))
  t.equal(messageOf('x'.repeat(201)), `${'x'.repeat(199)}…`)
  t.equal(messageOf('😀'.repeat(300)), `${'😀'.repeat(199)}…`)
})

t.test('message: 10 kB and deeply nested bodies are read from their start only', async (t) => {
  t.equal(messageOf('x'.repeat(10_000)), `${'x'.repeat(199)}…`)
  const bombs = [
    emulator(403, '['.repeat(1_000_000)),
    emulator(403, `{"error":${'{"error":'.repeat(100_000)}`),
    production({ message: { a: 'x'.repeat(100_000) } }),
    emulator(403, `{"error":{"message":"${'\\"'.repeat(500_000)}`),
    emulator(403, '{"error":{"__proto__":{"message":"x"},"constructor":1}}')
  ]
  for (const text of bombs) t.equal(asCall(text)?.kind, 'refused', text.slice(0, 80))
})

t.test('problem: the reason is isolated from the direction of the sentence', async (t) => {
  t.equal(refusedProblem('שלום').slots.message, '\u2068שלום\u2069')
  t.same([refusedProblem('').slots, refusedProblem('').hint], [{}, 'problem.support.hint'])
})
