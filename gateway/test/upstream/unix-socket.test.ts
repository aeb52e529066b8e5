import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { PUBLIC_ORIGIN } from '../fixtures/gateway.ts'
import { makeFolderOutside } from '../fixtures/repository/installation.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream, startUpstream } from '../fixtures/wire/upstream.ts'

const startBefore = (t: Test, upstreamUrl: string, config = {}) =>
  signedIn(t, { 'access.rules': [{ path: '/open', allow: 'public' }], ...config }, { upstreamUrl })

t.test('unix upstream: a request with session and body reaches the application', async (t) => {
  const path = join(makeFolderOutside(t), 'app.sock')
  const upstream = await startEchoUpstream(t, path)
  const gateway = await startBefore(t, upstream.url)
  const response = await gateway.post('/a?b=1', { body: 'x'.repeat(100_000) })
  t.equal(response.status, 200)
  const [seen] = upstream.seen
  t.match(seen, {
    method: 'POST',
    url: '/a?b=1',
    headers: { 'x-forwarded-user': 'ada', host: 'localhost:8080' }
  })
  t.equal(seen?.body.length, 100_000)
  const refused = await send(`${gateway.url}/a`)
  t.equal(refused.status, 401)
  t.equal(upstream.seen.length, 1, 'without a session nothing passes')
})

t.test('unix upstream: hostHeader upstream sends localhost, redirects become public', async (t) => {
  const hosts: (string | undefined)[] = []
  const upstream = await startUpstream(
    t,
    (req, res) => {
      hosts.push(req.headers.host)
      res.writeHead(302, { location: 'http://localhost/next' }).end()
    },
    join(makeFolderOutside(t), 'app.sock')
  )
  const gateway = await startBefore(t, upstream.url, { 'upstream.hostHeader': 'upstream' })
  const response = await send(`${gateway.url}/open`)
  t.equal(response.headers.get('location'), `${PUBLIC_ORIGIN}/next`)
  t.same(hosts, ['localhost'])
})

t.test('unix upstream: no socket, permission or listener, 502 with the reason in the log', async (t) => {
  const folder = makeFolderOutside(t)
  const path = join(folder, 'app.sock')
  const gateway = await startBefore(t, `unix:${path}`)
  const reasonFor = async (expected: RegExp, condition: string) => {
    const response = await send(`${gateway.url}/open`)
    t.equal(response.status, 502, condition)
    t.notMatch(await response.text(), folder, 'visitors do not see the path')
    // The line may be written after the response.
    const isSaid = () =>
      gateway
        .logLines({ code: 'UPSTREAM_UNREACHABLE' })
        .some(({ detail, cause }) => expected.test(String(detail)) && String(cause).includes('app.sock'))
    for (let turn = 0; turn < 1000 && !isSaid(); turn++) await nextTurn()
    t.ok(isSaid(), condition)
  }
  await reasonFor(/does not exist/, 'missing')

  const upstream = await startEchoUpstream(t, path)
  t.equal((await send(`${gateway.url}/open`)).status, 200, 'the application started later')
  await upstream.close()
  await withForbiddenSocket(path, () => reasonFor(/no permission/, 'no permission'))

  writeFileSync(path, '')
  t.equal((await send(`${gateway.url}/open`)).status, 502, 'a file in its place')
})

/** Runs with a socket this user may not use; root may use any, so it becomes uid 65534 meanwhile. */
async function withForbiddenSocket(path: string, run: () => Promise<void>): Promise<void> {
  const upstream = await startEchoUpstream(t, path)
  chmodSync(path, 0)
  chmodSync(dirname(path), 0o755)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    await run()
  } finally {
    if (isRoot) process.seteuid?.(0)
    await upstream.close()
  }
}
