import { once } from 'node:events'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { PLUGINS } from '../../plugins/plugins.ts'
import { createApp } from '../../src/app.ts'
import { createAppState } from '../../src/app-state.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createGenerations } from '../../src/serving/generations.ts'
import { createListeners } from '../../src/serving/listeners.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { signal } from '../fixtures/signal.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

/** A gateway whose application delays `/slow` and streams `/events`; `paths` are public. */
async function startGenerations(t: Test) {
  let arrived = signal()
  let answer = () => {}
  const application = await startUpstream(t, (req, res) => {
    if (req.url === '/events') {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    } else if (req.url === '/slow') {
      answer = () => res.end('slow')
      arrived.settle()
    } else res.end('done')
  })
  const { logger } = createLog('info', { write: () => {} })
  const timers = createTimers(createClock())
  const configOf = (paths: string[]) =>
    testConfig({
      'listen.port': 0,
      'upstream.url': application.url,
      'access.rules': paths.map((path) => ({ path, allow: 'public' }))
    })
  const first = configOf(['/slow', '/events'])
  const state = createAppState({ config: first, logger, schedule: timers.schedule })
  const build = async (config: typeof first) => {
    const app = await createApp({
      plugins: PLUGINS,
      config,
      credentials: null,
      logger,
      schedule: () => () => {},
      state
    })
    await app.ready()
    return app
  }
  const listeners = await createListeners(first, logger)
  let ended = 0
  const firstApp = await build(first)
  const generations = createGenerations({
    listeners,
    first: firstApp,
    schedule: timers.schedule,
    onStreamsEnded: (count) => {
      ended += count
    }
  })
  const { port } = await listeners.listen()
  t.teardown(async () => {
    listeners.abort()
    generations.abort()
    await listeners.close()
    await generations.close()
    await state.close()
  })
  const url = `http://127.0.0.1:${port}`
  return {
    ...timers,
    url,
    ended: () => ended,
    count: generations.countRequests,
    streams: firstApp.lifecycle.streams,
    close: () => generations.close(),
    response: () => answer(),
    replace: async (...paths: string[]) => generations.replace(await build(configOf(paths)), 30),
    /** Resolves when the request has reached the application. */
    async start() {
      arrived = signal()
      const text = send(`${url}/slow`).then(
        (response) => response.text(),
        () => 'cut'
      )
      await arrived.promise
      return { text }
    }
  }
}

t.test('generations: new rules apply to the next request, not to one in flight', async (t) => {
  const gateway = await startGenerations(t)
  const { text } = await gateway.start()
  await gateway.replace('/new')
  t.equal((await send(`${gateway.url}/new`)).status, 200)
  t.equal((await send(`${gateway.url}/slow`)).status, 401)
  t.equal(gateway.count(), 1, 'the one of the former app is counted')
  gateway.response()
  t.equal(await text, 'slow')
})

t.test('generations: a request is cut off when its grace period ends, not before', async (t) => {
  const gateway = await startGenerations(t)
  const { text } = await gateway.start()
  await gateway.replace('/slow')
  await gateway.advance(29)
  t.equal(gateway.count(), 1)
  await gateway.advance(1)
  t.equal(await text, 'cut')
})

t.test('generations: with more than two former apps, only the oldest is cut off', async (t) => {
  const gateway = await startGenerations(t)
  const oldest = await gateway.start()
  await gateway.replace('/slow')
  const second = await gateway.start()
  await gateway.replace('/slow')
  t.equal(gateway.count(), 2)
  const third = await gateway.start()
  await gateway.replace('/slow')
  t.equal(await oldest.text, 'cut')
  t.equal(gateway.count(), 2)
  gateway.response()
  t.equal(await third.text, 'slow')
  void second
})

t.test('generations: a stream stays open while allowed, otherwise it is closed cleanly', async (t) => {
  const gateway = await startGenerations(t)
  const { body } = await request(`${gateway.url}/events`)
  const chunks: string[] = []
  body.on('data', (chunk) => chunks.push(String(chunk)))
  const over = once(body, 'end')
  await once(body, 'data')
  t.equal(gateway.count(), 1, 'it is counted')
  await gateway.replace('/events', '/new')
  t.equal((await send(`${gateway.url}/new`)).status, 200)
  t.equal(gateway.ended(), 0)
  await gateway.replace('/new')
  await over
  t.equal(gateway.ended(), 1)
  t.same(chunks, ['data: 1\n\n'])
})

t.test('generations: closing waits for the application side of a WebSocket to end', async (t) => {
  const gateway = await startGenerations(t)
  const ends: string[] = []
  const authRequest = () => {
    throw new Error('not judged again')
  }
  const remove = gateway.streams.add({ end: (reason) => ends.push(reason), destroy: () => {} }, authRequest)
  let isClosed = false
  const closed = gateway.close().then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  t.strictSame(ends, ['going-away'])
  t.notOk(isClosed)
  remove()
  await closed
})
