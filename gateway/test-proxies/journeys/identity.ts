import { DEFAULT_IDENTITY_HEADERS } from '../../src/config/defaults.ts'
import { DROPPED_PREFIXES } from '../../src/upstream/request-headers.ts'
import { FORGEABLE_HEADERS, PASSED_HEADERS } from '../../test/fixtures/wire/client-headers.ts'
import type { Seen } from '../../test/fixtures/wire/upstream.ts'
import { ADA, GRACE } from '../environment.ts'
import { CALL } from '../visitor.ts'
import type { Journey } from './journey.ts'

const IDENTITY_HEADERS = [
  ...Object.keys(DEFAULT_IDENTITY_HEADERS),
  'x-forwarded-groups',
  'x-gatehouse-tenant',
  'x-gatehouse-issuer',
  'x-gatehouse-expired'
]
const SPOOFED = 'evil'

/** Headers that a visitor may try, each for every identity header. */
const SPOOFS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  plain: (name) => [name, SPOOFED],
  'upper case': (name) => [name.toUpperCase(), SPOOFED],
  doubled: (name) => [name, SPOOFED, name, SPOOFED],
  'removed on the way': (name) => [name, SPOOFED, 'Connection', `close, ${name}`]
}
const UNDERSCORES: typeof SPOOFS = {
  underscores: (name) => [name.replaceAll('-', '_'), SPOOFED],
  'one underscore': (name) => [name.replace(/-(?=[^-]*$)/, '_'), SPOOFED]
}
const DOTS: typeof SPOOFS = { dots: (name) => [name.replaceAll('-', '.'), SPOOFED] }

/** The values under every spelling of identity header names. */
function identityIn({ rawHeaders }: Seen): string[] {
  return rawHeaders.filter((_value, index) => {
    const name = (rawHeaders[index - 1] ?? '').toLowerCase().replace(/[^a-z0-9]/g, '-')
    return index % 2 === 1 && IDENTITY_HEADERS.includes(name)
  })
}

function spoofJourney(title: string, spoofs: typeof SPOOFS): Journey {
  return {
    title,
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications }, limit }) {
      const [application] = applications
      const signedIn = await enter(ADA.uid)
      const attempts = Object.entries(spoofs).flatMap(([spelling, spoof]) =>
        IDENTITY_HEADERS.map((name) => ({ what: `${name}: ${spelling}`, rawHeaders: spoof(name) }))
      )
      const reached: string[] = []
      for (const { what, rawHeaders } of attempts) {
        application?.forget()
        await createVisitor().visit({ path: '/public/page', rawHeaders })
        await signedIn.visit({ path: '/', rawHeaders })
        const [stranger, ada] = (application?.seen ?? []).map(identityIn)
        // A proxy may refuse such a request completely.
        if (stranger?.includes(SPOOFED) || ada?.includes(SPOOFED)) reached.push(what)
        else t.same(stranger?.filter((value) => value !== '') ?? [], [], `${what}, stranger`)
        if (ada !== undefined) t.ok(ada.includes('ada'), `${what}, the identity of the session is there`)
      }
      if (limit === undefined) t.same(reached, [], 'none of it reaches the application')
      else t.ok(reached.length > 0, 'reaches the application')
    }
  }
}

/** Headers that some proxies set themselves, or that every test request has. */
const OF_PROXIES: ReadonlySet<string> = new Set([
  'x-b3-traceid',
  'range',
  'if-none-match',
  'origin-agent-cluster'
])
/** As many at a time as the smallest limit of the proxies allows. */
const NAMES_AT_ONCE = 40

function forgedJourney(title: string, names: readonly string[]): Journey {
  return {
    title,
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications }, limit }) {
      const ada = await enter(ADA.uid)
      const arrived = new Set<string>()
      for (let index = 0; index < names.length; index += NAMES_AT_ONCE) {
        const rawHeaders = names.slice(index, index + NAMES_AT_ONCE).flatMap((name) => [name, SPOOFED])
        applications[0]?.forget()
        for (const [visitor, path] of [
          [createVisitor(), '/public/page'],
          [ada, '/']
        ] as const)
          await visitor.visit({ path, headers: CALL, rawHeaders })
        // A proxy may refuse such a request completely.
        for (const { rawHeaders: lines } of applications[0]?.seen ?? [])
          for (const [at, text] of lines.entries()) if (text === SPOOFED) arrived.add(lines[at - 1] ?? '')
      }
      if (limit === undefined) t.same([...arrived], [])
      else t.not(arrived.size, 0)
    }
  }
}

