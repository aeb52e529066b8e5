import t from 'tap'
import { createResponses } from '../../../src/access/responses/responses.ts'
import { ERROR_CATALOGUE, type ErrorCode, Fault, toFault } from '../../../src/errors.ts'
import { escapeHtml } from '../../../src/http/html.ts'
import { createLocales } from '../../../src/http/locales.ts'
import { createLog } from '../../../src/operations/logging.ts'
import { createServer } from '../../../src/server.ts'
import { PAGE, startGateway, testConfig } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'

const FRAME = { brandName: 'Acme', logo: null, colorScheme: 'light dark', stylesheetHrefs: [], footer: null }

type Asked = { method?: 'GET' | 'POST'; url?: string }

/** A server whose only route throws what the test gives it. */
async function startThrowing(t: { teardown(fn: () => unknown): void }, more: object = {}) {
  const config = testConfig({})
  const lines: string[] = []
  const { logger } = createLog('info', { write: (line) => void lines.push(line) })
  const locales = createLocales(config.login.locales)
  const responses = createResponses({ config, locales, frameFor: () => FRAME, ...more })
  const publicOrigin = 'http://localhost:8080'
  const app = createServer(responses, { logger, publicOrigin, isTrustedProxy: () => false })
  t.teardown(() => app.close())
  let thrown: unknown
  const refuse = async () => {
    throw thrown
  }
  app.get('*', refuse)
  app.post('*', refuse)
  return async (error: unknown, headers: Record<string, string> = {}, asked: Asked = {}) => {
    thrown = error
    lines.length = 0
    const response = await app.inject({ url: '/x', headers, ...asked })
    return { response, log: lines.join('') }
  }
}

const withStatus = (statusCode: unknown) => Object.assign(new Error('secret cause'), { statusCode })

const THROWN: [name: string, error: unknown, code: ErrorCode][] = [
  ['an error', new Error('secret cause'), 'INTERNAL_ERROR'],
  ['a bug', new TypeError('x is undefined'), 'INTERNAL_ERROR'],
  ['text', 'secret cause', 'INTERNAL_ERROR'],
  ['null', null, 'INTERNAL_ERROR'],
  ['nothing', undefined, 'INTERNAL_ERROR'],
  ['a number', 404, 'INTERNAL_ERROR'],
  ['a status that is no number', withStatus('400'), 'INTERNAL_ERROR'],
  ['a status below errors', withStatus(399), 'INTERNAL_ERROR'],
  ['a status of the server', withStatus(500), 'INTERNAL_ERROR'],
  ['another status of the server', withStatus(503), 'INTERNAL_ERROR'],
  ['no status', withStatus(undefined), 'INTERNAL_ERROR'],
  ['a status of the client', withStatus(400), 'INVALID_REQUEST'],
  ['the last status of the client', withStatus(499), 'INVALID_REQUEST'],
  ['a body that is too large', withStatus(413), 'PAYLOAD_TOO_LARGE']
]

t.test('faults: anything thrown is a 500 unless its status blames the client', async (t) => {
  for (const [name, error, code] of THROWN) {
    const fault = toFault(error)
    t.same([fault.code, fault.statusCode], [code, ERROR_CATALOGUE[code].status], name)
    t.equal(fault.cause, error, `${name}: preserved for the log`)
  }
  const own = new Fault('FORBIDDEN')
  t.equal(toFault(own), own, 'our own, unchanged')
})

t.test('faults: an exception is 500 INTERNAL_ERROR, its cause only in the log (ASVS 16.5.1)', async (t) => {
  const fail = await startThrowing(t)
  for (const headers of [{}, PAGE]) {
    const { response, log } = await fail(new TypeError('secret cause'), headers)
    t.equal(response.statusCode, 500)
    t.match(response.body, 'Something went wrong on our side')
    t.notMatch(response.body, 'secret cause')
    t.match(log, /"level":"error",.*"code":"INTERNAL_ERROR".*secret cause/s)
    if (headers === PAGE) t.match(response.body, '<h1>Something went wrong on our side</h1>')
    else t.match(response.json(), { statusCode: 500, code: 'INTERNAL_ERROR', error: 'Internal Server Error' })
  }
})

/** By code, from lists of codes. */
const byCode = (lists: Readonly<Record<string, string>>) =>
  new Map(Object.entries(lists).flatMap(([text, codes]) => codes.split(' ').map((code) => [code, text])))

