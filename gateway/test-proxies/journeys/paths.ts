import { ADA } from '../environment.ts'
import { CALL } from '../visitor.ts'
import type { Journey } from './journey.ts'

/** Spellings that might make a protected page look public, or the other way round. */
const SPELLINGS: readonly string[] = [
  ...['/public/../reports', '/public/%2e%2e/reports', '/public/%2E%2E%2Freports', '/public/..%2freports'],
  ...['/public/./../reports', '/public/.%2e/reports', '/public/%252e%252e/reports'],
  ...['/public/..;/reports', '/public/..;x=1/reports', '/public;/../reports', '/public/x;/../../reports'],
  ...['/public\\..\\reports', '/public/..\\reports', '/public/%5c..%5creports', '/public%5c..%5creports'],
  ...['//public/page', '/public//page', '/public//../reports', '///public/page'],
  ...['/%70ublic/page', '/PUBLIC/page', '/public%2fpage', '/public%2Fpage', '/publi%63/../reports'],
  ...[
    '/public/page#frag',
    '/public/page%00',
    '/public/page%0a',
    '/public/%zz',
    '/public/%',
    '/reports/..%2fpublic/page'
  ],
  ...['/reports?/public/page', '/reports?x=/../public/page', '/reports/../public/page', '/public/\xe9']
]
/** What a spelling may resolve to. */
const PUBLIC_PATH = /^\/public\/[A-Za-z0-9%._~!$&'()*+,=:@/-]*$/

/** Paths that gateway, proxy and application might interpret differently. */
export const PATHS: readonly Journey[] = [
  {
    title: 'path spellings: none makes a page public, and the application gets the evaluated path',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications } }) {
      const visitor = createVisitor()
      t.equal((await visitor.visit({ path: '/public/page', headers: CALL })).status, 200)
      for (const path of SPELLINGS) {
        applications[0]?.forget()
        const { status } = await visitor.visit({ path, headers: CALL }).catch(() => ({ status: 0 }))
        const [seen] = applications[0]?.seen ?? []
        // If the proxy normalises the path first, it arrives canonical and below the public folder.
        if (seen !== undefined)
          t.ok(
            PUBLIC_PATH.test(seen.url) && !/\/\.|%2f|%5c|%2e|;/i.test(seen.url),
            `${path}: passed as ${seen.url}`
          )
        else t.ok(status === 0 || status >= 300, `${path}: ${status}`)
      }
    }
  },
  {
    title: 'path spellings: signed in, the application gets the original bytes or their canonical form',
    setup: 'one application',
    async run(t, { environment: { enter, applications } }) {
      const visitor = await enter(ADA.uid)
      for (const [path, cleaned] of [
        ['/a//b', '/a/b'],
        ['/a%2Fb', '/a%2Fb'],
        ['/%61/b', '/a/b'],
        ['/a;x=1/b', '/a;x=1/b'],
        ['/a?', '/a?'],
        ['/a?q=%2F..+%20&q=/../x', '/a?q=%2F..+%20&q=/../x']
      ] as const) {
        applications[0]?.forget()
        t.equal((await visitor.visit({ path, headers: CALL })).status, 200, path)
        const url = applications[0]?.seen[0]?.url
        t.ok(url === path || url === cleaned, `${path}: ${url}`)
      }
      applications[0]?.forget()
      for (const path of [
        '/staff/../x',
        '/x/%2e%2e/staff/list',
        '/x/..;/staff/list',
        '/%73taff/list',
        '//staff/list',
        '/STAFF/list',
        '/staff%2flist'
      ])
        await visitor.visit({ path, headers: CALL }).catch(() => null)
      t.same(
        (applications[0]?.seen ?? []).map(({ url }) => url).filter((url) => /staff/i.test(url)),
        [],
        'nothing from the folder that requires a claim'
      )
    }
  },
  {
    title: 'other host than the one of the application: it is refused and does not reach the application',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications } }) {
      const { origin } = createVisitor()
      const cookie = (await enter(ADA.uid)).cookieHeader()
      for (const path of ['/', '/public/page']) {
        const { status } = await createVisitor('other.localhost').visit({
          path,
          headers: { ...CALL, cookie }
        })
        t.ok([400, 403, 404, 421].includes(status), `${path}: ${status} at ${origin}`)
      }
      t.same(applications[0]?.seen, [])
    }
  },
  {
    title: 'COPY and MOVE: what they write to is decided too, and must be named',
    setup: 'one application',
    async run(t, { environment: { enter, applications } }) {
      const visitor = await enter(ADA.uid)
      const statusOf = async (method: string, destination: Record<string, string>) =>
        (await visitor.visit({ method, path: '/public/a', headers: { ...CALL, ...destination } })).status
      for (const method of ['COPY', 'MOVE']) {
        t.equal(await statusOf(method, { destination: '/public/b' }), 200, 'twin: public, too')
        t.equal(await statusOf(method, { destination: '/staff/b' }), 403)
        t.equal(await statusOf(method, { destination: `${visitor.origin}/staff/b` }), 403)
        t.ok((await statusOf(method, {})) >= 400)
      }
      t.same(
        applications[0]?.seen.map(({ method }) => method),
        ['COPY', 'MOVE']
      )
    }
  },
  {
    title: 'absolute target: credentials before the host are refused or removed',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications } }) {
      const { origin } = createVisitor()
      const path = `${origin.replace('://', '://ada:secret@')}/public/page`
      const response = await createVisitor()
        .visit({ path, headers: CALL })
        .catch(() => null)
      const [seen] = applications[0]?.seen ?? []
      t.ok(seen === undefined || !seen.url.includes('@'), `${response?.status}: ${seen?.url}`)
      t.notMatch(seen?.headers.host ?? '', '@')
    }
  }
]
