import type { Seen } from '../../test/fixtures/wire/upstream.ts'
import { ADA } from '../environment.ts'
import type { H2cApplication } from '../h2c/applications.ts'
import { tunnel } from '../h2c/tunnel.ts'
import type { Journey } from './journey.ts'

const WEBSOCKET = ['Upgrade', 'websocket']
const H2C = ['Upgrade', 'h2c']

/** A client that leaves HTTP/1.1 sends further requests that no proxy sees (RFC 7540, 3.2). */
const TO_HTTP_2: Readonly<Record<string, readonly string[]>> = {
  'h2c alone': H2C,
  'websocket, then h2c': [...WEBSOCKET, ...H2C],
  'h2c, then websocket': [...H2C, ...WEBSOCKET],
  'h2c between two websockets': [...WEBSOCKET, ...H2C, ...WEBSOCKET],
  'websocket and h2c in one line': ['Upgrade', 'websocket, h2c'],
  'h2c and websocket in one line': ['Upgrade', 'h2c, websocket'],
  'both in one line, then websocket': ['Upgrade', 'h2c,websocket', ...WEBSOCKET],
  'a version': ['Upgrade', 'websocket/13', ...H2C],
  'a parameter': ['Upgrade', 'h2c;websocket', ...WEBSOCKET],
  'other cases': ['UPGRADE', 'H2C', 'upgrade', 'WebSocket'],
  'an empty line first': ['Upgrade', '', ...H2C, ...WEBSOCKET],
  'tabs around it': ['Upgrade', '\th2c\t', 'Upgrade', '\twebsocket\t'],
  'another protocol': ['Upgrade', 'something-else', ...WEBSOCKET]
}
const SETTINGS = ['Connection', 'Upgrade, HTTP2-Settings', 'HTTP2-Settings', 'AAMAAABk']
const HANDSHAKE = ['Sec-WebSocket-Version', '13', 'Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ==']

/** The values of a header, line by line, as received. */
function linesOf({ rawHeaders }: Seen, wanted: string): string[] {
  return rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted
  )
}

/** Upgrades to protocols without an auth request for each request. */
export const UPGRADES: readonly Journey[] = [
  {
    title: 'upgrade: only “websocket” or nothing reaches the application, whatever the client sends',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications } }) {
      const ada = await enter(ADA.uid)
      for (const [what, upgrades] of Object.entries(TO_HTTP_2)) {
        applications[0]?.forget()
        for (const more of [SETTINGS, [...SETTINGS, ...HANDSHAKE]]) {
          const rawHeaders = [...upgrades, ...more]
          await createVisitor()
            .visit({ path: '/public/page', rawHeaders })
            .catch(() => null)
          await ada.visit({ path: '/', rawHeaders }).catch(() => null)
        }
        for (const seen of applications[0]?.seen ?? []) {
          const upgrade = linesOf(seen, 'upgrade')
          t.ok(
            upgrade.length === 0 || upgrade.join('\n') === 'websocket',
            `${what}: ${JSON.stringify(upgrade)}`
          )
          t.same(linesOf(seen, 'http2-settings'), [], what)
        }
      }
    }
  },
  {
    title: 'upgrade: a WebSocket opens with its name in any case (RFC 6455, 4.1)',
    setup: 'one application',
    async run(t, { environment: { enter, applications } }) {
      const ada = await enter(ADA.uid)
      for (const name of ['websocket', 'WebSocket', 'WEBSOCKET'])
        t.match(await ada.openSocket('/live', { upgrade: name }), { kind: 'echoed', text: 'hello' }, name)
      t.same(
        applications[0]?.seen.map((seen) => linesOf(seen, 'upgrade')),
        [['websocket'], ['websocket'], ['websocket']]
      )
    }
  }
]

const FORGED = 'forged'
const TUNNELLED = {
  ':method': 'GET',
  ':scheme': 'http',
  ':authority': 'localhost',
  ':path': '/staff/secret',
  'x-forwarded-user': FORGED
}

/** A client that upgrades to HTTP/2 at an application, to request what it may not access. */
export function tunnelJourney(application: H2cApplication): Journey {
  const asks = Object.entries(TO_HTTP_2).flatMap(([what, upgrades]) => [
    { what, rawHeaders: [...upgrades, ...SETTINGS] },
    { what: `${what}, as a WebSocket handshake`, rawHeaders: [...upgrades, ...SETTINGS, ...HANDSHAKE] }
  ])
  return {
    title: 'upgrade: no tunnel opens, signed out on a public path or signed in without the claim',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, places } }) {
      const ada = await enter(ADA.uid)
      const visitors = [
        { path: '/public/page', visitor: createVisitor() },
        { path: '/', visitor: ada }
      ]
      for (const { what, rawHeaders } of asks)
        for (const { path, visitor } of visitors) {
          const known = ['Host', new URL(visitor.origin).host, 'Origin', visitor.origin]
          const cookie = visitor.cookieHeader()
          if (cookie !== '') known.push('Cookie', cookie)
          const all = [...known, ...rawHeaders]
          const { length } = await application.seen()
          await tunnel({ port: places.visitors, path, rawHeaders: all, tunnelled: TUNNELLED })
          const seen = (await application.seen()).slice(length)
          const wrong = seen.filter(({ http2, user }) => http2 || user === FORGED)
          t.same(wrong, [], `${what}: ${path}`)
        }
      t.equal((await ada.visit({ path: '/ordinary' })).status, 200)
      t.match((await application.seen()).at(-1), { path: '/ordinary', user: 'ada' }, 'control: it is there')
      const direct = ['Host', 'localhost', ...H2C, ...SETTINGS]
      const response = await tunnel({ ...application, path: '/', rawHeaders: direct, tunnelled: TUNNELLED })
      t.equal(response, 101)
      t.same(
        (await application.seen()).at(-1),
        { http2: true, path: '/staff/secret', user: FORGED },
        'control: without the proxy the tunnel opens'
      )
    }
  }
}
