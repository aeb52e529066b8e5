import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { unwrapOrExit } from '../../src/commands/command-error.ts'
import { readConfiguration } from '../../src/config/load.ts'
import { createLog } from '../../src/operations/logging.ts'
import { startGateway } from '../../src/serving/gateway.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

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