/** The headings that differ from the one of their status. */
const TITLES = byCode({
  'Account disabled': 'USER_DISABLED',
  'No access': 'APP_CHECK_REQUIRED',
  'You don’t have access to this page': 'FORBIDDEN REFUSED_BY_FUNCTION',
  'Page not found': 'UNKNOWN_HOST NOT_FOUND',
  'Too many attempts': 'RATE_LIMITED',
  'This sign‑in wasn’t passed on': 'HAND_OVER_REFUSED',
  'Sign‑in isn’t available right now': 'PROVIDER_UNAVAILABLE STORE_UNAVAILABLE',
  'Try again': 'VERDICT_CHANGED',
  'Checking your device': 'DEVICE_PROOF_REQUIRED DEVICE_PROOF_INVALID',
  'This browser can’t be used here': 'DEVICE_BINDING_REQUIRED',
  'Something went wrong on our side': 'INTERNAL_ERROR',
  'The application isn’t responding': 'UPSTREAM_UNREACHABLE UPSTREAM_CREDENTIALS',
  'The application is taking too long': 'UPSTREAM_TIMEOUT',
  'The application is busy': 'UPSTREAM_BUSY OVERLOADED'
})
const CODES = Object.entries(ERROR_CATALOGUE).map(([code, entry]) => ({ code: code as ErrorCode, ...entry }))

const ICONS: Readonly<Record<number, string>> = {
  401: 'lock',
  403: 'lock',
  404: 'lost',
  408: 'wait',
  429: 'wait',
  502: 'away',
  503: '(wait|away)',
  504: 'wait'
}

