import { Readable } from 'node:stream'
import fc from 'fast-check'
import t from 'tap'
import { asSentAgain, readForm } from '../../../src/access/responses/posted-forms.ts'
import {
  beginAddress,
  destinationOf,
  formAddress,
  resolveRedirectTarget
} from '../../../src/access/responses/redirect-target.ts'
import { PAGE, PUBLIC_ORIGIN, startGateway } from '../../fixtures/gateway.ts'
import { type SendOptions, send, sendRaw } from '../../fixtures/wire/http-client.ts'
import { words } from '../../fixtures/words.ts'

const FORM = 'name=Ada+Lovelace&note=a%0D%0Ab&name=again&empty='
const POST = {
  ...PAGE,
  origin: PUBLIC_ORIGIN,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'document',
  'content-type': 'application/x-www-form-urlencoded'
}
/** The same as lines. */
const HEAD = Object.entries({ host: 'localhost:8080', ...POST })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const gateway = await startGateway(t, {
  config: { 'keepForms.enabled': true, 'keepForms.maxBytes': 2048, 'logout.clearSiteData': ['cache'] }
})

const post = (path = '/orders?x=1', { headers = POST, body = FORM, method = 'POST' }: SendOptions = {}) =>
  send(gateway.url + path, { method, headers, body })

/** The data for the script of the page. */
async function pageDataOf(response: Response) {
  const [, json = '{"form":null}'] = /id="page-data">(.*?)<\/script>/s.exec(await response.text()) ?? []
  const data: { form: Record<string, unknown> | null; account?: string | null } = JSON.parse(json)
  return data
}
const dataOf = async (response: Response) => (await pageDataOf(response)).form

t.test('kept form: a page load by POST without a session gets a page with the exact bytes', async (t) => {
  const response = await post()
  const { status, headers } = response
  const found = ['www-authenticate', 'cache-control', 'location'].map((name) => headers.get(name))
  t.same([status, ...found], [401, 'Bearer', 'no-store', null])
  const csp = response.headers.get('content-security-policy') ?? ''
  t.match(csp, /script-src 'sha256-[\w+/]{43}=';/)
  t.notMatch(csp, /unsafe|script-src[^;]*self/)
  const html = await response.clone().text()
  const data = await dataOf(response)
  t.match(data, { form: FORM, target: '/orders?x=1', key: /^[\w-]{22}$/ })
  const redirect = encodeURIComponent(formAddress('/orders?x=1', String(data?.key)))
  t.match(html, `href="/login?redirect=${redirect}"`)
  await gateway.settled()
  t.match(gateway.logLines().at(-1), { outcome: 'login', status: 401, answer: 'kept-form' })
  t.notMatch(gateway.logText(), 'Lovelace', 'nothing of the form is in the log')
  t.equal(gateway.upstream.seen.length, 0)
})

t.test('kept form: the login page leads back to its address, but to no other own page', async (t) => {
  const cookie = await gateway.signIn('ada')
  const follow = async (target: string) => {
    const login = `${gateway.url}/login?redirect=${encodeURIComponent(target)}`
    return (await send(login, { headers: { ...PAGE, cookie } })).headers.get('location')
  }
  const address = formAddress('/orders?x=1', 'key')
  t.equal(await follow(address), address)
  for (const other of words`
    /_auth/form/x /_auth/form2 /_auth/refresh /_auth/%66orm/../refresh /_auth//form
  `)
    t.equal(await follow(other), '/', other)
  const page = await send(gateway.url + address.split('#', 1)[0], { headers: PAGE })
  t.equal(page.status, 200)
  t.match(await page.text(), 'href="/orders?x=1"')
  const evil = await send(`${gateway.url}/_auth/form?to=https://evil.example/`, { headers: PAGE })
  t.notMatch(await evil.text(), 'evil', 'control')
})

