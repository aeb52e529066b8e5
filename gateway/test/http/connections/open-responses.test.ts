import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import type { AuthRequest } from '../../../src/http/auth-request.ts'
import {
  type CloseListener,
  createOpenStreams,
  onClose
} from '../../../src/http/connections/open-responses.ts'
import { signal } from '../../fixtures/signal.ts'

/** The request of a stream. */
const authRequestOf = (client: string): AuthRequest => ({
  id: client,
  method: 'GET',
  hostname: 'localhost',
  origin: 'http://localhost',
  target: null,
  isPageLoad: false,
  client,
  headers: {}
})
const OF_ADA = authRequestOf('ada')

t.test('open streams: ended one after the other, spread over the given time', async (t) => {
  const streams = createOpenStreams()
  const ends: string[] = []
  for (const name of ['a', 'b', 'c', 'd'])
    streams.add({ end: () => void ends.push(name), destroy: () => {} }, () => OF_ADA)
  await streams.endAll(1000, async (ms) => {
    ends.push(`wait ${ms}`)
  })
  t.same(ends, ['a', 'wait 250', 'b', 'wait 250', 'c', 'wait 250', 'd'])
})

t.test('open streams: thousands are ended in batches, not by thousands of timers', async (t) => {
  const streams = createOpenStreams()
  let ended = 0
  const end = () => {
    ended += 1
  }
  let waitedMs = 0
  let waits = 0
  for (let count = 0; count < 2000; count++) streams.add({ end, destroy: () => {} }, () => OF_ADA)
  await streams.endAll(10_000, async (ms) => {
    waitedMs += ms
    waits += 1
  })
  t.equal(ended, 2000)
  t.ok(waits <= 100 && waitedMs <= 10_000, `${waits} waits of ${waitedMs} ms together`)
})

t.test('open streams: after close all end at once, and so does each later one', async (t) => {
  const streams = createOpenStreams()
  const ends: string[] = []
  const streamOf = (name: string) => ({ end: () => void ends.push(name), destroy: () => {} })
  streams.add(streamOf('open'), () => OF_ADA)
  await streams.endAll(0, async () => {})
  streams.add(streamOf('came back'), () => OF_ADA)
  await streams.endAll(0, async () => {})
  streams.add(streamOf('twin, not closed'), () => OF_ADA)
  t.same(ends, ['open', 'open', 'came back'])
  streams.close()
  streams.add(streamOf('late'), () => OF_ADA)
  const forget = streams.add(streamOf('gone at once'), () => OF_ADA)
  forget()
  await new Promise<void>((resolve) => setImmediate(resolve))
  t.same(ends.slice(3), ['open', 'came back', 'twin, not closed', 'late'])
})

t.test('open streams: without time all end at once, those already gone are skipped', async (t) => {
  const streams = createOpenStreams()
  const ends: string[] = []
  const forget = streams.add({ end: () => void ends.push('gone'), destroy: () => {} }, () => OF_ADA)
  streams.add({ end: () => void ends.push('here'), destroy: () => void ends.push('cut') }, () => OF_ADA)
  forget()
  await streams.endAll(0, async () => {
    t.fail('nothing to wait for')
  })
  streams.destroyAll()
  t.same(ends, ['here', 'cut'])
})

t.test('open streams: those of visitors no longer admitted end with a reason', async (t) => {
  const streams = createOpenStreams()
  const ends: string[] = []
  for (const name of ['ada', 'bob', 'cyd'])
    streams.add({ end: (because) => void ends.push(`${name} ${because}`), destroy: () => {} }, () =>
      authRequestOf(name)
    )
  t.equal(await streams.endUnless(async ({ client }) => client !== 'bob'), 1)
  t.same(ends, ['bob not-admitted'])
  t.equal(await streams.endUnless(() => true), 0)
})

t.test('open streams: waiters are notified when the last one is gone', async (t) => {
  const streams = createOpenStreams()
  await streams.waitUntilIdle()
  const forget = [1, 2].map(() => streams.add({ end: () => {}, destroy: () => {} }, () => OF_ADA))
  let isNone = false
  const none = streams.waitUntilIdle().then(() => {
    isNone = true
  })
  forget[0]?.()
  await new Promise(setImmediate)
  t.equal(isNone, false, 'one is left')
  forget[1]?.()
  await none
  t.equal(isNone, true)
})

t.test('open streams: one that is cut but never reports its end is not awaited', async (t) => {
  const pause = signal()
  const streams = createOpenStreams(() => pause.promise)
  streams.add({ end: () => {}, destroy: () => {} }, () => OF_ADA)
  streams.destroyAll()
  let isOver = false
  const none = streams.waitUntilIdle().then(() => {
    isOver = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  t.notOk(isOver, 'control: it still has time')
  pause.settle()
  await none
  t.ok(isOver)
})

function observe(...actions: (() => void)[]): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  for (const responseClosed of actions) {
    const listener: CloseListener = { nextCloseListener: null, responseClosed }
    onClose(response, listener)
  }
  return response
}

t.test('response close: every listener is called once, latest first', async (t) => {
  const called: string[] = []
  const response = observe(
    () => called.push('first'),
    () => called.push('second')
  )
  t.equal(response.listenerCount('close'), 1)
  t.same(called, [])
  response.emit('close')
  response.emit('close')
  t.same(called, ['second', 'first'])
})

t.test('response close: if a listener throws, others are called and the error is rethrown', async (t) => {
  const called: string[] = []
  const response = observe(
    () => called.push('first'),
    () => {
      throw new Error('a defect')
    },
    () => called.push('third')
  )
  t.throws(() => response.emit('close'), { message: 'a defect' })
  t.same(called, ['third', 'first'])
})
