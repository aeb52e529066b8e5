import { once } from 'node:events'
import { createServer } from 'node:net'
import t from 'tap'
import { makeAuthority } from '../fixtures/certificates.ts'
import { findFreePorts } from '../fixtures/ports.ts'
import { testSharedState, textWork } from '../fixtures/shared-state.ts'
import { signatureKeyOf } from '../fixtures/signature-keys.ts'
import {
  joinStore,
  NEEDS_STORE,
  STORE_KEY,
  type StoreServer,
  startRelay,
  startStore
} from '../fixtures/store-server.ts'

const skip = NEEDS_STORE
const LATER = Math.floor(Date.now() / 1000) + 1000

/** Names of the store that end so. */
async function namesOf({ command }: StoreServer, end: string): Promise<string[]> {
  const names = await command('KEYS', `*${end}`)
  return Array.isArray(names) ? names.map(String) : []
}

t.test('a store', { skip }, async (t) => {
  const server = await startStore(t)
  testSharedState(t, {
    name: 'store',
    isAlone: false,
    async start(t) {
      await server.command('FLUSHALL')
      return {
        async join() {
          const member = joinStore(t, server.url)
          await member.ready()
          return member
        }
      }
    }
  })
})

t.test(
  'store: stopped, each does the work at once and says so once; back, it is shared again',
  { skip },
  async (t) => {
    const server = await startStore(t)
    const [here, there] = [joinStore(t, server.url), joinStore(t, server.url)]
    await Promise.all([here.ready(), there.ready()])
    t.same(here.condition()?.isUp, true)
    await server.stop()
    await Promise.all([here.happened('store.lost'), there.happened('store.lost')])
    const work = textWork()
    t.equal(await here.once('a', 60, work), 'made 1')
    t.equal(await there.once('a', 60, work), 'made 2')
    t.match(await here.countCall('sign-in', 'ada', 60_000), { calls: 1 }, 'counted here')
    t.match(here.condition(), { isUp: false, detail: /./ })
    t.equal(here.events.filter(({ kind }) => kind === 'store.lost').length, 1)

    await server.start()
    await Promise.all([here.happened('store.found'), there.happened('store.found')])
    t.equal(await here.once('b', 60, work), 'made 3')
    t.equal(await there.once('b', 60, work), 'made 3, read')
  }
)

t.test('store: what was published while it was away, others know when it is back', { skip }, async (t) => {
  const server = await startStore(t)
  const [here, there] = [joinStore(t, server.url), joinStore(t, server.url)]
  await Promise.all([here.ready(), there.ready()])
  const heard = new Promise<string>((resolve) => there.subscribe('news', resolve))
  await server.stop()
  await here.happened('store.lost')
  await here.publish('news', 'told while it was away', LATER)
  await server.start()
  t.equal(await heard, 'told while it was away')
})

t.test('store: a process that was cut off, reads what it missed', { skip }, async (t) => {
  const server = await startStore(t)
  const relay = await startRelay(t, server.port)
  const here = joinStore(t, server.url)
  const there = joinStore(t, relay.url, { timeoutMs: 200 })
  await Promise.all([here.ready(), there.ready()])
  const heard = new Promise<string>((resolve) => there.subscribe('news', resolve))
  relay.hold()
  while (there.condition()?.isUp) await there.once('a', 0, textWork())
  await here.publish('news', 'missed', LATER)
  relay.release()
  t.equal(await heard, 'missed')
})

t.test(
  'store: slow, work is done here after the limit; soon nobody waits for it any more',
  { skip },
  async (t) => {
    const server = await startStore(t)
    const relay = await startRelay(t, server.port)
    const member = joinStore(t, relay.url, { timeoutMs: 300 })
    await member.ready()
    relay.hold()
    const work = textWork()
    for (const count of [1, 2, 3]) t.equal(await member.once('a', 60, work), `made ${count}`)
    t.match(await member.happened('store.lost'), { detail: 'timeout' })
    const asked = member.events.length
    t.equal(await member.once('a', 60, work), 'made 4')
    t.match(member.events.slice(asked), [{ kind: 'store.request', op: 'claim', result: 'not_asked' }])
    relay.release()
    await member.happened('store.found')
    t.equal(await member.once('b', 60, work), 'made 5')
  }
)