/** Technical words that visitors should not see. */
const TECHNICAL = /token|cookie|claim|header|signing key|id token|upstream|session|`|HTTPS?\b/i

t.test('pages: every code has heading, sentence, icon and reference, no technical words', async (t) => {
  const fail = await startThrowing(t)
  for (const { code, status } of CODES) {
    const fault = new Fault(code, { detail: 'a detail', cause: new Error('a cause') })
    const { response } = await fail(fault, PAGE)
    const heading = escapeHtml(TITLES.get(code) ?? 'That didn’t work')
    t.equal(response.statusCode, status, code)
    t.match(response.body, `<title>${heading} – Acme</title>`, code)
    t.match(response.body, new RegExp(`<span class="badge ${ICONS[status] ?? 'warning'}">`), code)
    const [, sentence = ''] =
      new RegExp(`<h1>${heading}</h1></header>\n<p>([^<]+)</p>`).exec(response.body) ?? []
    t.match(sentence, /^[A-Z].{20,}\.$/, code)
    // What browsers call cookies is what visitors have to delete.
    const said = code === 'HEADERS_TOO_LARGE' ? sentence.replaceAll('cookies', '') : sentence
    t.notMatch(`${heading} ${said}`, TECHNICAL, code)
    const isRepeated = heading
      .split(' ')
      .every((word) => word.length < 4 || sentence.includes(word.toLowerCase()))
    t.notOk(isRepeated, `${code}: says more than its heading`)
    const requestId = String(response.headers['x-request-id'])
    t.match(requestId, /^[0-9a-f-]{36}$/)
    t.match(response.body, `Reference: <code dir="ltr">${requestId.slice(0, 8)}</code></p>`, code)
    t.notMatch(response.body, requestId, code)
    t.equal(response.body.includes('Nothing you did is lost.'), status >= 500, code)
    t.notMatch(response.body, /a detail|a cause/, code)
  }
})

/** Takes no connections. */
const CLOSED = 'http://127.0.0.1:1'

/** The main button for each code. */
const MAIN_LINKS = byCode({
  'href="/">Go to the start page':
    'NOT_FOUND INVALID_REQUEST SESSION_TOO_LARGE UNSUPPORTED_MEDIA_TYPE ACCOUNT_MISMATCH ORIGIN_MISMATCH',
  'href="http://localhost:8080/">Go to the start page': 'UNKNOWN_HOST',
  'href="/x">Try again':
    'REQUEST_TIMEOUT RATE_LIMITED INTERNAL_ERROR UPSTREAM_UNREACHABLE UPSTREAM_CREDENTIALS UPSTREAM_BUSY OVERLOADED UPSTREAM_TIMEOUT PROVIDER_UNAVAILABLE',
  'href="/login?redirect=%2Fx">Sign in': 'SESSION_EXPIRED TENANT_MISMATCH',
  'href="/login?redirect=%2Fx&amp;prompt=login">Use another account': 'USER_DISABLED EMAIL_UNVERIFIED',
  'href="/logout">Sign out': 'NO_SERVICE_ACCOUNT'
})

t.test('pages: the main button is the one that can help', async (t) => {
  const fail = await startThrowing(t)
  for (const { code } of CODES) {
    const expected = MAIN_LINKS.get(code)
    if (expected === undefined) continue
    const { response } = await fail(new Fault(code), PAGE)
    t.match(response.body, `<a class="button" ${expected}</a>`, code)
  }
})

t.test('pages: another account comes back to the page, but not to a form or another site', async (t) => {
  const fail = await startThrowing(t)
  const linkAt = async (asked: Asked) => {
    const { response } = await fail(new Fault('USER_DISABLED'), PAGE, asked)
    const [, href] = /<a class="button" href="([^"]+)">Use another account</.exec(response.body) ?? []
    return href?.replace('&amp;', '&')
  }
  t.equal(await linkAt({ url: '/x?y=1&z' }), '/login?redirect=%2Fx%3Fy%3D1%26z&prompt=login')
  t.equal(await linkAt({ method: 'POST' }), '/login?prompt=login')
  const { url } = await startGateway(t)
  for (const [target, redirectTarget] of [
    ['/x', '/x'],
    ['/%2F/evil.example', '/'],
    ['/login?redirect=//evil.example', '/'],
    ['/_auth/session', '/']
  ] as const) {
    const login = await send(`${url}${await linkAt({ url: target })}`, { headers: PAGE })
    t.match(await login.text(), `"redirectTarget":"${redirectTarget}"`, target)
  }
})

t.test('pages: 502 to 504 reload themselves, unless that would repeat more than a page load', async (t) => {
  const show = async (
    fail: Awaited<ReturnType<typeof startThrowing>>,
    fault: Fault,
    asked: Asked = {},
    headers: Record<string, string> = PAGE
  ) => {
    const { response } = await fail(fault, headers, asked)
    return /id="page-data">(.*?)</.exec(response.body)?.[1]
  }
  const fail = await startThrowing(t)
  const busy = (retryAfterSeconds: number) => new Fault('UPSTREAM_BUSY', { retryAfterSeconds })
  const words = '"words":{"in":"Trying again in {seconds} s"'
  for (const code of ['UPSTREAM_UNREACHABLE', 'PROVIDER_UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const)
    t.match(await show(fail, new Fault(code)), `{"seconds":0,${words}`, code)
  t.match(await show(fail, busy(60)), `{"seconds":60,${words}`)
  t.equal(await show(fail, busy(61)), undefined, 'too long')
  t.equal(await show(fail, new Fault('INTERNAL_ERROR')), undefined, 'it may have been half done')
  t.equal(await show(fail, busy(1), { method: 'POST' }), undefined)
  t.equal(await show(fail, busy(1), { url: '/_auth/arrive' }), undefined, 'a step of a sign-in')
  t.equal(await show(fail, busy(1), {}, { accept: 'application/json' }), undefined)
  const behind = await startThrowing(t, { endpointsOrigin: 'https://auth.example.com' })
  t.equal(await show(behind, busy(1)), undefined, 'another proxy delivers it')
})

t.test('pages: retry of a long address does not repeat it in the page', async (t) => {
  const { url } = await startGateway(t, { config: { 'access.default': 'public', 'upstream.url': CLOSED } })
  for (const [path, href] of [
    [`/${'x'.repeat(999)}`, `/${'x'.repeat(999)}`],
    [`/${'x'.repeat(1000)}`, '']
  ] as const) {
    const response = await send(`${url}${path}`, { headers: PAGE })
    t.equal(response.status, 502)
    t.match(await response.text(), `<a class="button" href="${href}">Try again</a>`)
  }
})

t.test('pages: a 403 names the signed-in user by name and email address, or uid', async (t) => {
  const rule = { path: '/*', allow: { claim: 'role', oneOf: ['admin'] } }
  const { url, provider, signIn } = await startGateway(t, { config: { 'access.rules': [rule] } })
  const rows = [
    [
      { uid: 'ada', email: 'ada@example.com', displayName: 'Ada L' },
      'AL',
      'Ada L</strong></bdi><br><bdi class="muted">ada@example.com'
    ],
    [{ uid: 'bob', displayName: 'Bob <b>' }, 'B&lt;', 'Bob &lt;b&gt;</strong>'],
    [{ uid: 'kim', email: 'kim@example.com' }, 'K', 'kim@example.com</strong>'],
    [{ uid: 'eve' }, 'E', 'eve</strong>']
  ] as const
  for (const [account, initials, names] of rows) {
    provider.accounts.create(account)
    const response = await send(`${url}/`, { headers: { ...PAGE, cookie: await signIn(account.uid) } })
    t.equal(response.status, 403)
    const html = await response.text()
    t.match(
      html,
      `aria-hidden="true">${initials}</span><p><span class="visually-hidden">You’re signed in as </span>`
    )
    t.match(html, `<bdi><strong>${names}</`)
  }
})

t.test('login redirect: bounded length, a target that is too long becomes home', async (t) => {
  const rule = { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
  const { url, provider, signIn, advance } = await startGateway(t, { config: { 'access.rules': [rule] } })
  const locationOf = async (path: string, headers: Record<string, string> = {}) =>
    (await send(`${url}${path}`, { headers: { ...PAGE, ...headers } })).headers.get('location')
  const longest = `/${'x'.repeat(4095)}`
  t.equal(await locationOf(longest), `/login?redirect=%2F${'x'.repeat(4095)}`)
  t.equal(await locationOf(`${longest}x`), '/login')
  t.equal(await locationOf(`/x?${'&'.repeat(12_000)}`), '/login')

  const cookie = await signIn('ada')
  const page = await send(`${url}/admin/${'x'.repeat(5000)}`, { headers: { ...PAGE, cookie } })
  t.match(await page.text(), '<a class="button" href="/login?prompt=login">Switch account</a>')
  provider.accounts.delete('ada')
  advance(3601)
  t.equal(await locationOf(`${longest}x`, { cookie }), '/login?reason=expired')
})
