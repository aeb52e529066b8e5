import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { operatorsConfig } from '../fixtures/commands/operators-config.ts'
import { SIGNATURE_KEY, startGateway } from '../fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../fixtures/processes/store-server.ts'
import { send } from '../fixtures/wire/http-client.ts'

const skip = NEEDS_STORE
const MAX_LOOKS = 1000

/** A gateway with a store, or without, and the commands of its operator. */
async function start(t: Test, storeUrl: string | null) {
  const gateway = await startGateway(t, {
    acquire: 'exchange',
    ...(storeUrl === null
      ? {}
      : { shared: (report) => joinStore(t, storeUrl, { signatureKeys: [SIGNATURE_KEY], report }) })
  })
  const { provider, state } = gateway
  for (const uid of ['ada', 'bob']) provider.accounts.create({ uid })
  await state.shared.ready()
  const config = operatorsConfig(provider, { storeUrl })
  const folder = t.testdir({ events: '' })
  const file = t.testdir({
    'gatehouse.yaml': JSON.stringify({ ...config, audit: { to: `${folder}/events` } }),
    events: ''
  })
  const run = (...args: string[]) =>
    runCommand(['sessions', ...args, '--config', `${file}/gatehouse.yaml`], { env: {} })
  const events = () => readFileSync(`${file}/events`, 'utf8')
  const statusOf = async (cookie: string) =>
    (await send(`${gateway.url}/app`, { headers: { cookie } })).status
  /** Whether a cookie is refused soon, once the message has arrived. Each attempt is a request. */
  const isRefusedSoon = async (cookie: string) => {
    for (let looks = 0; looks < MAX_LOOKS; looks++) if ((await statusOf(cookie)) === 401) return true
    return false
  }
  /** The log id of the session that was started last. */
  const lastSession = () =>
    String(gateway.logLines().findLast(({ event }) => event === 'session.started')?.sessionId)
  return { gateway, run, events, statusOf, isRefusedSoon, lastSession }
}

t.test(
  'sessions: they are listed under their log ids, shown, and a single one is revoked (ASVS 7.4.5)',
  { skip },
  async (t) => {
    const server = await startStore(t)
    const { gateway, run, events, statusOf, isRefusedSoon, lastSession } = await start(t, server.url)
    const kept = await gateway.signIn('ada')
    const keptId = lastSession()
    const gone = await gateway.signIn('ada')
    const goneId = lastSession()
    await gateway.signIn('bob')

    const listed = await run('list', 'ada', '--json')
    t.match(listed, { code: 0, stderr: '' })
    const rows = listed.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    t.same(
      new Set(rows.map(({ sessionId }) => sessionId)),
      new Set([keptId, goneId]),
      'none of another account'
    )
    t.match(rows[0], { uid: 'ada', tenant: null, origin: 'http://localhost:8080', begun: /^\d{4}-/ })
    t.match((await run('show', 'ada', goneId)).stdout, goneId)

    const unconfirmed = await run('revoke', 'ada', goneId)
    t.equal(unconfirmed.code, 4)
    t.equal(await statusOf(gone), 200, 'not confirmed')
    t.match(await run('revoke', 'ada', goneId, '--yes'), {
      code: 0,
      stdout: /^ended session .* within a second$/m
    })
    t.ok(await isRefusedSoon(gone))
    t.equal(await statusOf(kept), 200)
    t.match(events(), /"event":"session.ended".*"by":"operator"/)
    t.notMatch((await run('list', 'ada')).stdout, goneId)
    t.equal((await run('show', 'ada', goneId)).code, 3, 'the session is gone')
    t.equal((await run('revoke', 'ada', 'unknown', '--yes')).code, 3)
  }
)

t.test('sessions: with a store, all sessions of an account end at once (ASVS 7.4.5)', { skip }, async (t) => {
  const server = await startStore(t)
  const { gateway, run, events, statusOf, isRefusedSoon } = await start(t, server.url)
  const [one, other, bob] = [
    await gateway.signIn('ada'),
    await gateway.signIn('ada'),
    await gateway.signIn('bob')
  ]
  t.match(await run('revoke', 'ada', '--yes'), { code: 0, stdout: /within a second$/m })
  t.match(events(), /"event":"account.changed".*"call":"revoke"/)
  t.match(events(), /"event":"session.ended".*"code":"TOKEN_REVOKED".*"by":"operator"/)
  t.ok(await isRefusedSoon(one))
  t.equal(await statusOf(other), 401)
  t.equal(await statusOf(bob), 200, 'another account')
  t.equal((await run('list', 'ada')).stdout, '')
  t.equal((await run('list', 'nobody')).code, 3)
})

t.test(
  'sessions: without a store, revoking all is done at the provider and says when it takes effect',
  async (t) => {
    const { gateway, run } = await start(t, null)
    await gateway.signIn('ada')
    t.match(await run('revoke', 'ada', '--yes'), { code: 0, stdout: /follows within 300 seconds/ })
    t.equal(gateway.provider.calls.update > 0, true, 'the provider was updated')
    t.match(await run('list', 'ada'), { code: 2, stderr: /store\.url/ })
    t.match(await run('revoke', 'ada', 'x', '--yes'), { code: 2, stderr: /store\.url/ })
  }
)

t.test('sessions: a store that is unreachable is reported instead of success', { skip }, async (t) => {
  const server = await startStore(t)
  const { gateway, run, lastSession } = await start(t, server.url)
  await gateway.signIn('ada')
  const id = lastSession()
  await server.stop()
  t.match(await run('list', 'ada'), { code: 1, stderr: /store cannot be read/ })
  t.match(await run('revoke', 'ada', id, '--yes'), { code: 1, stderr: /store cannot be read/ })
  t.match(await run('revoke', 'ada', '--yes'), { code: 0, stdout: /follows within 300 seconds/ })
})
