import { once } from 'node:events'
import { existsSync, linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createListeningServer } from '../../src/http/connections/listening-server.ts'
import { planUnixSocket } from '../../src/serving/listen/plan.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { lineOf } from '../fixtures/wire/log-lines.ts'

/** A place for sockets; the folder of a test may be too long for one. */
function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function listenAt(path: string) {
  const listening = createListeningServer({ plan: planUnixSocket(path), largestHeadersBytes: 4096 })
  listening.serve(createServer((_raw, response) => response.end('here')))
  return listening
}

async function ask(socketPath: string, path: string, headers: Record<string, string> = {}) {
  const [answer] = await once(get({ socketPath, path, headers, agent: false }), 'response')
  answer.resume()
  return answer.statusCode
}

t.test('unix listener: owner and group alone may connect, and the file is removed at the end', async (t) => {
  const path = join(makeFolder(t), 'gatehouse.sock')
  const usualMask = process.umask(0)
  t.teardown(() => process.umask(usualMask))
  const listening = listenAt(path)
  const listened = listening.listen()
  while (!existsSync(path)) await new Promise((resolve) => setImmediate(resolve))
  t.equal(statSync(path).mode & 0o777, 0o660, 'from the first moment on')
  t.equal(await listened, 0, 'there is no port')
  t.equal(statSync(path).mode & 0o777, 0o660)
  t.equal(process.umask(), 0, 'the mask of the process is what it was')
  t.equal(await ask(path, '/'), 200)
  await listening.close()
  t.notOk(existsSync(path))
})

t.test('unix listener: socket that nobody listens on any more, replaced; a file, left alone', async (t) => {
  const folder = makeFolder(t)
  const path = join(folder, 'gatehouse.sock')
  const former = createSocketServer().listen(join(folder, 'former.sock'))
  await once(former, 'listening')
  linkSync(join(folder, 'former.sock'), path)
  await t.rejects(listenAt(path).listen(), { message: /another process listens on .*gatehouse\.sock/ })
  t.ok(existsSync(path), 'it stays')
  await new Promise((resolve) => former.close(resolve))
  t.ok(existsSync(path), 'its second name is left behind')
  const listening = listenAt(path)
  await listening.listen()
  t.equal(await ask(path, '/'), 200)
  await listening.close()

  writeFileSync(path, 'precious')
  await t.rejects(listenAt(path).listen(), { message: /exists and is not a socket/ })
  t.ok(statSync(path).isFile())
})

t.test('unix listener: two at the same path, the second is refused and the first goes on', async (t) => {
  const path = join(makeFolder(t), 'gatehouse.sock')
  const first = listenAt(path)
  await first.listen()
  t.teardown(() => first.close())
  await t.rejects(listenAt(path).listen(), { message: /another process listens/ })
  t.equal(await ask(path, '/'), 200)
})

t.test(
  'unix listener: a client’s X-Forwarded-For, believed only when trustedProxies says unix:',
  async (t) => {
    const rows: [trustedProxies: string[], forwarded: string, client: string][] = [
      [['unix:'], '203.0.113.9, unix:', '203.0.113.9'],
      [[], 'unix:', 'unix:'],
      [['127.0.0.0/8', '::/0', '0.0.0.0/0'], 'unix:', 'unix:']
    ]
    const base = await startGateway(t)
    for (const [trustedProxies, forwarded, client] of rows) {
      const path = join(makeFolder(t), 'gatehouse.sock')
      const gateway = await startGateway(t, {
        beside: base,
        config: {
          'listen.unix': path,
          trustedProxies,
          'access.rules': [{ path: '/open', allow: 'public' }]
        }
      })
      base.upstream.forget()
      t.equal(await ask(path, '/open', { 'x-forwarded-for': '203.0.113.9' }), 200)
      t.equal(base.upstream.seen[0]?.headers['x-forwarded-for'], forwarded)
      t.equal((await lineOf(gateway, 'request')).client, client, forwarded)
    }
  }
)