t.test('kept form: anything but a form of our own pages is redirected to the login page', async (t) => {
  const { 'sec-fetch-site': _site, 'sec-fetch-dest': _dest, ...old } = POST
  const but = (more: Record<string, string>): SendOptions => ({ headers: { ...POST, ...more } })
  const type = POST['content-type']
  const rows: [name: string, options: SendOptions][] = [
    ['another site', but({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
    ['a hidden origin of an older browser', { headers: { ...PAGE, ...old, origin: 'null' } }],
    ['another site that hides', but({ origin: 'null', 'sec-fetch-site': 'cross-site' })],
    ['a sibling host', but({ origin: 'http://other.localhost:8080', 'sec-fetch-site': 'same-site' })],
    ['led back by another site', but({ 'sec-fetch-site': 'cross-site' })],
    ['of unknown origin', { headers: { ...PAGE, 'content-type': type } }],
    ['multipart', but({ 'content-type': 'multipart/form-data; boundary=x' })],
    ['text', but({ 'content-type': 'text/plain' })],
    ['text, and the type behind it', but({ 'content-type': `text/plain; ${type}` })],
    ['another charset', but({ 'content-type': `${type}; charset=windows-1252` })],
    ['two types', but({ 'content-type': `${type}, text/plain` })],
    ['compressed', but({ 'content-encoding': 'gzip' })],
    ['PUT', { method: 'PUT' }],
    ['too large', { body: `a=${'x'.repeat(2047)}` }],
    ['no form', { body: '{"a":1}' }],
    ['bytes of another encoding', { body: 'a=%E9' }]
  ]
  const framed = await post('/orders', { headers: { ...POST, 'sec-fetch-dest': 'iframe' } })
  t.match(await framed.text(), 'href="/login?redirect=%2Forders" target="_top"', 'a frame: by a link')
  for (const [name, options] of rows) {
    const response = await post('/orders', options)
    t.equal(response.status, 303, name)
    t.match(response.headers.get('location'), '/login?redirect=%2Forders', name)
  }
  t.equal((await post('/orders', { body: `a=${'x'.repeat(2046)}` })).status, 401, 'control: the maximum size')
  t.equal((await post('/orders', { headers: old })).status, 401, 'control: an older browser')
  const hidden = { ...POST, origin: 'null' }
  t.equal((await post('/orders', { headers: hidden })).status, 401, 'control: our page without referrer')
})

t.test('kept form: a chunked body exceeds the limit, redirected and the connection is closed', async (t) => {
  const chunked = `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const ask = (body: string) => sendRaw(gateway.port, `POST /orders HTTP/1.1\r\n${chunked}${body}`)
  t.match(await ask(chunk(`a=${'x'.repeat(1500)}`).repeat(3)), /^HTTP\/1\.1 303 /, 'never ends')
  t.match(await ask(`${chunk('a=1')}0\r\n\r\n`), /^HTTP\/1\.1 401 .*"form":"a=1"/s, 'control')
})

t.test('kept form: cookies of an ended session are cleared along with the page', async (t) => {
  const cookie = await gateway.signIn('ada')
  gateway.advance(2_000_000)
  const response = await post('/orders', { headers: { ...POST, cookie } })
  gateway.advance(-2_000_000)
  t.equal(response.status, 401)
  t.match(response.headers.getSetCookie(), [/^gatehouse=; Max-Age=0/])
  t.match(await response.text(), /reason=expired/)
})

t.test('kept form: hostile names, values and paths remain data of the page', async (t) => {
  const hostile = '</script><script>alert(1)</script><!--<script>\u2028\u2029\u0000"\'`]]>'
  const body = String(
    new URLSearchParams([
      [hostile, hostile],
      ['__proto__', 'x'],
      ['submit', 'y']
    ])
  )
  const lines = `${HEAD}Connection: close\r\nContent-Length: ${body.length}\r\n`
  for (const path of ['/a?q=</script><script>', "/a?q='%22><img>", '/a?%00']) {
    const html = await sendRaw(gateway.port, `POST ${path} HTTP/1.1\r\n${lines}\r\n${body}`)
    t.match(html, /^HTTP\/1\.1 401 /)
    t.equal(html.split('<script').length, 3, 'its data and its script')
    t.equal(html.split('</script').length, 3)
    t.notMatch(html, /[\u2028\u2029\u0000]|<img/)
    t.match(await dataOf(new Response(html)), { form: body, target: path })
  }
  for (const path of ['//evil.example/x', '/\\evil.example', `/${'x'.repeat(4096)}`])
    t.not((await post(path)).status, 401, path.slice(0, 20))
})

t.test('kept form: forms as browsers send them come back byte for byte, others are dropped', async (t) => {
  t.equal(asSentAgain(FORM), FORM)
  t.equal(asSentAgain(''), '')
  t.equal(asSentAgain('_charset_=UTF-8&a=1'), '_charset_=UTF-8&a=1')
  t.equal(asSentAgain(Array(1000).fill('a=').join('&'))?.length, 2999)
  const others = [
    ...words`
    a a=1& &a=1 a=1&&b=2 a=%2a a=%e9 a=%E9 a=% a=b=c a=é a=< a=%0A a=%0D a=%0A%0D
    _charset_=x _CHARSET_=x b=1&_charset_= {"a":1}
  `,
    'a=1\r\n',
    Array(1001).fill('a=').join('&')
  ]
  for (const form of others) t.equal(asSentAgain(form), null, form.slice(0, 30))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (form) => {
      const kept = asSentAgain(form)
      t.ok(kept === null || (kept === form && /^[\w*.+%&=-]*$/.test(kept)))
    }),
    { numRuns: 300, seed: 21 }
  )
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })))
  const sent = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n')
  fc.assert(
    fc.property(pairs, (pairs) => {
      const fields = pairs.map(([name, value]) => [sent(`n${name}`), sent(value)] as [string, string])
      const form = String(new URLSearchParams(fields))
      t.equal(asSentAgain(form), form)
    }),
    { numRuns: 300, seed: 22 }
  )
})

