import t from 'tap'
import { startDemo } from '../../demo/demo.ts'
import { PLUGINS } from '../../plugins/plugins.ts'
import { createLog } from '../../src/operations/logging.ts'
import { PAGE } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'

t.test('demo: behind a proxy, login page, forward-auth and application have separate ports', async (t) => {
  const [port = 0, forwardAuthPort = 0, applicationPort = 0] = await findFreePorts(3)
  const url = 'http://localhost:8000'
  const log = createLog('info', { write: () => undefined })
  const demo = await startDemo({
    port,
    proxy: { url, forwardAuthPort, applicationPort },
    log,
    plugins: PLUGINS
  })
  t.teardown(() => demo.close())
  t.equal(demo.url, url)

  const application = await send(`http://127.0.0.1:${applicationPort}/`)
  t.equal(application.status, 200)
  const pages = `http://127.0.0.1:${port}`
  t.equal((await send(`${pages}/login`, { headers: { host: 'localhost:8000' } })).status, 200)
  t.equal((await send(`${pages}/_auth/verify`, { headers: { host: 'localhost:8000' } })).status, 404)
  t.equal((await send(`${pages}/anything`, { headers: { host: 'localhost:8000' } })).status, 404)

  const refused = await send(`http://127.0.0.1:${forwardAuthPort}/_auth/verify`, {
    headers: {
      ...PAGE,
      'x-forwarded-method': 'GET',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'localhost:8000',
      'x-forwarded-uri': '/reports',
      'x-forwarded-for': '127.0.0.1'
    }
  })
  t.equal(refused.status, 302)
  t.equal(refused.headers.get('location'), `${url}/login?redirect=%2Freports`)
})
