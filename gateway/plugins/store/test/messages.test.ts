import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { StoreClient } from '../../../src/shared-state/store-client.ts'
import { createClock, NOW } from '../../../test/fixtures/clock.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { signal } from '../../../test/fixtures/signal.ts'
import { StoreKeys } from '../commands.ts'
import type { StoreLink } from '../link.ts'
import { createMessages, createSubscription } from '../messages.ts'

const keys = new StoreKeys([signatureKeyOf('messages')])
const sealed = (...fields: unknown[]) => keys.encrypt(JSON.stringify(fields), 'messages')

/** Messages of a store with this response to reading the stream. */
function createPlace(entries: unknown, pause?: () => Promise<void>) {
  const replies = [entries]
  const client = { xrange: async () => replies.shift() ?? [] } as unknown as StoreClient
  const clock = createClock()
  const state = { isUp: true, changedAtSeconds: NOW, responds: true, readings: 0 }
  const link: Pick<StoreLink, 'run' | 'write' | 'lookSoon' | 'condition'> = {
    run: async (_op, ask) => {
      state.readings += 1
      return state.responds ? await ask(client) : null
    },
    write: async () => true,
    lookSoon: () => {},
    condition: () => ({ isUp: state.isUp, changedAtSeconds: state.changedAtSeconds, detail: null })
  }
  const texts: string[] = []
  const options = {
    stream: 's',
    channel: 'c',
    longestSeconds: 60,
    timeoutMs: 50,
    deliver: (topic: string, text: string) => topic === 'news' && texts.push(text),
    now: clock.now
  }
  const messages = createMessages({ link: link as StoreLink, keys, ...options, ...(pause && { pause }) })
  return { messages, texts, replies, state, ...clock }
}

t.test('store messages: a flood of notifications is read in steps with pauses, to its end', async (t) => {
  const goOn = signal()
  const pause = () => goOn.promise
  const { messages, texts, replies, state } = createPlace([], pause)
  await messages.read()
  state.readings = 0
  const reading = messages.read()
  for (let count = 0; count < 100; count++) {
    void messages.read()
    await nextTurn()
  }
  t.equal(state.readings, 1)
  replies.push([['1-0', ['m', sealed('news', 'last', NOW + 60)]]])
  goOn.settle()
  await reading
  t.equal(state.readings, 2)
  t.strictSame(texts, ['last'])
})

t.test('store messages: after 8 s without a reading, those of that time are read once', async (t) => {
  const { messages, texts, replies, advance } = createPlace([])
  await messages.read()
  advance(7)
  t.equal(messages.syncAfterPause(), null, 'others arrive as usual')
  advance(1)
  replies.push([['1-0', ['m', sealed('news', 'missed', NOW + 60)]]])
  const [first, second] = [messages.syncAfterPause(), messages.syncAfterPause()]
  t.equal(first, second, 'all requests wait for one reading')
  await first
  t.strictSame(texts, ['missed'])
  t.equal(messages.syncAfterPause(), null)
})

t.test('store messages: catching up waits for the timeout at most, without the store never', async (t) => {
  const { messages, state, advance, now } = createPlace([])
  await messages.read()
  advance(60)
  state.responds = false
  // Timeouts alone keep no process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(alive))
  const missed = messages.syncAfterPause()
  t.type(missed, Promise)
  await missed
  t.type(messages.syncAfterPause(), Promise, 'still behind')
  state.isUp = false
  await messages.syncAfterPause()
  t.equal(messages.syncAfterPause(), null, 'without the store for long')
  state.changedAtSeconds = now()
  t.type(messages.syncAfterPause(), Promise, 'a connection that broke just now')
  advance(0.06)
  await messages.syncAfterPause()
  t.equal(messages.syncAfterPause(), null)
})

t.test('store messages: a stream that cannot be read is a response, no request waits', async (t) => {
  const { messages, advance, replies } = createPlace([])
  await messages.read()
  advance(60)
  replies.push([null])
  await messages.syncAfterPause()
  t.equal(messages.syncAfterPause(), null)
})

t.test('store messages: entries in another form than a store sends end reading', async (t) => {
  const good = (text: string) => [`${text}-0`, ['m', sealed('news', text, NOW + 60)]]
  for (const wrong of [null, 7, [], [7, ['m', 'x']], ['9-0', null], ['9-0', 'm'], [null, null]]) {
    const { messages, texts } = createPlace([good('1'), wrong, good('2')])
    await messages.read()
    t.strictSame(texts, ['1'], JSON.stringify(wrong))
  }
  const { messages, texts } = createPlace([good('1'), good('2')])
  await messages.read()
  t.strictSame(texts, ['1', '2'])
})

t.test('store messages: text of another topic, expired or incomplete is not delivered', async (t) => {
  const rows = [
    sealed('other', 'x', NOW + 60),
    sealed('news', 'x', NOW),
    sealed('news', 7, NOW + 60),
    sealed('news', 'x', `${NOW + 60}`),
    sealed('news'),
    'forged',
    sealed('news', 'good', NOW + 1)
  ]
  const { messages, texts } = createPlace(rows.map((row, index) => [`${index + 1}-0`, ['m', row]]))
  await messages.read()
  t.strictSame(texts, ['good'])
})

t.test('store messages: one that times out waiting for a message does not affect the others', async (t) => {
  const client = Object.assign(new EventEmitter(), { connect: async () => {} })
  const { wait, close } = createSubscription({
    client: client as unknown as StoreClient,
    channel: 'c',
    probeName: 'probe',
    onWord: () => {}
  })
  const heard: string[] = []
  const hear = (name: string, atMostMs: number) => wait('word', atMostMs).then(() => heard.push(name))
  const waits = [hear('long', 5000), hear('long too', 5000)]
  await hear('short', 1)
  client.emit('message', 'c', 'another word')
  await sleep(1)
  t.strictSame(heard, ['short'])
  client.emit('message', 'c', 'word')
  await sleep(1)
  t.strictSame(heard, ['short', 'long', 'long too'])
  await Promise.all(waits)
  close()
})

t.test('store: encrypted text of more than 128 KiB is rejected, a shorter one is opened', async (t) => {
  const seal = (length: number) => keys.encrypt('x'.repeat(length), 'name')
  t.equal(keys.open(seal(90_000), 'name')?.length, 90_000)
  t.ok(seal(100_000).length > 128 * 1024)
  t.equal(keys.open(seal(100_000), 'name'), null)
})
