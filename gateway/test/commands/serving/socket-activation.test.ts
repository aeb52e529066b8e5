import t from 'tap'
import { withSocketActivation } from '../../../src/commands/start.ts'

t.test('socket activation: one socket passed to this process sets listen.fd to 3', async (t) => {
  t.same(withSocketActivation({ LISTEN_PID: '42', LISTEN_FDS: '1', A: 'b' }, 42), {
    LISTEN_PID: '42',
    LISTEN_FDS: '1',
    A: 'b',
    GATEHOUSE_LISTEN_FD: '3'
  })
})

t.test('socket activation: variables for another process, or without a socket, change nothing', async (t) => {
  for (const env of [
    { LISTEN_PID: '41', LISTEN_FDS: '1' },
    { LISTEN_PID: '', LISTEN_FDS: '1' },
    { LISTEN_FDS: '1' },
    { LISTEN_PID: '42', LISTEN_FDS: '0' },
    { LISTEN_PID: '42' },
    {}
  ])
    t.equal(withSocketActivation(env, 42), env, JSON.stringify(env))
})

t.test('socket activation: more than one socket is refused with what to change', async (t) => {
  for (const count of ['2', 'x'])
    t.throws(() => withSocketActivation({ LISTEN_PID: '42', LISTEN_FDS: count }, 42), {
      exitCode: 2,
      message: /one `ListenStream`/
    })
})
