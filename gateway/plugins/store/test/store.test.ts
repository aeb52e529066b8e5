import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { portOf } from '../../../src/serving/connections/listening-server.ts'
import {
  joinStore,
  makeStoreFolder,
  NEEDS_STORE,
  STORE_KEY,
  type StoreServer,
  startShared,
  startStore
} from '../../../test/fixtures/processes/store-server.ts'
import { testSharedState, textWork } from '../../../test/fixtures/session/shared-state.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { signal } from '../../../test/fixtures/signal.ts'

const skip = NEEDS_STORE
const LATER = Math.floor(Date.now() / 1000) + 1000

/** Keys of the store with this ending. */
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

t.test('store: takes over new signature keys without a restart', { skip }, async (t) => {
  const server = await startStore(t)
  const [former, newer] = [STORE_KEY, signatureKeyOf('newer')]
  const join = async (...signatureKeys: string[]) => {
    const member = joinStore(t, server.url, { signatureKeys })
    await member.ready()
    return member
  }
  const here = await join(former)
  const entry = { key: 'a', text: 'kept', expiresAtSeconds: LATER }
  await here.addToList('of before', entry)
  const there = await join(newer, former)
  const heard: string[] = []
  here.subscribe('topic', (text) => heard.push(text))
  await there.addToList('of there', entry)
  await there.publish('topic', 'unreadable', LATER)
  await (await join(former)).publish('topic', 'readable before', LATER)
  while (heard.length === 0) await sleep(5)
  t.match(await here.readList('of there'), { texts: [] }, 'twin: with the former keys')
  here.setSignatureKeys?.([newer, former])
  t.match(await here.readList('of there'), { texts: ['kept'] })
  t.match(await here.readList('of before'), { texts: ['kept'] })
  await there.publish('topic', 'readable', LATER)
  await here.addToList('of here', entry)
  there.setSignatureKeys?.([newer])
  t.match(await there.readList('of here'), { texts: ['kept'] }, 'writes with the new one')
  t.match(await there.readList('of before'), { texts: [] }, 'a key that is removed opens nothing')
  while (heard.length === 1) await sleep(5)
  t.same(heard, ['readable before', 'readable'])
})

t.test('store: invalid values under a key are ignored', { skip }, async (t) => {
  const { server, here: member } = await startShared(t)
  const work = textWork()
  await member.singleFlight('a', 60, work)
  const [name = ''] = await namesOf(server, ':value')
  const older = String(await server.command('GET', name))
  await member.singleFlight('b', 60, work)
  const other = (await namesOf(server, ':value')).find((one) => one !== name) ?? ''
  const ofOther = String(await server.command('GET', other))
  const wrong = ['', 'garbage', '\u0000\ufffd', ofOther, `${older.slice(0, -4)}AAAA`, 'A'.repeat(2_000_000)]
  for (const value of wrong) {
    const { made } = work
    await server.command('SET', name, value)
    t.equal(await member.singleFlight('a', 60, work), `made ${made + 1}`, value.slice(0, 12))
  }
  await server.command('DEL', name)
  await server.command('LPUSH', name, 'a list')
  t.match(await member.singleFlight('a', 60, work), /^made \d+$/, 'another type')
  await server.command('DEL', name)
  await server.command('SET', name, older)
  t.equal(await member.singleFlight('a', 60, work), 'made 1, read', 'control')
  const later = joinStore(t, server.url, { now: () => Date.now() / 1000 + 61 })
  await later.ready()
  t.match(await later.singleFlight('a', 60, work), /^made \d+$/, 'an older value, restored')
})

t.test('store: work whose lock is never released is done locally after five seconds', { skip }, async (t) => {
  const { server, here: member } = await startShared(t)
  const work = textWork()
  await member.singleFlight('a', 0, work)
  const [value = ''] = await namesOf(server, ':value')
  await server.command('DEL', value)
  await server.command('SET', value.replace(/value$/, 'lock'), 'of a process that is gone')
  const { performance } = globalThis
  const now = performance.now.bind(performance)
  let laterMs = 0
  performance.now = () => now() + laterMs
  t.teardown(() => {
    performance.now = now
  })
  const waiting = member.singleFlight('a', 0, work)
  const first = await Promise.race([waiting, sleep(600, 'waits')])
  t.equal(first, 'waits')
  laterMs = 5000
  t.equal(await Promise.race([waiting, sleep(2000, 'waits')]), 'made 2')
})

t.test('store: forged messages and counts are ignored', { skip }, async (t) => {
  const { server, here, there } = await startShared(t)
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
    t.ok(counted.calls >= 2 && counted.endsInMs <= 60_000, `${value}: not below the local count`)
  }
})

t.test('store: its content reveals no name, text or caller', { skip }, async (t) => {
  const { server, here: member } = await startShared(t)
  await member.singleFlight('secret-name', 60, textWork({ run: async () => 'secret-text' }))
  await member.publish('secret-topic', 'secret-message', LATER)
  await member.countCall('secret-limit', 'secret-caller', 60_000)
  await member.addToList('secret-list', {
    key: 'secret-entry',
    text: 'secret-entry',
    expiresAtSeconds: LATER
  })
  const names = await namesOf(server, '')
  t.equal(names.length, 5, names.join(' '))
  const contents = await Promise.all(names.map((name) => server.command('DUMP', name)))
  t.notMatch(JSON.stringify([names, contents]), /secret/)
})