t.test('store: full, work is done here and the condition says why', { skip }, async (t) => {
  const server = await startStore(t, ['--maxmemory-policy', 'noeviction'])
  const member = joinStore(t, server.url)
  await member.ready()
  await server.command('CONFIG', 'SET', 'maxmemory', 1)
  const work = textWork()
  for (const count of [1, 2, 3]) t.equal(await member.once('a', 60, work), `made ${count}`)
  t.match(await member.happened('store.lost'), { detail: 'OOM' })
  t.match(member.condition(), { isUp: false, detail: 'OOM' })
  await server.command('CONFIG', 'SET', 'maxmemory', 0)
  await member.happened('store.found')
})

t.test('store: wrong password at the start, away; the right one in its file, there', { skip }, async (t) => {
  const server = await startStore(t, ['--requirepass', 'right'], 'right')
  const folder = t.testdir({ password: 'wrong\n' })
  const member = joinStore(t, server.url, { passwordFile: `${folder}/password` })
  await member.ready()
  t.match(await member.happened('store.lost'), { detail: /^(WRONGPASS|NOAUTH)$/ })
  t.equal(await member.once('a', 60, textWork()), 'made 1')
  t.testdir({ password: 'right\n' })
  await member.happened('store.found')
  t.equal(member.condition()?.isUp, true)
  t.notMatch(JSON.stringify(member.events), /wrong\b|right\b/, 'no password in any event')
})

t.test('store: password changed in the middle, away; the new one in its file, there', { skip }, async (t) => {
  const server = await startStore(t, ['--requirepass', 'first'], 'first')
  const folder = t.testdir({ password: 'first' })
  const member = joinStore(t, server.url, { passwordFile: `${folder}/password` })
  await member.ready()
  t.equal(member.condition()?.isUp, true)
  await server.command('CONFIG', 'SET', 'requirepass', 'second')
  await server.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await member.happened('store.lost')
  t.testdir({ password: 'second' })
  await member.happened('store.found')
})

t.test('store: wrong values under a name, as good as none', { skip }, async (t) => {
  const server = await startStore(t)
  const member = joinStore(t, server.url)
  await member.ready()
  const work = textWork()
  await member.once('a', 60, work)
  const [name = ''] = await namesOf(server, ':value')
  const older = String(await server.command('GET', name))
  await member.once('b', 60, work)
  const other = (await namesOf(server, ':value')).find((one) => one !== name) ?? ''
  const ofOther = String(await server.command('GET', other))
  const wrong = ['', 'garbage', '\u0000\ufffd', ofOther, `${older.slice(0, -4)}AAAA`, 'A'.repeat(2_000_000)]
  for (const value of wrong) {
    const { made } = work
    await server.command('SET', name, value)
    t.equal(await member.once('a', 60, work), `made ${made + 1}`, value.slice(0, 12))
  }
  await server.command('DEL', name)
  await server.command('LPUSH', name, 'a list')
  t.match(await member.once('a', 60, work), /^made \d+$/, 'of another type')
  await server.command('DEL', name)
  await server.command('SET', name, older)
  t.equal(await member.once('a', 60, work), 'made 1, read', 'twin')
  const later = joinStore(t, server.url, { now: () => Date.now() / 1000 + 61 })
  await later.ready()
  t.match(await later.once('a', 60, work), /^made \d+$/, 'an older value, put there again')
})

