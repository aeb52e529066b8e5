import { once } from 'node:events'
import { existsSync, linkSync, statSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { createListeningServer } from '../../src/serving/connections/listening-server.ts'
import { planUnixSocket } from '../../src/serving/listeners.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { makeFolderOutside } from '../fixtures/repository/installation.ts'
import { lineOf } from '../fixtures/wire/log-lines.ts'

function listenAt(path: string) {
  const listening = createListeningServer({
    plan: planUnixSocket(path),
    keepAliveTimeoutMs: 72_000,
    largestHeadersBytes: 4096
  })
  listening.serve(createServer((_raw, response) => response.end('here')))
  return listening
}

async function ask(socketPath: string, path: string, headers: Record<string, string> = {}) {
  const [answer] = await once(get({ socketPath, path, headers, agent: false }), 'response')
  answer.resume()
  return answer.statusCode
}

t.test('unix listener: only owner and group may connect, the socket file is removed on close', async (t) => {
  const path = join(makeFolderOutside(t), 'gatehouse.sock')
  const usualMask = process.umask(0)
  t.teardown(() => process.umask(usualMask))
  const listening = listenAt(path)
  const listened = listening.listen()
  while (!existsSync(path)) await nextTurn()
  t.equal(statSync(path).mode & 0o777, 0o660, 'from the very start')
  t.equal(await listened, 0, 'no port')
  t.equal(statSync(path).mode & 0o777, 0o660)
  t.equal(process.umask(), 0, 'the umask of the process is unchanged')
  t.equal(await ask(path, '/'), 200)
  await listening.close()
  t.notOk(existsSync(path))
})

t.test('unix listener: a stale socket is replaced, a regular file is refused and unchanged', async (t) => {
  const folder = makeFolderOutside(t)
  const path = join(folder, 'gatehouse.sock')
  const former = createSocketServer().listen(join(folder, 'former.sock'))
  await once(former, 'listening')
  linkSync(join(folder, 'former.sock'), path)
  await t.rejects(listenAt(path).listen(), { message: /another process listens on .*gatehouse\.sock/ })
  t.ok(existsSync(path), 'not removed')
  await new Promise((resolve) => former.close(resolve))
  t.ok(existsSync(path), 'its second name still exists')
  const listening = listenAt(path)
  await listening.listen()
  t.equal(await ask(path, '/'), 200)
  await listening.close()

  writeFileSync(path, 'precious')
  await t.rejects(listenAt(path).listen(), { message: /exists and is not a socket/ })
  t.ok(statSync(path).isFile())
})

t.test('unix listener: X-Forwarded-For is trusted only if trustedProxies includes unix:', async (t) => {
  const rows: [trustedProxies: string[], forwarded: string, client: string][] = [
    [['unix:'], '203.0.113.9, unix:', '203.0.113.9'],
    [[], 'unix:', 'unix:'],
    [['127.0.0.0/8', '::/0', '0.0.0.0/0'], 'unix:', 'unix:']
  ]
  const base = await startGateway(t)
  for (const [trustedProxies, forwarded, client] of rows) {
    const path = join(makeFolderOutside(t), 'gatehouse.sock')
    const gateway = await startGateway(t, {
      beside: base,
      config: { 'listen.unix': path, trustedProxies, 'access.rules': [{ path: '/open', allow: 'public' }] }
    })
    base.upstream.forget()
    t.equal(await ask(path, '/open', { 'x-forwarded-for': '203.0.113.9' }), 200)
    t.equal(base.upstream.seen[0]?.headers['x-forwarded-for'], forwarded)
    t.equal((await lineOf(gateway, 'request')).client, client, forwarded)
  }
})