t.test('store: a list holds the 128 entries that expire last', { skip }, async (t) => {
  const { server, here: member } = await startShared(t)
  await member.addToList('a', {
    key: 'over',
    text: 'over',
    expiresAtSeconds: Math.floor(Date.now() / 1000) - 1
  })
  for (let count = 0; count < 130; count++)
    await member.addToList('a', { key: `${count}`, text: `${count}`, expiresAtSeconds: LATER + count })
  const reading = await member.readList('a')
  t.same(reading.kind === 'list' && reading.texts.length, 128)
  t.same(reading.kind === 'list' && [reading.texts.at(0), reading.texts.at(-1)], ['2', '129'])
  await server.stop()
  await member.happened('store.lost')
  t.match(await member.readList('a'), { kind: 'unavailable' })
})

t.test('store: an entry of a list replaces the one with the same key', { skip }, async (t) => {
  const { here: one, there: other } = await startShared(t)
  await one.addToList('a', { key: 'x', text: 'first', expiresAtSeconds: LATER })
  await one.addToList('a', { key: 'y', text: 'beside', expiresAtSeconds: LATER + 1 })
  await other.addToList('a', { key: 'x', text: 'second', expiresAtSeconds: LATER + 2 })
  t.same(await one.readList('a'), { kind: 'list', texts: ['beside', 'second'], isShared: true })
})

t.test('store: a value of another type in place of a list is replaced by the entry', { skip }, async (t) => {
  const { server, here: member } = await startShared(t)
  await member.addToList('a', { key: 'first', text: 'first', expiresAtSeconds: LATER })
  const [name = ''] = await namesOf(server, ':list')
  await server.command('SET', name, 'a text')
  await member.addToList('a', { key: 'second', text: 'second', expiresAtSeconds: LATER })
  t.same(await member.readList('a'), { kind: 'list', texts: ['second'], isShared: true })
  t.equal(member.condition()?.isUp, true)
})

t.test('store: a server that responds in unexpected shapes is not used', async (t) => {
  for (const shape of ['+OK\r\n', ':7\r\n', '$2\r\nno\r\n', '*1\r\n:1\r\n', '*1\r\n*1\r\n:1\r\n']) {
    const replyTo = (command: string) =>
      /get$/i.test(command) ? '$1\r\n1\r\n' : /info|set$|subscribe/i.test(command) ? '+OK\r\n' : shape
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        const commands = chunk.toString('latin1').match(/^\*\d+\r\n.*\r\n.*/gm) ?? []
        socket.write(commands.map(replyTo).join(''))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const member = joinStore(t, `redis://127.0.0.1:${portOf(server.address())}`, { timeoutMs: 5000 })
    await member.ready()
    t.equal(member.condition()?.isUp, true, `${JSON.stringify(shape)}: taken for a store`)
    const texts: string[] = []
    member.subscribe('news', (text) => texts.push(text))
    for (const text of ['here', 'again']) await member.publish('news', text, LATER)
    t.same(texts, ['here', 'again'], 'local messages')
    t.equal(await member.singleFlight('a', 0, textWork()), 'made 1')
    t.match(await member.countCall('sign-in', 'ada', 60_000), { calls: 1 })
    const reading = await member.readList('a')
    t.ok(reading.kind !== 'list' || reading.texts.length === 0, 'an empty list')
    await member.close()
    server.close()
  }
})

t.test('store: works over a Unix socket', { skip }, async (t) => {
  // In the test's own folder the path would be too long for a socket: 108 bytes.
  const path = join(makeStoreFolder(t), 'store.sock')
  await startStore(t, ['--unixsocket', path])
  const [here, there] = [joinStore(t, `unix:${path}`), joinStore(t, `unix:${path}?db=0`)]
  await Promise.all([here.ready(), there.ready()])
  const work = textWork()
  await here.singleFlight('a', 60, work)
  t.equal(await there.singleFlight('a', 60, work), 'made 1, read')
})

t.test('store: work of one name is done by one process at a time', { skip }, async (t) => {
  const { here: one, there: other } = await startShared(t)
  let working = 0
  let most = 0
  const work = async () => {
    working += 1
    most = Math.max(most, working)
    await sleep(5)
    working -= 1
    return working
  }
  const done = await Promise.all(
    Array.from({ length: 12 }, (_, index) => [one, other][index % 2]?.alone('ada', work))
  )
  t.same([done.length, most], [12, 1])
  const held = signal()
  const waiting = one.alone('ada', () => held.promise)
  t.equal(await other.alone('eve', async () => 'done'), 'done', 'twin: another name')
  held.settle()
  await waiting
  await t.rejects(one.alone('ada', async () => Promise.reject(new Error('failed'))))
  t.equal(await other.alone('ada', async () => 'next'), 'next', 'after a failure')
})
