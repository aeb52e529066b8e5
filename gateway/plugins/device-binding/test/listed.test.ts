import t from 'tap'
import { runSessions, startOperator } from '../../../test/fixtures/commands/operator.ts'
import { SIGNATURE_KEY } from '../../../test/fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { ORIGIN, signInToBind } from './device.ts'

t.test('device binding: the account page says which sessions are bound', async (t) => {
  const { begin, bind, call } = await signInToBind(t, {}, { config: { 'account.enabled': true } })
  await begin()
  const { cookies } = await bind()
  const { sessions } = Object(await (await call('/_auth/account/sessions', cookies)).json())
  const found = sessions.map(({ current, deviceBound }: Record<string, boolean>) => [current, deviceBound])
  t.same(
    new Map(found),
    new Map([
      [true, true],
      [false, false]
    ])
  )
})

t.test('device binding: operators see which sessions are bound', { skip: NEEDS_STORE }, async (t) => {
  const { url } = await startStore(t)
  const gateway = await signInToBind(
    t,
    {},
    {
      acquire: 'exchange',
      shared: (report) => joinStore(t, url, { signatureKeys: [SIGNATURE_KEY], report })
    }
  )
  await gateway.state.shared.ready()
  await gateway.begin()
  await gateway.bind()
  const { stdout } = await runSessions(await startOperator(t, gateway), 'list', 'ada')
  const found = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('  ').slice(2).join(' '))
  t.same(found.sort(), [ORIGIN, `${ORIGIN} bound`])
})
