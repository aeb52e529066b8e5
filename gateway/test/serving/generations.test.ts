import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { PLUGINS } from '../../plugins/plugins.ts'
import { createApp } from '../../src/app.ts'
import { createAppState } from '../../src/app-state.ts'
import { unwrapOrExit } from '../../src/commands/command-error.ts'
import { readConfiguration } from '../../src/config/load.ts'
import { createLog } from '../../src/operations/logging.ts'
import { startGateway } from '../../src/serving/gateway.ts'
import { createGenerations } from '../../src/serving/generations.ts'
import { createListeners } from '../../src/serving/listeners.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
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

const OPEN = { default: 'public' }

t.test('application reload: one is added, changed and removed, a stream of another stays open', async (t) => {
  let sendEvent = (_text: string) => {}
  const home = await startUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    sendEvent = (text) => response.write(`data: ${text}\n\n`)
    sendEvent('first')
  })
  const [wiki, other] = await Promise.all(
    ['wiki', 'other'].map((text) => startUpstream(t, (_request, response) => void response.end(text)))
  )
  const file = join(t.testdir(), 'gatehouse.json')
  const write = (wikiUrl: string | null) =>
    writeFileSync(
      file,
      JSON.stringify({
        publicUrl: 'http://localhost:8080',
        listen: { port: 0 },
        management: { port: 0 },
        identityPlatform: {
          projectId: 'demo-test',
          apiKey: 'key',
          endpoints: { certificates: 'http://127.0.0.1:9' }
        },
        session: { acquire: 'handover', revocationCheckSeconds: 0 },
        cookie: { signatureKeys: [signatureKeyOf('gateway')] },
        shutdown: { drainSeconds: 0, graceSeconds: 1 },
        reload: { watch: false },
        applications: [
          { name: 'home', upstream: { url: home.url }, access: OPEN },
          ...(wikiUrl === null
            ? []
            : [{ name: 'wiki', host: 'wiki.localhost', upstream: { url: wikiUrl }, access: OPEN }])
        ]
      })
    )
  write(null)
  const read = async () => readConfiguration({ file, env: {}, plugins: [] })
  const first = await read()
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const { port, managementPort, reload, shutdown } = await startGateway({
    plugins: PLUGINS,
    loaded: unwrapOrExit(first.loaded),
    first,
    read,
    log
  })
  t.teardown(() => shutdown.begin())
  const events = (await fetch(`http://localhost:${port}/`)).body?.getReader()
  const nextEvent = async () => new TextDecoder().decode((await events?.read())?.value)
  t.equal(await nextEvent(), 'data: first\n\n')
  const ofWiki = async () => {
    const answer = await send(`http://127.0.0.1:${port}/`, { headers: { host: 'wiki.localhost' } })
    return answer.status === 200 ? answer.text() : answer.status
  }
  const seriesOf = async (name: string) => {
    const text = await (await send(`http://127.0.0.1:${managementPort}/metrics`)).text()
    // Buckets begin with the first duration.
    const counted = text.split('\n').filter((line) => !line.includes('_bucket{'))
    return counted.filter((line) => line.includes(`upstream="${name}"`)).length
  }
  const ofHome = await seriesOf('home')
  t.ok(ofHome > 5)
  for (const [url, expected] of [
    [null, 404],
    [wiki?.url ?? '', 'wiki'],
    [other?.url ?? '', 'other'],
    [null, 404]
  ] as const) {
    write(url)
    await reload()
    t.equal(await ofWiki(), expected)
    const found = await seriesOf('wiki')
    t.equal(found, url === null ? 0 : ofHome, 'metrics: series of existing applications only')
    sendEvent(String(expected))
    t.equal(await nextEvent(), `data: ${expected}\n\n`)
  }
  t.match(
    lines.find((line) => line.includes('"ready"')),
    `"applications":[{"name":"home","upstream":"${home.url}"}]`
  )
  t.equal(await seriesOf('home'), ofHome)
  await events?.cancel()
})
