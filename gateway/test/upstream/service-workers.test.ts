import t from 'tap'
import { startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

const SCRIPT = { 'service-worker': 'script' }
const PUBLIC = { 'access.rules': [{ path: '/public/*', allow: 'public' }] }

const warnedPaths = ({ logLines }: TestGateway) =>
  logLines()
    .filter(
      ({ level, msg }) => level === 'warn' && String(msg).startsWith('service worker of the application')
    )
    .map(({ path }) => path)

t.test('service workers: fetching one from the application warns once per path', async (t) => {
  const gateway = await startGateway(t, { config: PUBLIC })
  for (const path of ['/public/sw.js', '/public/sw.js?v=2', '/public/other.js', '/public/sw.js'])
    await send(`${gateway.url}${path}`, { headers: SCRIPT })
  t.same(warnedPaths(gateway), ['/public/sw.js', '/public/other.js'])
})

t.test('service workers: no warning for other requests or those that are refused', async (t) => {
  const gateway = await startGateway(t, { config: PUBLIC })
  await send(`${gateway.url}/public/sw.js`)
  await send(`${gateway.url}/public/sw.js`, { headers: { 'service-worker': 'other' } })
  t.equal((await send(`${gateway.url}/private/sw.js`, { headers: SCRIPT })).status, 401)
  await send(`${gateway.url}/login`, { headers: SCRIPT })
  t.same(warnedPaths(gateway), [])
})

t.test('service workers: any number of paths of a stranger, at most 100 warnings', async (t) => {
  const gateway = await startGateway(t, { config: PUBLIC })
  for (let index = 0; index < 120; index++)
    await send(`${gateway.url}/public/${index}.js`, { headers: SCRIPT })
  t.equal(warnedPaths(gateway).length, 100)
})
