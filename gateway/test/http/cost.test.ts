import t from 'tap'
import { createOrigins } from '../../src/access/applications/applications.ts'
import { asSentAgain } from '../../src/access/responses/posted-forms.ts'
import { resolveRedirectTarget } from '../../src/access/responses/redirect-target.ts'
import { buildPolicy } from '../../src/access/rules/policy.ts'
import { createReadForwardAuth } from '../../src/forward-auth/adapters.ts'
import { isPageLoad } from '../../src/http/auth-request.ts'
import { createLocales } from '../../src/http/locales.ts'
import { bearerOf, checkMessage, connectionNames } from '../../src/http/message.ts'
import { readHostAndPort } from '../../src/http/origin.ts'
import { chooseEncoding } from '../../src/http/own-response.ts'
import { parseRequestTarget } from '../../src/http/target.ts'
import { readTraceContext } from '../../src/http/trace-context.ts'
import { peekIssuer, readCompactToken } from '../../src/identity-platform/tokens/claims.ts'
import { createOwnCookies } from '../../src/session/cookie/cookie.ts'
import { describeDevice } from '../../src/session/session-list.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { buildCookie } from '../fixtures/session/sessions.ts'

/** Of all headers together. */
const MAX_BYTES = 32 * 1024

/** Processor time of a call, in milliseconds, at best: others may be at work on the processor too. */
function costOf(call: () => unknown, isEnough: (cost: number) => boolean): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < MAX_ROUNDS && !isEnough(best); round++) {
    const before = process.cpuUsage()
    call()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

const MAX_ROUNDS = 200
/** Under 1 ms on a quiet machine; what grows faster than its input took ten times as long as this. */
const MAX_COST_MS = 3

const config = testConfig({ publicUrl: 'https://app.example.com', trustedProxies: ['127.0.0.1'] })
const rules = Array.from({ length: 500 }, (_, index) => ({
  path: `/app${index}/*`,
  allow: 'signed-in' as const
}))
const policy = buildPolicy({ default: 'signed-in', rules })
const locales = createLocales(config.login.locales)
const cookies = createOwnCookies(['gatehouse', '__Secure-gatehouse'])
const session = buildCookie()
const readForwardAuth = createReadForwardAuth(createOrigins(config), (address) => address.startsWith('10.'))
const message = (headers: Record<string, string>) => ({
  url: '/',
  httpVersion: '1.1',
  rawHeaders: Object.entries({ host: 'a', ...headers }).flat(),
  headers: { host: 'a', ...headers }
})
const facts = (uri: string, forwardedFor = '') => ({
  id: 'x',
  trace: null,
  method: 'GET',
  proto: 'https',
  host: 'app.example.com',
  uri,
  forwardedFor,
  headers: {}
})

interface Reader {
  units: readonly string[]
  /** Length of the largest input that is not refused unread. Default: that of all headers. */
  largest?: number
  start?: string
  read(text: string): unknown
}

const PATH_UNITS = [
  ...'/ /a ;/ %2f %252f %2525 ./ /.a %2e ; %3f :$ . %20 .%20 %CC%81 %CC%81%CC%A3 %EF%B7%BA'.split(' '),
  ...'%C4%B0 %25zz x%25ff %25C3%25BC %E2%80%8B /%252e%252e %EF%BC%8F A .a %ef%bc%8e'.split(' ')
]
const LIST_UNITS = [',', ', ', 'a,', 'a;q=0.1,', ',"', ';', ' ', '\t', '",', 'de-x,', 'en-US,', '=', '*,']

/** Every reader of what strangers send. */
const READERS: Readonly<Record<string, Reader>> = {
  'request target: path': { units: PATH_UNITS, start: '/x', largest: 8192, read: parseRequestTarget },
  'request target: path with accents': {
    units: PATH_UNITS,
    start: '/x%CC%A3',
    largest: 8192,
    read: parseRequestTarget
  },
  'request target: query': { units: ['?', '&', '%', '#', 'a=b&'], start: '/?', read: parseRequestTarget },
  'forward auth: uri': {
    units: PATH_UNITS,
    start: '/x',
    largest: 16 * 1024,
    read: (text) => readForwardAuth(facts(text), '10.0.0.1')
  },
  'forward auth: X-Forwarded-For': {
    units: ['10.0.0.1,', ',', ' ', '1.2.3.4, ', '::1,'],
    read: (text) => readForwardAuth(facts('/', text), '10.0.0.1')
  },
  rules: {
    units: PATH_UNITS,
    start: '/app7.',
    largest: 8192,
    read(text) {
      const target = parseRequestTarget(text)
      return target.kind === 'target' && policy('GET', target, 'app.example.com')
    }
  },
  'redirect target': {
    units: [...PATH_UNITS, '%', '@'],
    start: '/x',
    largest: 4096,
    read: (text) =>
      resolveRedirectTarget(text, {
        publicOrigin: 'https://app.example.com',
        reserved: ['/login', '/_auth'],
        home: '/'
      })
  },
  'Cookie of applications': {
    units: [
      ...['a=b; ', 'gatehouse =', ',gatehouse  ', '= ', ' '],
      ...'gatehouse gatehouse, gatehouse; , ; ='.split(' ')
    ],
    read: cookies.strip
  },
  Accept: { units: LIST_UNITS, start: 'text/html;a="', read: (accept) => isPageLoad({ accept }) },
  'Accept, types': {
    units: ['text/html,', 'a/b;q=0.1,', 'a/b,', 'a/b;c="d",'],
    read: (accept) => isPageLoad({ accept })
  },
  'Accept-Encoding': { units: ['gzip,', 'a;q=0.1,', 'br;q=0,', ...LIST_UNITS], read: chooseEncoding },
  'Accept-Language': {
    units: ['de-x-y,', 'zz-Zzzz-ZZ,', 'a-b-c-d,', ...LIST_UNITS],
    read: (header) => locales.choose({ uiLocales: null, lang: null, cookie: undefined, header })
  },
  'User-Agent': { units: ['Android ', 'Version/1 ', 'iPhone ', 'Mobile', ' ', '/'], read: describeDevice },
  Host: { units: ['a', '.', ':', '[', '1', '-'], read: readHostAndPort },
  'form that is kept': {
    units: ['a=b&', '&', '%41=1&', '+', 'a&', 'a=%0D%0A&'],
    largest: 32_768,
    read: asSentAgain
  },
  'bearer token': {
    units: ['.', 'e30.', 'A', 'eyJ'],
    read: (token) => readCompactToken(token) ?? peekIssuer(token)
  },
  'Cookie of the session': {
    units: ['a=b; ', '__Secure-gatehouse=a;', '__Secure-gatehouse.0=a; ', ';', ' ', '=', '"'],
    read: (header) => session.read(header)
  },
  Authorization: {
    units: [' ', 'a', '. ', ' a'],
    start: 'Bearer ',
    read: (authorization) => bearerOf({ authorization })
  },
  Connection: {
    units: ['a,', ',', ' ', 'ab, ', 'A'],
    read: (connection) => checkMessage(message({ connection })) ?? connectionNames(connection)
  },
  traceparent: { units: ['0', '-', '00-'], read: (traceparent) => readTraceContext({ traceparent }) },
  tracestate: {
    units: ['a=b,', ','],
    read: (tracestate) =>
      readTraceContext({ traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, tracestate })
  },
  'X-Cloud-Trace-Context': {
    units: ['0', '/', ';o='],
    read: (text) => readTraceContext({ 'x-cloud-trace-context': text })
  }
}

t.test('cost: the longest text that a reader takes from strangers costs it little', async (t) => {
  for (const [name, { units, start = '', largest = MAX_BYTES, read }] of Object.entries(READERS)) {
    const slow = units.flatMap((unit) => {
      const longest = start + unit.repeat(Math.floor((largest - start.length) / unit.length))
      const cost = costOf(
        () => read(longest),
        (best) => best < MAX_COST_MS
      )
      return cost < MAX_COST_MS ? [] : [`${JSON.stringify(unit)}: ${cost} ms`]
    })
    t.same(slow, [], name)
  }
})
