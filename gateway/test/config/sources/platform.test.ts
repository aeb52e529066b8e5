import t from 'tap'
import { loadConfig } from '../../../src/config/load.ts'
import { environmentOf } from '../../fixtures/processes/environment.ts'
import { accepted } from '../../fixtures/repository/yaml-config.ts'

const CLOUD_RUN = { K_SERVICE: 'app', PORT: '9000', METADATA_SERVER_DETECTION: 'none' }

function load(env: Record<string, string>) {
  const { GATEHOUSE_LISTEN_PORT: _port, ...least } = environmentOf('platform')
  const own = { GATEHOUSE_SESSION_ACQUIRE: 'handover', GATEHOUSE_TRUSTED_PROXIES: '169.254.0.0/16' }
  return loadConfig({ file: null, env: { ...least, ...own, ...env }, plugins: [] })
}

const read = (env: Record<string, string>) => accepted(load(env))

t.test('platform: PORT next to K_SERVICE is the port, on all addresses', async (t) => {
  const { config, warnings } = read(CLOUD_RUN)
  t.match(config.listen, { host: '0.0.0.0', port: 9000, unix: null, fd: null })
  t.same(warnings, [])
})

t.test('platform: PORT without K_SERVICE changes nothing, nor does K_SERVICE in a sidecar', async (t) => {
  const plain = read({}).config
  t.match(plain.listen, { host: '127.0.0.1', port: 8080 })
  t.same(read({ PORT: '9000' }).config, plain)
  t.same(read({ PORT: '9000', K_SERVICE: '' }).config, plain)
  t.same(read({ ...CLOUD_RUN, PORT: '' }).config.listen, plain.listen)
})

t.test('platform: listen in the configuration wins, and a warning says that both differ', async (t) => {
  const rows: [Record<string, string>, object, RegExp][] = [
    [
      { PORT: '9000', GATEHOUSE_LISTEN_PORT: '9001' },
      { host: '0.0.0.0', port: 9001 },
      /^listen\.port: 9001 .* 9000 \(PORT\)/
    ],
    [
      { GATEHOUSE_LISTEN_HOST: '127.0.0.1' },
      { host: '127.0.0.1', port: 9000 },
      /^listen\.host: .* 127\.0\.0\.1/
    ],
    [{ GATEHOUSE_LISTEN_UNIX: '/run/a.sock' }, { port: 8080 }, /^listen: .*9000.*\/run\/a\.sock/],
    [{ GATEHOUSE_LISTEN_FD: '3' }, { port: 8080, fd: 3 }, /^listen: .*9000.* on 3; remove `listen\.fd`/]
  ]
  for (const [env, listen, warning] of rows) {
    const { config, warnings } = read({ ...CLOUD_RUN, ...env })
    t.match(config.listen, listen, JSON.stringify(env))
    t.match(warnings.join('\n'), new RegExp(warning, 'm'), JSON.stringify(env))
  }
  t.same(read({ ...CLOUD_RUN, GATEHOUSE_LISTEN_PORT: '9000', GATEHOUSE_LISTEN_HOST: '0.0.0.0' }).warnings, [])
  t.same(read({ GATEHOUSE_LISTEN_PORT: '9001' }).warnings, [], 'elsewhere')
})

t.test('platform: a PORT that is none is a problem that names it', async (t) => {
  for (const PORT of ['http', '0', '-1', '65536', '80 80', '1e4'])
    t.match(load({ ...CLOUD_RUN, PORT }), { kind: 'invalid', problems: [{ path: 'PORT' }] }, PORT)
  t.equal(load({ PORT: 'http' }).kind, 'loaded', 'elsewhere')
})

t.test('platform: the shutdown fits into ten seconds after SIGTERM, unless configured', async (t) => {
  t.equal(read({}).config.listen.keepAliveTimeoutMs, 72_000)
  t.equal(read(CLOUD_RUN).config.listen.keepAliveTimeoutMs, 620_000, 'above the 600 s of load balancers')
  t.same(read({}).config.shutdown, { drainSeconds: 0, graceSeconds: 30 })
  t.same(read(CLOUD_RUN).config.shutdown, { drainSeconds: 0, graceSeconds: 7 })
  const longer = (env: object) => read({ ...CLOUD_RUN, ...env }).warnings
  const warned = [/^shutdown: .*30 s together.*10 s after SIGTERM/]
  t.match(longer({ GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '30' }), warned)
  t.match(longer({ GATEHOUSE_SHUTDOWN_DRAIN_SECONDS: '3' }), [/^shutdown: .*10 s together/])
  t.same(longer({ GATEHOUSE_SHUTDOWN_DRAIN_SECONDS: '2' }), [])
  t.same(read({ GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '30' }).warnings, [], 'elsewhere')
})

t.test('platform: lines are in the format of Cloud Logging, unless configured', async (t) => {
  t.equal(read({}).config.log.format, 'json')
  t.equal(read(CLOUD_RUN).config.log.format, 'google')
  t.equal(read({ ...CLOUD_RUN, GATEHOUSE_LOG_FORMAT: 'json' }).config.log.format, 'json')
})
