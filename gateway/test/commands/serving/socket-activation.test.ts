import t from 'tap'
import { withSocketActivation } from '../../../src/commands/start.ts'

t.test('socket activation: one socket passed to this process sets listen.fd to 3', async (t) => {
  const env = { LISTEN_PID: '42', LISTEN_FDS: '1', A: 'b' }
  t.same(withSocketActivation(env, 42), { ...env, GATEHOUSE_LISTEN_FD: '3' })
  const others = [{ LISTEN_PID: '41' }, { LISTEN_PID: '' }, { LISTEN_PID: undefined }, { LISTEN_FDS: '0' }]
  for (const change of [...others, { LISTEN_FDS: undefined }]) {
    const unchanged = { ...env, ...change }
    t.equal(withSocketActivation(unchanged, 42), unchanged, JSON.stringify(change))
  }
})

t.test('socket activation: more than one socket is refused with what to change', async (t) => {
  for (const LISTEN_FDS of ['2', 'x'])
    t.throws(() => withSocketActivation({ LISTEN_PID: '42', LISTEN_FDS }, 42), {
      exitCode: 2,
      message: /one `ListenStream`/
    })
})