t.test('store: messages and counts that nobody sent, ignored', { skip }, async (t) => {
  const server = await startStore(t)
  const [here, there] = [joinStore(t, server.url), joinStore(t, server.url)]
  await Promise.all([here.ready(), there.ready()])
  const texts: string[] = []
  there.subscribe('news', (text) => texts.push(text))
  const last = new Promise<string>((resolve) => there.subscribe('news', resolve))
  await server.command('XADD', 'gatehouse:messages', '*', 'm', '["news","forged",9999999999]')
  await server.command('XADD', 'gatehouse:messages', '*', 'x', 'y', 'z', '')
  await server.command('PUBLISH', 'gatehouse:words', 'anything')
  await here.publish('news', 'true', LATER)
  t.equal(await last, 'true')
  t.notOk(texts.includes('forged'))

  await here.countCall('sign-in', 'ada', 60_000)
  const [calls = ''] = await namesOf(server, ':calls')
  for (const value of ['garbage', '-100']) {
    await server.command('SET', calls, value)
    const counted = await here.countCall('sign-in', 'ada', 60_000)
    t.ok(counted.calls >= 2 && counted.endsInMs <= 60_000, `${value}: no fewer than are known here`)
  }
})

t.test('store: whoever reads it, learns no name, text or caller', { skip }, async (t) => {
  const server = await startStore(t)
  const member = joinStore(t, server.url)
  await member.ready()
  await member.once('secret-name', 60, textWork({ make: async () => 'secret-text' }))
  await member.publish('secret-topic', 'secret-message', LATER)
  await member.countCall('secret-limit', 'secret-caller', 60_000)
  await member.addToList('secret-list', 'secret-entry', LATER)
  const names = await namesOf(server, '')
  t.equal(names.length, 5, names.join(' '))
  const contents = await Promise.all(names.map((name) => server.command('DUMP', name)))
  t.notMatch(JSON.stringify([names, contents]), /secret/)
})

t.test(
  'store: keys are replaced, what was written under the older one is read; a foreign key reads nothing',
  { skip },
  async (t) => {
    const server = await startStore(t)
    const next = signatureKeyOf('the next key')
    const before = joinStore(t, server.url)
    const during = joinStore(t, server.url, { signatureKeys: [next, STORE_KEY] })
    const foreign = joinStore(t, server.url, { signatureKeys: [signatureKeyOf('a foreign key')] })
    await Promise.all([before.ready(), during.ready(), foreign.ready()])
    const work = textWork()
    await before.once('a', 60, work)
    t.equal(await during.once('a', 60, work), 'made 1, read')
    t.equal(await foreign.once('a', 60, work), 'made 2', 'twin')
    await before.addToList('b', 'older', LATER)
    await during.addToList('b', 'newer', LATER)
    t.same(await during.readList('b'), { kind: 'list', texts: ['older', 'newer'] })
    t.same(await foreign.readList('b'), { kind: 'list', texts: [] })
  }
)

t.test('store: a list, the newest 64 that are not over', { skip }, async (t) => {
  const server = await startStore(t)
  const member = joinStore(t, server.url)
  await member.ready()
  await member.addToList('a', 'over', Math.floor(Date.now() / 1000) - 1)
  for (let count = 0; count < 66; count++) await member.addToList('a', `${count}`, LATER + count)
  const reading = await member.readList('a')
  t.same(reading.kind === 'list' && reading.texts.length, 64)
  t.same(reading.kind === 'list' && [reading.texts.at(0), reading.texts.at(-1)], ['2', '65'])
  await server.stop()
  await member.happened('store.lost')
  t.match(await member.readList('a'), { kind: 'unavailable' })
})

t.test('store: a server that speaks nonsense, done without', async (t) => {
  const nonsense = ['+OK\r\n', '$-7\r\n\u0000', '*99999999\r\n', 'HTTP/1.1 400\r\n\r\n', ':x\r\n', '-\r\n']
  for (const answer of nonsense) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', () => socket.write(answer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const member = joinStore(t, `redis://127.0.0.1:${typeof address === 'object' && address?.port}`, {
      timeoutMs: 100
    })
    t.equal(await member.once('a', 60, textWork()), 'made 1', JSON.stringify(answer))
    t.match(await member.countCall('sign-in', 'ada', 60_000), { calls: 1 })
    await member.close()
    server.close()
  }
})

