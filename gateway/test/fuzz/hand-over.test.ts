import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { PAGE, startGateway } from '../fixtures/gateway.ts'
import { approach, type Browser, createBrowsers, HOME, WIKI } from '../fixtures/hand-over.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'

/** Set more for a long run. */
const VISITS = Number(process.env.FUZZ_VISITS ?? 300)
const seed = Number(process.env.FUZZ_SEED ?? randomInt(1_000_000_000))

const PATHS = [
  ...'/_auth/continue /_auth/begin /_auth/arrive /_auth/form /_auth/%61rrive /_auth/arrive/'.split(' ')
]
const FORM = 'application/x-www-form-urlencoded'
const HOSTS = [HOME, WIKI].map((origin) => new URL(origin).host)
const HOSTILE = [
  ...'//evil.example /\\evil.example https://evil.example/ javascript:alert(1) /%2F/evil /_auth/arrive'.split(
    ' '
  ),
  ...`/ok http://wiki.example.org ${WIKI}.evil.example ${WIKI}@evil.example ${WIKI}/ ${HOME} ${WIKI}`.split(
    ' '
  ),
  ...'null __proto__ % %ff %00 <script> " &amp;'.split(' '),
  ...['', '[object Object]', '\r\nset-cookie: x=y', '\u0000', '\ud800'],
  ...['a'.repeat(43), `${'a'.repeat(42)}=`, '-'.repeat(43), 'x'.repeat(5000), '9'.repeat(400)]
]

/** The valid values of one visitor; attackers hold parts of them, never a matching set. */
interface Loot {
  cookies: readonly string[]
  values: readonly string[]
}

interface Visit {
  method: string
  host: string
  path: string
  fields: [string, string][]
  isQuery: boolean
  cookie: string | null
  headers: Record<string, string>
}

function visitOf({ cookies, values }: Loot): fc.Arbitrary<Visit> {
  const value = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.constantFrom(...values),
    fc.string({ unit: 'binary' })
  )
  const changed = fc
    .tuple(fc.constantFrom(...values), fc.nat(300), fc.constantFrom('', 'A', '.', '~', '%'))
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1))
  const name = fc.constantFrom('', ...'to redirect state session key lang __proto__ state[]'.split(' '))
  return fc.record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'DELETE'),
    host: fc.constantFrom(...HOSTS),
    path: fc.constantFrom(...PATHS),
    fields: fc.array(fc.tuple(name, fc.oneof(value, changed)), { maxLength: 6 }),
    isQuery: fc.boolean(),
    cookie: fc.option(fc.oneof(fc.constantFrom(...cookies), changed)),
    headers: fc.record(
      {
        origin: fc.constantFrom(HOME, HOME, WIKI, 'null', 'https://evil.example'),
        'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', 'none', ''),
        'sec-fetch-dest': fc.constantFrom('document', 'iframe', 'empty'),
        'content-type': fc.constantFrom(
          FORM,
          FORM,
          `${FORM};charset=utf-7`,
          'application/json',
          'text/plain'
        ),
        accept: fc.constantFrom(PAGE.accept, '*/*')
      },
      { requiredKeys: ['content-type'] }
    )
  })
}

const isHeader = (text: string) => /^[\x21-\x7e\x80-\xff]*(?: [\x21-\x7e]+)*$/.test(text)

async function pay(url: string, visit: Visit): Promise<Response> {
  const { method, host, path, fields, isQuery, cookie, headers } = visit
  const written = fields.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`
  )
  const hasBody = !isQuery && method !== 'GET' && method !== 'HEAD'
  const query = hasBody ? '' : `?${written.join('&')}`.slice(0, 12_000)
  const sent = { host, ...PAGE, ...headers, ...(cookie !== null && isHeader(cookie) ? { cookie } : {}) }
  return await send(`${url}${path}${query}`, {
    method,
    headers: sent,
    ...(hasBody ? { body: written.join('&') } : {})
  })
}

/** What is wrong with a response to an attacker, or null. */
function flawOf(response: Response, { host }: Visit): string | null {
  if (response.status >= 500) return `status ${response.status}`
  const session = response.headers.getSetCookie().find((line) => /^__Host-gatehouse(?:\.\d)?=[^;]/.test(line))
  if (session !== undefined) return 'a session'
  const location = response.headers.get('location')
  if (location === null) return null
  const { origin } = new URL(location, `https://${host}`)
  return [HOME, WIKI].includes(origin) ? null : `redirect to ${location}`
}

t.test(`fuzz: hand-over and kept forms, no 5xx, session, open redirect (FUZZ_SEED=${seed})`, async (t) => {
  const application = await startEchoUpstream(t)
  const upstream = { url: application.url }
  const gateway = await startGateway(t, {
    publicUrl: HOME,
    config: {
      'keepForms.enabled': true,
      applications: [
        { name: 'home', upstream },
        { name: 'wiki', host: 'wiki.example.org', upstream }
      ]
    }
  })
  const { signedInBrowser } = createBrowsers(gateway)
  const [one, other] = [await signedInBrowser(), await signedInBrowser()]
  const lootOf = async (browser: Browser) => {
    const { fields } = await approach(browser, `${WIKI}/x`)
    return {
      form: Object.values(fields),
      session: browser.jarOf(HOME).header(),
      attempt: browser.jarOf(WIKI).header()
    }
  }
  const [first, second] = [await lootOf(one), await lootOf(other)]
  // The forms of one browser and the secrets of the other must not work together.
  const values = [...first.form, second.form.at(0) ?? '']
  const visits = fc.sample(visitOf({ cookies: [first.session, second.attempt, 'a=b; c'], values }), {
    seed,
    numRuns: VISITS
  })
  const statuses = new Map<number, number>()
  for (const visit of visits) {
    const response = await pay(gateway.url, visit)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const problem = flawOf(response, visit)
    if (problem !== null) t.fail(`${problem}: ${JSON.stringify(visit).slice(0, 1500)}`)
  }
  for (const status of [200, 302, 400, 404, 405]) t.ok(statuses.has(status), `some got a ${status}`)
  const text = gateway.logText()
  t.notMatch(text, 'INTERNAL_ERROR')
  for (const secret of [...first.form, first.session, second.attempt].filter((value) => value.length > 40))
    t.notOk(text.includes(secret.slice(-43)), 'no secret in the log')
})