/** What applications learn about a visitor, whatever headers the visitor sends. */
export const IDENTITY: readonly Journey[] = [
  spoofJourney(
    'identity: headers of the visitor never arrive, in any case, duplicated or named in Connection',
    SPOOFS
  ),
  spoofJourney('identity: headers of the visitor with underscores never arrive', UNDERSCORES),
  spoofJourney('identity: headers of the visitor with dots in the names never arrive', DOTS),
  {
    title: 'facts of the request: headers of the visitor about them are ignored',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications } }) {
      const facts = [
        ...['X-Forwarded-Uri', '/public/page', 'X-Forwarded-Method', 'OPTIONS'],
        ...['X-Original-URL', '/public/page', 'X-Original-Method', 'GET', 'X-Rewrite-URL', '/public/page'],
        ...['X-Forwarded-Prefix', '/public', 'X-Forwarded-Path', '/public/page']
      ]
      const removed = [...facts, 'Connection', 'close, X-Forwarded-Uri, X-Forwarded-Method']
      const ada = await enter(ADA.uid)
      for (const rawHeaders of [facts, removed]) {
        const stranger = await createVisitor().visit({ path: '/reports', headers: CALL, rawHeaders })
        t.ok([400, 401].includes(stranger.status), `stranger: ${stranger.status}`)
        const { status } = await ada.visit({ path: '/staff/list', headers: CALL, rawHeaders })
        t.ok([400, 403].includes(status), `without the claim: ${status}`)
      }
      t.same(applications[0]?.seen, [])
    }
  },
  {
    title: 'Authorization: the application gets the one of the visitor, and none if there was none',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications } }) {
      const ada = await enter(ADA.uid)
      for (const [visitor, path] of [
        [createVisitor(), '/public/page'],
        [ada, '/']
      ] as const)
        for (const authorization of [undefined, 'Basic dTpw', 'Token <x>']) {
          applications[0]?.forget()
          const headers = authorization === undefined ? CALL : { ...CALL, authorization }
          t.equal((await visitor.visit({ path, headers })).status, 200)
          const [seen] = applications[0]?.seen ?? []
          t.equal(seen?.headers.authorization, authorization)
          t.notOk(
            seen?.rawHeaders.some((text) => /<nil>|\{/.test(text)),
            'no placeholder of the proxy'
          )
        }
    }
  },
  {
    title: 'identity: a header that the gateway is not configured to set does not arrive',
    setup: 'one application',
    async run(t, { environment: { enter, applications, changeGateway } }) {
      const ada = await enter(ADA.uid)
      await changeGateway(t, { identityHeaders: {} })
      const rawHeaders = ['X-Forwarded-Groups', SPOOFED]
      t.equal((await ada.visit({ path: '/', headers: CALL, rawHeaders })).status, 200)
      const [seen] = applications[0]?.seen ?? []
      t.equal(seen?.headers['x-forwarded-user'], 'ada')
      t.notOk(seen?.headers['x-forwarded-groups'])
    }
  },
  {
    title: 'identity: a header of a preset arrives, with the lines that the recipes add for it',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications, changeGateway } }) {
      const ada = await enter(ADA.uid)
      await changeGateway(t, { identityHeaders: { preset: 'authelia' } })
      const rawHeaders = ['Remote-User', SPOOFED]
      t.equal((await ada.visit({ path: '/', headers: CALL, rawHeaders })).status, 200)
      await createVisitor().visit({ path: '/public/page', headers: CALL, rawHeaders })
      const [ofAda, ofStranger] = applications[0]?.seen ?? []
      t.equal(ofAda?.headers['remote-user'], 'ada')
      t.notOk(ofStranger?.headers['remote-user'])
    }
  },
  forgedJourney(
    'client headers: a spoofed path, method, address or identity does not arrive',
    Object.entries(FORGEABLE_HEADERS)
      .filter(([kind]) => kind !== 'hop by hop' && kind !== 'traces of strangers')
      .flatMap(([, names]) => names.split(' '))
      .filter((name) => name !== 'x-gatehouse-anything')
      .concat('proxy-authorization', 'http2-settings')
  ),
  forgedJourney(
    'client headers: no header of a family that other gateways use arrives',
    [...DROPPED_PREFIXES, 'x-gatehouse-']
      .filter((prefix) => prefix !== 'x-forwarded-')
      .map((prefix) => `${prefix}made-up`)
  ),
  forgedJourney('client headers: no X-Forwarded-… arrives except those that proxies set', [
    'x-forwarded-made-up',
    'x-forwarded-fo',
    'x-forwarded-form',
    'x-forwarded-protocol'
  ]),
  forgedJourney(
    'client headers: no identity header with characters beyond letters, digits and “-” arrives',
    [..."!#$%&'*+.^_`|~"].flatMap((sign) => [
      `X${sign}Forwarded${sign}User`,
      `x-forwarded${sign}user`,
      `x-gatehouse-assertion${sign}`,
      `${sign}remote-user`
    ])
  ),
  {
    title: 'client headers: those that applications need arrive',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications } }) {
      const names = PASSED_HEADERS.split(' ').filter((name) => !OF_PROXIES.has(name))
      await createVisitor().visit({
        path: '/public/page',
        headers: {},
        rawHeaders: names.flatMap((name) => [name, SPOOFED])
      })
      for (const name of names) t.equal(applications[0]?.seen[0]?.headers[name], SPOOFED, name)
    }
  },
  {
    title: 'cookies: those of the session never reach the application, all others do, in order',
    setup: 'one application',
    async run(t, { environment: { enter, createVisitor, applications } }) {
      const session = (await enter(GRACE.uid)).cookieHeader()
      const visit = (path: string, cookie: string) =>
        createVisitor().visit({ path, headers: { ...CALL, cookie } })
      t.equal((await visit('/', `theme=dark; ${session}; note="a b"; theme=light`)).status, 200)
      t.equal((await visit('/', session)).status, 200)
      t.equal((await visit('/public/page', `a=1; ${session}-forged`)).status, 200)
      const [several, alone, unsigned] = applications[0]?.seen ?? []
      t.equal(several?.headers.cookie, 'theme=dark; note="a b"; theme=light')
      t.notOk(alone?.headers.cookie)
      t.equal(unsigned?.headers.cookie, 'a=1')

      applications[0]?.forget()
      const rawHeaders = ['Cookie', 'a=1', 'Cookie', session]
      await createVisitor().visit({ path: '/public/page', headers: CALL, rawHeaders })
      const value = session.slice(session.indexOf('=') + 1)
      t.notOk(JSON.stringify(applications[0]?.seen).includes(value), 'nor in a separate line')
    }
  }
]