t.test('store: a server that answers in other shapes than were asked for, done without', async (t) => {
  for (const shape of ['+OK\r\n', ':7\r\n', '$2\r\nno\r\n', '*1\r\n:1\r\n', '*1\r\n*1\r\n:1\r\n']) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        const commands = chunk.toString('latin1').match(/^\*\d+\r\n.*\r\n.*/gm) ?? []
        for (const command of commands) socket.write(/info|set$|subscribe/i.test(command) ? '+OK\r\n' : shape)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const member = joinStore(t, `redis://127.0.0.1:${typeof address === 'object' && address?.port}`)
    await member.ready()
    t.equal(member.condition()?.isUp, true, `${JSON.stringify(shape)}: taken for a store`)
    const texts: string[] = []
    member.subscribe('news', (text) => texts.push(text))
    await member.publish('news', 'here', LATER)
    await member.publish('news', 'again', LATER)
    t.same(texts, ['here', 'again'], 'messages of this process')
    t.equal(await member.once('a', 0, textWork()), 'made 1')
    t.match(await member.countCall('sign-in', 'ada', 60_000), { calls: 1 })
    const reading = await member.readList('a')
    t.ok(reading.kind !== 'list' || reading.texts.length === 0, 'nothing in a list')
    await member.close()
    server.close()
  }
})

t.test('store: a Unix socket', { skip }, async (t) => {
  const path = `${t.testdir({})}/store.sock`
  await startStore(t, ['--unixsocket', path])
  const [here, there] = [joinStore(t, `unix:${path}`), joinStore(t, `unix:${path}?db=0`)]
  await Promise.all([here.ready(), there.ready()])
  const work = textWork()
  await here.once('a', 60, work)
  t.equal(await there.once('a', 60, work), 'made 1, read')
})

t.test('store: TLS, by an authority of its own; without that authority, away', { skip }, async (t) => {
  const authority = await makeAuthority()
  const { cert, key } = await authority.issue('localhost')
  const folder = t.testdir({ 'ca.crt': authority.cert, 'tls.crt': cert, 'tls.key': key })
  const [port] = await findFreePorts(1)
  const files = ['--tls-cert-file', `${folder}/tls.crt`, '--tls-key-file', `${folder}/tls.key`]
  await startStore(t, ['--tls-port', `${port}`, ...files, '--tls-auth-clients', 'no'])
  const url = `rediss://localhost:${port}`
  const [here, there] = [1, 2].map(() => joinStore(t, url, { caFile: `${folder}/ca.crt` }))
  if (here === undefined || there === undefined) throw new Error('both were joined')
  await Promise.all([here.ready(), there.ready()])
  const work = textWork()
  await here.once('a', 60, work)
  t.equal(await there.once('a', 60, work), 'made 1, read')
  const stranger = joinStore(t, url)
  await stranger.ready()
  t.equal(stranger.condition()?.isUp, false)
  t.equal(await stranger.once('a', 60, work), 'made 2')
})

t.test('store: a cluster, shares as one server does', { skip }, async (t) => {
  const server = await startStore(t, ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'])
  await server.command('CLUSTER', 'ADDSLOTSRANGE', 0, 16383)
  while (!String(await server.command('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  const url = `redis+cluster://127.0.0.1:${server.port}`
  const [here, there] = [joinStore(t, url), joinStore(t, url)]
  await Promise.all([here.ready(), there.ready()])
  t.equal(here.condition()?.isUp, true)
  const work = textWork()
  await here.once('a', 60, work)
  t.equal(await there.once('a', 60, work), 'made 1, read')
  const heard = new Promise<string>((resolve) => there.subscribe('news', resolve))
  await here.publish('news', 'to all', LATER)
  t.equal(await heard, 'to all')
  await here.countCall('sign-in', 'ada', 60_000)
  t.match(await there.countCall('sign-in', 'ada', 60_000), { calls: 2 })
  await here.addToList('a', 'entry', LATER)
  t.same(await there.readList('a'), { kind: 'list', texts: ['entry'] })
})