t.test('kept form: a body is read up to the limit, dropped if it is longer, aborted or late', async (t) => {
  const read = (chunks: string[], end: (raw: Readable, expire: () => void) => unknown) => {
    const raw = Object.assign(new Readable({ read() {} }), {
      headers: { 'transfer-encoding': 'chunked' },
      complete: false
    })
    let expire = () => {}
    const schedule = (_seconds: number, run: () => void) => {
      expire = run
      return () => {}
    }
    const form = readForm(raw as never, { maxBytes: 7, schedule })
    for (const chunk of chunks) raw.push(chunk)
    end(raw, expire)
    return form
  }
  const whole = (raw: Readable) => Object.assign(raw, { complete: true }).push(null)
  t.equal(await read(['a=1', '&b=2'], whole), 'a=1&b=2')
  t.equal(await read(['a=1', '&b=23'], whole), null, 'longer')
  for (const reason of [new Error('aborted'), undefined])
    t.equal(await read(['a=1'], (raw) => raw.destroy(reason)), null, String(reason))
  t.equal(await read(['a=1'], (_raw, expire) => expire()), null, 'late')
})

t.test('kept form: the tenant to sign in with is that of the place it was posted to', async (t) => {
  const of = (target: string) => destinationOf(target, PUBLIC_ORIGIN).url.href
  t.equal(of(formAddress('/acme/x?y', 'key')), `${PUBLIC_ORIGIN}/acme/x?y`)
  t.equal(destinationOf(formAddress('/acme/x?y', 'key'), PUBLIC_ORIGIN).method, 'POST')
  t.equal(destinationOf('/acme/x?y', PUBLIC_ORIGIN).method, 'GET', 'control')
  t.equal(of('/acme/x?to=/other'), `${PUBLIC_ORIGIN}/acme/x?to=/other`)
  t.equal(of(beginAddress('/acme/x?y')), `${PUBLIC_ORIGIN}/acme/x?y`)
  t.equal(of(beginAddress(formAddress('/acme/x?y', 'key'))), `${PUBLIC_ORIGIN}/acme/x?y`)
  for (const begin of ['/_auth/begin', beginAddress('//evil.example')])
    t.equal(of(begin), `${PUBLIC_ORIGIN}${begin}`, 'leads nowhere else')
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'x', '', 'http://['])
    t.match(of(`/_auth/form?to=${encodeURIComponent(to)}`), `${PUBLIC_ORIGIN}/_auth/form`, to)
  const rules = { publicOrigin: PUBLIC_ORIGIN, reserved: ['/_auth'], home: '/' }
  t.equal(resolveRedirectTarget('/_auth/form?to=%2F#k', rules), '/_auth/form?to=%2F#k')
  t.equal(resolveRedirectTarget('/_auth/form/', rules), '/')
})

t.test('kept form: marks the account of the ended session, the sending page names the current', async (t) => {
  gateway.provider.accounts.create({ uid: 'eve', email: 'eve@example.com' })
  const ended = await gateway.signIn('ada')
  await send(`${gateway.url}/logout`, { method: 'POST', headers: { origin: PUBLIC_ORIGIN, cookie: ended } })
  const accountOf = async (response: Response) => (await pageDataOf(response)).account
  const mark = await accountOf(await post('/orders', { headers: { ...POST, cookie: ended } }))
  t.match(mark, /^[\w-]{22}$/)
  t.equal(await accountOf(await post('/orders')), null, 'unknown account')
  const sendingFor = (cookie?: string) =>
    send(`${gateway.url}/_auth/form?to=/orders`, { headers: { ...PAGE, ...(cookie && { cookie }) } })
  const ada = await sendingFor(await gateway.signIn('ada'))
  t.match(await ada.clone().text(), '<strong>ada</strong>')
  t.equal(await accountOf(ada), mark)
  const eve = await sendingFor(await gateway.signIn('eve'))
  t.match(await eve.clone().text(), '<strong>eve@example.com</strong>')
  t.not(await accountOf(eve), mark, 'control')
  const signedOut = await sendingFor()
  t.notMatch(await signedOut.clone().text(), 'You’re signed in as')
  t.equal(await accountOf(signedOut), null)
})

t.test('kept form: the sending page never leads back to an address of the gateway', async (t) => {
  const leadsTo = async (to: string, path: string) => {
    const page = await send(`${gateway.url}/_auth/form?to=${encodeURIComponent(to)}`, { headers: PAGE })
    return (await page.text()).includes(`href="${path}"`)
  }
  t.ok(await leadsTo('/orders', '/orders'), 'control')
  for (const to of ['/_auth/session', '/__/auth/handler', 'https://evil.example/orders']) {
    t.notOk(await leadsTo(to, to), to)
    t.ok(await leadsTo(to, '/'), to)
  }
})

t.test('kept form: when disabled, redirected, and the path belongs to the application', async (t) => {
  const off = await startGateway(t, { beside: gateway })
  t.equal((await send(`${off.url}/orders`, { method: 'POST', headers: POST, body: FORM })).status, 303)
  t.equal((await send(`${off.url}/_auth/form`)).status, 401)
})
